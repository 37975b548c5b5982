/** Says since when a station is closed; nothing when it is not. @module */

import type { Station } from "../lib/domain/wire.ts";
import { formatDay } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";

type Props = { station: Pick<Station, "closed_since" | "closed_kind">; lang: Lang; words: CommonWords };

/** "Fermée temporairement depuis le 3 juin 2026." */
export function Closed({ station: { closed_since: since, closed_kind: kind }, lang, words }: Props) {
  if (!since) return null; // absent in an answer that a browser stored before the field existed
  const text = words.station.closed[kind ?? "temporary"];
  return <p class="state state-failed">{fill(text, { date: formatDay(since, lang) })}</p>;
}
