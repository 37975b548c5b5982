/** What the route page is doing, how good its line is, and what went wrong. @module */

import { formatCount, formatKm } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { ROAD_FACTOR } from "../../lib/shared/real_cost.ts";
import type { RouteAnswer } from "../../lib/shared/route_answer.ts";
import { fill } from "../../lib/shared/words/mod.ts";
import type { RouteWords } from "../../lib/shared/words/route.ts";

type Live<T> = { readonly value: T };

/** What the status reads of the planner. */
type Model = {
  readonly answer: Live<RouteAnswer | null>;
  readonly drawn: Live<{ source: "road" | "file" | "straight" | "away" } | null>;
  readonly phase: Live<{ kind: string; afterS?: number }>;
  retry(): void;
};

type Props = { planner: Model; fault: string | null; lang: Lang; words: RouteWords };

/** One line that readers hear as it changes, and a button where another try may help. */
export function Status({ planner, fault, lang, words }: Props) {
  const phase = planner.phase.value;
  const answer = planner.answer.value;
  const source = planner.drawn.value?.source ?? "straight";
  const isWrong = phase.kind === "failed" || phase.kind === "refused" || phase.kind === "limited";
  const wrong = phase.kind === "limited"
    ? fill(words.limited, { n: phase.afterS ?? 0 })
    : phase.kind === "refused"
    ? words.refused
    : words.failed;
  return (
    <div class="route-status">
      <p role="status">
        {phase.kind === "routing" && `${words.routing} `}
        {phase.kind === "asking" && `${words.asking} `}
        {!isWrong && answer && toQualityText(answer, { source, lang, words })}
      </p>
      {isWrong && <p class="notice" role="alert">{wrong}</p>}
      {phase.kind === "idle" && fault !== null && <p class="notice" role="alert">{fault}</p>}
      {((phase.kind === "found" && source === "away") || phase.kind === "failed" || phase.kind === "limited") && (
        <button
          type="button"
          class="button js-only"
          onClick={() => planner.retry()}
        >
          {words.retry}
        </button>
      )}
    </div>
  );
}

/** How good the line of an answer is, and how its detours were found. */
function toQualityText(
  { meta: { route } }: RouteAnswer,
  { source, lang, words }: { source: string; lang: Lang; words: RouteWords },
): string {
  const isDrawn = source === "road" || source === "file";
  const kind = route.quality !== "line" ? route.quality : isDrawn ? source : "line";
  const values = {
    ...{ km: formatKm(route.length_km, lang), corridor: formatKm(route.corridor_km, lang) },
    factor: formatCount(ROAD_FACTOR, lang),
  };
  return [
    source === "away" && words.quality.away,
    fill(words.quality[kind], values),
    route.estimated && route.quality !== "straight" && fill(words.quality.legs, values),
    !isDrawn && route.quality !== "straight" && words.quality.straightMap,
  ].filter(Boolean).join(" ");
}
