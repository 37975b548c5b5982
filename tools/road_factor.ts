/** `deno task road:factor`: measures how much longer roads are than straight lines between stations, by a routing engine. @module */

import { parseCommandLine, runCommand, UsageError, withDb } from "../lib/db/commands/command.ts";
import type { Place } from "../lib/domain/earth.ts";
import { measureRoughly } from "../lib/domain/route_line.ts";
import type { Routing } from "../lib/platform/config.ts";
import { askEngine, EngineRefusal } from "../lib/routing/ask.ts";
import { PROTOCOLS } from "../lib/routing/protocols.ts";
import { ROAD_FACTOR } from "../lib/shared/real_cost.ts";
import { isLocated } from "../lib/snapshot/snapshot.ts";
import { createSnapshotSource } from "../lib/snapshot/source.ts";

const USAGE = `Usage: ROUTING_URL=… deno task road:factor [--pairs NUMBER] [--seed NUMBER]

Asks the routing engine of the settings for the ways between random pairs of stations up to 20 km apart, and prints how much
longer they are than the straight line, by distance.

  --pairs NUMBER  how many, 1 to 1000000; by default 5000
  --seed NUMBER   the same pairs again; by default 1

Exit: 0 measured, 1 the engine does not answer or there are no stations, 2 bad usage or settings.`;

/** A pair of stations: metres as the crow flies and on roads. */
export type Pair = { crowM: number; roadM: number };

/** Classes of distance as the crow flies, metres; nearer stations are often one place under two numbers. */
const CLASSES_M = [500, 2_000, 5_000, 10_000, 20_000] as const;
const MOST_M = CLASSES_M.at(-1)!;
/** How many stations are asked for around one. */
const AROUND = 20;
const BOUNDS = { maxBytes: 1_048_576, totalMs: 20_000 };

/** Numbers from 0 to 1, the same ones for the same seed (a linear congruence with the constants of Numerical Recipes). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Random stations between the least and the most distance from one. */
function pickAround(stations: readonly Place[], centre: Place, random: () => number): Place[] {
  const around = stations.filter((place) => {
    if (Math.abs(place.lat - centre.lat) > 0.2) return false;
    const crowM = measureRoughly([centre, place]);
    return crowM >= CLASSES_M[0] && crowM <= MOST_M;
  });
  return Array.from({ length: Math.min(AROUND, around.length) }, () => {
    return around.splice(Math.floor(random() * around.length), 1)[0]!;
  });
}

/** The metres on roads to some places; null for those that no road leads to, or of which the engine has no map. */
async function measureFrom(
  { url, protocol }: Routing,
  { centre, places }: { centre: Place; places: readonly Place[] },
): Promise<(number | null)[]> {
  const { tableRequest, readTable } = PROTOCOLS[protocol];
  const bounds = { untilMs: performance.now() + BOUNDS.totalMs, maxBytes: BOUNDS.maxBytes };
  try {
    return readTable(await askEngine(url, tableRequest([centre], places), bounds))[0] ?? [];
  } catch (error) {
    if (error instanceof EngineRefusal) return [];
    throw error;
  }
}

/** Measures so many pairs, or as many as there are. Throws an `EngineFault` when the engine does not answer. */
export async function measurePairs(
  stations: readonly Place[],
  { routing, count, seed }: { routing: Routing; count: number; seed: number },
): Promise<Pair[]> {
  const random = createRandom(seed);
  const pairs: Pair[] = [];
  for (let tries = 0; pairs.length < count && tries < count; tries++) {
    const centre = stations[Math.floor(random() * stations.length)]!;
    const places = pickAround(stations, centre, random);
    if (places.length === 0) continue;
    const row = await measureFrom(routing, { centre, places });
    for (const [i, place] of places.entries()) {
      const roadM = row[i] ?? null;
      if (roadM !== null) pairs.push({ crowM: measureRoughly([centre, place]), roadM });
    }
  }
  return pairs.slice(0, count);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** The factors of some pairs, and by how much estimates with a factor are off. */
export function summarize(pairs: readonly Pair[], factor = ROAD_FACTOR) {
  const factors = pairs.map(({ crowM, roadM }) => roadM / crowM);
  const errors = pairs.map(({ crowM, roadM }) => Math.abs(roadM - factor * crowM));
  return {
    count: pairs.length,
    median: quantile(factors, 0.5),
    quarter: quantile(factors, 0.25),
    threeQuarters: quantile(factors, 0.75),
    errorM: quantile(errors, 0.5),
    largeErrorM: quantile(errors, 0.9),
  };
}

function toLine(
  name: string,
  { count, median, quarter, threeQuarters, errorM, largeErrorM }: ReturnType<typeof summarize>,
) {
  const cells = [
    ...[name.padEnd(12), String(count).padStart(8), median.toFixed(2).padStart(8)],
    `${quarter.toFixed(2)} to ${threeQuarters.toFixed(2)}`.padStart(16),
    ...[errorM, largeErrorM].map((metres) => `${(metres / 1000).toFixed(1)} km`.padStart(10)),
  ];
  return cells.join("");
}

/** What is printed: a line for each class of distance, and one for all. */
export function describe(pairs: readonly Pair[]): string {
  const classes = CLASSES_M.slice(1).map((mostM, i) => {
    const leastM = CLASSES_M[i]!;
    const inside = pairs.filter(({ crowM }) => crowM >= leastM && crowM < mostM);
    return toLine(`${leastM / 1000} to ${mostM / 1000} km`, summarize(inside));
  });
  const head = ["apart".padEnd(12), "pairs".padStart(8), "factor".padStart(8), "middle half".padStart(16)];
  return [
    [...head, "error".padStart(10), "at worst".padStart(10)].join(""),
    ...classes,
    toLine("all", summarize(pairs)),
    `Errors are those of estimates with ${ROAD_FACTOR}: the median, and what nine in ten stay below.`,
  ].join("\n");
}

function parseNumber(text: string | undefined, { fallback, most }: { fallback: number; most: number }): number {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d*$/.test(text) || Number(text) > most) throw new UsageError(USAGE);
  return Number(text);
}

if (import.meta.main) {
  await runCommand(async (settings) => {
    const parsed = parseCommandLine(Deno.args, { pairs: { type: "string" }, seed: { type: "string" } });
    const { routing } = settings.config;
    if (parsed === null || !routing) throw new UsageError(USAGE);
    const count = parseNumber(parsed.values.pairs, { fallback: 5_000, most: 1_000_000 });
    const seed = parseNumber(parsed.values.seed, { fallback: 1, most: 2 ** 31 - 1 });
    return await withDb(settings, async (db) => {
      const snapshot = await createSnapshotSource(db).refresh();
      const stations = (snapshot?.stations ?? []).filter(isLocated).map(({ record }) => ({
        lat: record.lat!,
        lng: record.lng!,
      }));
      if (stations.length === 0) {
        console.error("There are no stations: run deno task ingest");
        return 1;
      }
      try {
        const pairs = await measurePairs(stations, { routing, count, seed });
        if (pairs.length > 0) console.log(describe(pairs));
        else console.error("The routing engine knows no way between stations");
        return pairs.length > 0 ? 0 : 1;
      } catch (error) {
        console.error(`The routing engine cannot be measured with: ${(error as Error).message}`);
        return 1;
      }
    });
  });
}
