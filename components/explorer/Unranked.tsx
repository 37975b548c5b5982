/** The stations of the view that have no rank, by reason. @module */

import type { Listing } from "../../lib/shared/explorer_model.ts";
import { formatCount } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { COLON, count } from "../../lib/shared/words/mod.ts";

type Props = { counts: Listing["unranked"]; lang: Lang; words: ExplorerWords };

/** How many stations in view have no rank, by reason, each with the form of its dot. */
export function Unranked({ counts, lang, words }: Props) {
  const known = (["out", "old", "unsold"] as const).filter((reason) => counts[reason] > 0);
  if (known.length === 0) return null;
  return (
    <div class="list-note muted small">
      <p>{`${words.unranked}${COLON[lang]}`}</p>
      <ul class="unranked">
        {known.map((reason) => (
          <li key={reason}>
            <span class={`unranked-dot unranked-${reason}`} aria-hidden="true" />
            {count(words.unrankedBy[reason], counts[reason], { lang, text: formatCount(counts[reason], lang) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
