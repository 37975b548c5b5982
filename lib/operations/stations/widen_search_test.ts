import { deepEqual, equal } from "../../../tests/support/assert.ts";
import { TRIED_RADII_KM } from "../../site/explorer/area.ts";
import { widenSearch } from "./widen_search.ts";

const PARIS = { lat: 48.86, lng: 2.35 };
const YEU = { lat: 46.71, lng: -2.347 };
const BELLE_ILE = { lat: 47.302, lng: -3.105 };

Deno.test("widenSearch() stops at three stations, or at one on an island, and otherwise returns the widest radius", async () => {
  const cases: [from: typeof PARIS, counts: number[], found: number, radiusKm: number][] = [
    [PARIS, [2, 3, 9, 9], 3, 10],
    [PARIS, [0, 0, 1, 2], 2, 50],
    [YEU, [0, 1, 1, 40], 1, 10],
    [BELLE_ILE, [0, 1, 1, 40], 1, 10],
    [YEU, [0, 0, 0, 40], 40, 50],
  ];
  for (const [from, counts, found, radiusKm] of cases) {
    const triedKm: number[] = [];
    const search = (km: number) => Promise.resolve(counts[triedKm.push(km) - 1]!);
    deepEqual(await widenSearch(search, { count: (number) => number, from }), { found, radiusKm });
    deepEqual(triedKm, TRIED_RADII_KM.slice(0, triedKm.length));
    equal(triedKm.at(-1), radiusKm);
  }
});
