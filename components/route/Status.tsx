/** The state of the route page and the quality of its line, in one line. @module */

import type { Planner } from "../../lib/client/route/planner.ts";
import type { Drawn } from "../../lib/client/route/route_lines.ts";
import { formatCount, formatKm } from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { ROAD_FACTOR } from "../../lib/shared/price/real_cost.ts";
import type { RouteAnswer } from "../../lib/site/route/route_answer.ts";
import { fill } from "../../lib/words/fill.ts";
import type { RouteWords } from "../../lib/words/route.ts";

type StatusProps = { planner: Planner; fault: string | null; lang: Lang; words: RouteWords };

/** A line that screen readers announce when it changes, and a button where a retry may help. */
export function Status({ planner, fault, lang, words }: StatusProps) {
  const phase = planner.phase.value;
  const answer = planner.answer.value;
  const { isReturn, discounts } = planner.question.value;
  const isCounted = planner.areDiscountsCounted.value;
  const counted = isCounted
    ? fill(words.discounts, { list: [...discounts.keys()].join(", ") })
    : words.discountsRefused;
  const source = planner.drawn.value?.source;
  const wrong = toFaultText(phase, words);
  return (
    <div class="route-status">
      <p role="status">
        {phase.kind === "routing" || phase.kind === "asking"
          ? words[phase.kind]
          : wrong === null && answer && toQualityText(answer, { source, isReturn, lang, words })}
      </p>
      {wrong && <p class="notice" role="alert">{wrong}</p>}
      {discounts.size > 0 && <p class={isCounted ? "hint" : "notice"} role="status">{counted}</p>}
      {planner.file.value?.isKept === false && <p class="hint" role="status">{words.fileKept}</p>}
      {phase.kind === "idle" && fault !== null && <p class="notice" role="alert">{fault}</p>}
      {((phase.kind === "found" && source === "away") || phase.kind === "failed" ||
        phase.kind === "limited") && (
        <button type="button" class="button js-only" onClick={planner.retry}>{words.retry}</button>
      )}
    </div>
  );
}

function toFaultText(phase: Planner["phase"]["value"], words: RouteWords): string | null {
  if (phase.kind === "limited") return fill(words.limited, { n: phase.afterS });
  return phase.kind === "refused" || phase.kind === "failed" ? words[phase.kind] : null;
}

type QualityOptions = {
  source: Drawn["source"] | undefined;
  isReturn: boolean;
  lang: Lang;
  words: RouteWords;
};

/** Returns how long and how good the line of an answer is, and how its detours were found. */
function toQualityText(
  { meta: { route } }: RouteAnswer,
  { source, isReturn, lang, words }: QualityOptions,
): string {
  const lineKind = source === "road" || source === "file" ? source : "line";
  const kind = route.quality === "line" ? lineKind : route.quality;
  const toText = (km: number) => `${isReturn ? "2 × " : ""}${formatKm(km, lang)}`;
  const values = {
    km: toText(route.length_km),
    crow: toText(route.length_km / ROAD_FACTOR),
    factor: formatCount(ROAD_FACTOR, lang),
  };
  return [
    source === "away" && words.quality.away,
    fill(words.quality[kind], values),
    route.estimated && route.quality !== "straight" && fill(words.quality.legs, values),
  ].filter(Boolean).join(" ");
}
