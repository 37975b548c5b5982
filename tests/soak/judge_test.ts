/** A soak is judged by its figures alone: errors, ingests, waits beside those without ingests, memory. @module */

import { deepEqual, equal, match } from "node:assert/strict";
import { moveSomePrices } from "./feeds.ts";
import { judge, type Load, type Soak, toFigures, toMemoryFigures } from "./judge.ts";

function toLoad(p99Ms: number, errors = 0): Load {
  return {
    ...{ seconds: 60, ratePerS: 100, kinds: {}, sentLateP99Ms: 1, generatorCores: 0.1 },
    ...{ all: { requests: 6000, errors, p50Ms: 1, p99Ms }, wrong: errors > 0 ? ["500 /x"] : [] },
  };
}

const toMemory = (mb: (minute: number) => number) =>
  Array.from({ length: 90 }, (_, at) => ({ atS: at * 10, mb: mb(at / 6) }));

const WELL: Soak = {
  quiet: toLoad(10),
  soak: toLoad(20),
  memory: toMemory((minute) => 300 + Math.min(minute, 4) * 50 + (minute % 2) * 20),
  outcomes: ["changed", "unchanged"],
};

Deno.test("judge() finds nothing in a service that warms up, wavers and waits twice as long", () => {
  deepEqual(judge(WELL), []);
});

Deno.test("judge() names each thing that is not well", () => {
  const one = (change: Partial<Soak>, expected: RegExp) => {
    const problems = judge({ ...WELL, ...change });
    equal(problems.length, 1, problems.join("\n"));
    match(problems[0]!, expected);
  };
  one({ soak: toLoad(20, 3) }, /^3 of 6000 requests failed with ingests, first: 500 \/x$/);
  one({ quiet: toLoad(10, 1) }, /without ingests/);
  one({ soak: toLoad(20.1) }, /^p99 is 2\.0 times/);
  one({ memory: toMemory((minute) => 300 + minute * 10) }, /^memory grew from 375 MB in the middle to 425 MB/);
  one({ memory: [{ atS: 0, mb: 1 }] }, /fewer than three times/);
  one({ outcomes: ["changed", "refused: x"] }, /^1 of 2 ingests ended otherwise: refused: x$/);
  one({ outcomes: ["unchanged"] }, /^no ingest changed anything$/);
});

Deno.test("toFigures() counts 99 in 100, and toMemoryFigures() the slope after the first third", () => {
  const waits = Array.from({ length: 1000 }, (_, at) => 1000 - at);
  deepEqual(toFigures(waits, 2), { requests: 1000, errors: 2, p50Ms: 501, p99Ms: 991 });
  deepEqual(toFigures([], 0), { requests: 0, errors: 0, p50Ms: 0, p99Ms: 0 });
  const { thirdsMb, slopeMbPerH } = toMemoryFigures(toMemory((minute) => Math.max(minute, 5)));
  deepEqual(thirdsMb.map(Math.round), [5, 8, 13]);
  equal(Math.round(slopeMbPerH), 60);
});

Deno.test("moveSomePrices() reports the prices of one station in sixty anew", () => {
  const station = (id: number) =>
    `<pdv id="${id}"><prix nom="E10" id="5" maj="2025-02-06 10:00:00" valeur="1.799"/></pdv>`;
  const xml = Array.from({ length: 120 }, (_, id) => station(id)).join("\n");
  const moved = moveSomePrices(xml, { round: 3, at: new Date("2025-02-07T02:45:00Z") }).split("\n");
  deepEqual(moved.flatMap((line, id) => line === station(id) ? [] : [id]), [3, 63]);
  match(moved[3]!, /maj="2025-02-07 03:43:00" valeur="1\.793"/);
  const again = moveSomePrices(moved.join("\n"), { round: 63, at: new Date("2025-02-07T03:45:00Z") }).split("\n");
  match(again[3]!, /valeur="1\.794"/, "another value when its turn comes again");
});
