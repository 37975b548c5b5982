/** How old a price is: without it old and new prices would look alike. @module */

import { formatAge, formatInstant, OLD_AFTER_DAYS } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";

/** The age of an instant in words, with the instant itself for machines and on hover. */
export function Age({ at, nowMs, lang }: { at: string; nowMs: number; lang: Lang }) {
  const isOld = nowMs - Date.parse(at) >= OLD_AFTER_DAYS * 86_400_000;
  return (
    <time class={isOld ? "age age-old" : "age"} dateTime={at} title={formatInstant(at, lang)}>
      {formatAge(at, { nowMs, lang })}
    </time>
  );
}
