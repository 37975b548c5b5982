/** A line of state above the content: stale data, sample data, a failure. @module */

import type { ComponentChildren } from "preact";
import { formatInstant } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";
import { Icon } from "./Icon.tsx";

/** A band in sand, or in ember when something failed. */
export function Banner({ failed = false, children }: { failed?: boolean; children: ComponentChildren }) {
  return (
    <div class={failed ? "banner banner-failed" : "banner"} role={failed ? "alert" : undefined}>
      <Icon name="warn" />
      {children}
    </div>
  );
}

/** From this age of the data on, a page says how old they are: the feed comes every ten minutes. */
const STALE_AFTER_MS = 3 * 3_600_000;

type DataProps = {
  asOf: string;
  nowMs: number;
  source: "official" | "file" | "sample";
  lang: Lang;
  words: CommonWords;
};

/** Says that the data are old or invented; nothing when they are neither. */
export function DataBanner({ asOf, nowMs, source, lang, words }: DataProps) {
  const isStale = nowMs - Date.parse(asOf) > STALE_AFTER_MS;
  if (source !== "sample" && !isStale) return null;
  const stale = fill(words.states.stale, { date: formatInstant(asOf, lang) });
  return <Banner>{source === "sample" ? words.states.sample : stale}</Banner>;
}
