/** Says whether a service under load for a long time was well: no error, flat memory, and nobody waits for an ingest. @module */

/** Requests of one kind: how many, how many failed, and the waits that half and 99 in 100 did not exceed. */
export type Figures = { requests: number; errors: number; p50Ms: number; p99Ms: number };

/** What a generator of load has seen in one turn. */
export type Load = {
  seconds: number;
  ratePerS: number;
  all: Figures;
  kinds: Record<string, Figures>;
  /** The first wrong answers. */
  wrong: string[];
  /** How late questions were sent that came at a pace: the generator's own fault, or the machine's. */
  sentLateP99Ms: number;
};

/** What is judged: the same load with and without ingests, memory during the former, and the ingests' outcomes. */
export type Soak = { quiet: Load; soak: Load; memoryMb: readonly number[]; outcomes: readonly string[] };

/** Most that p99 may be of that without ingests. */
const P99_RATIO_MAX = 2;
/** Most that memory may be in the last third of that in the middle one; in the first the process warms up. */
const MEMORY_RATIO_MAX = 1.1;

/** Figures of waits in milliseconds, in any order; zeros when there are none. */
export function toFigures(waitsMs: readonly number[], errors: number): Figures {
  const sorted = Float64Array.from(waitsMs).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { requests: waitsMs.length, errors, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Memory at the beginning, in the middle and at the end: medians of thirds. */
export function toThirds(memoryMb: readonly number[]): number[] {
  const third = Math.ceil(memoryMb.length / 3);
  return [0, 1, 2].map((at) => toFigures(memoryMb.slice(at * third, (at + 1) * third), 0).p50Ms);
}

/** What was not well, a sentence each; an empty list means all was. */
export function judge({ quiet, soak, memoryMb, outcomes }: Soak): string[] {
  const problems: string[] = [];
  for (const [name, { all, wrong }] of [["without ingests", quiet], ["with ingests", soak]] as const) {
    if (all.errors > 0) problems.push(`${all.errors} of ${all.requests} requests failed ${name}, first: ${wrong[0]}`);
  }
  const bad = outcomes.filter((outcome) => outcome !== "changed" && outcome !== "unchanged");
  if (bad.length > 0) problems.push(`${bad.length} of ${outcomes.length} ingests ended otherwise: ${bad[0]}`);
  if (!outcomes.includes("changed")) problems.push("no ingest changed anything");
  const ratio = soak.all.p99Ms / quiet.all.p99Ms;
  if (!(ratio <= P99_RATIO_MAX)) {
    problems.push(`p99 is ${ratio.toFixed(1)} times that without ingests, more than ${P99_RATIO_MAX}`);
  }
  const [, middleMb = 0, endMb = 0] = toThirds(memoryMb);
  if (memoryMb.length < 3) problems.push("the memory was looked at fewer than three times");
  else if (endMb > middleMb * MEMORY_RATIO_MAX) {
    problems.push(`memory grew from ${middleMb.toFixed(0)} MB in the middle to ${endMb.toFixed(0)} MB at the end`);
  }
  return problems;
}
