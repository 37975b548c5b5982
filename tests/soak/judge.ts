/**
 * Judges whether a service stayed healthy under long load: no error, flat memory, and no request
 * that waits for an ingest.
 *
 * @module
 */

import { type Load, toFigures } from "./load.ts";

export type Soak = { quiet: Load; soak: Load; memoryMb: number[]; outcomes: string[] };

/** The maximum ratio of p99 to that without ingests. */
const P99_RATIO_MAX = 2;
/**
 * The maximum ratio of memory in the last third to the middle one. In the first third the process
 * warms up.
 */
const MEMORY_RATIO_MAX = 1.1;

/** Returns memory at the beginning, in the middle and at the end: medians of thirds. */
export function toThirds(memoryMb: readonly number[]): number[] {
  const third = Math.ceil(memoryMb.length / 3);
  return [0, 1, 2].map((at) => toFigures(memoryMb.slice(at * third, (at + 1) * third), 0).p50Ms);
}

/** Returns a sentence for each problem, or an empty list. */
export function judge({ quiet, soak, memoryMb, outcomes }: Soak): string[] {
  const wrong = [...quiet.wrong, ...soak.wrong];
  const bad = outcomes.filter((outcome) => outcome !== "changed" && outcome !== "unchanged");
  const ratio = soak.kinds.all!.p99Ms / quiet.kinds.all!.p99Ms;
  const [, middleMb = 0, endMb = 0] = toThirds(memoryMb);
  const problems: [isBad: boolean, sentence: string][] = [
    [wrong.length > 0, `${wrong.length} requests failed, first: ${wrong[0]}`],
    [bad.length > 0, `${bad.length} of ${outcomes.length} ingests failed, first: ${bad[0]}`],
    [!outcomes.includes("changed"), "no ingest stored a new feed"],
    [
      !(ratio <= P99_RATIO_MAX),
      `p99 is ${ratio.toFixed(1)} times that without ingests, more than ${P99_RATIO_MAX}`,
    ],
    [memoryMb.length < 3, "memory was measured fewer than three times"],
    [
      endMb > middleMb * MEMORY_RATIO_MAX,
      `memory grew from ${middleMb.toFixed(0)} to ${endMb.toFixed(0)} MB`,
    ],
  ];
  return problems.filter(([isBad]) => isBad).map(([, sentence]) => sentence);
}
