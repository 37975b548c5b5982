import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  findDetours,
  findWorthwhile,
  MIN_SAVED_CENTS,
  SHORT_LIST,
  toCostCents,
  toDetourCost,
  toRealCost,
} from "./real_cost.ts";

const car = fc.record({ litres: fc.integer({ min: 5, max: 200 }), per100Km: fc.integer({ min: 2, max: 40 }) });
const station = fc.record({
  priceMilli: fc.integer({ min: 1500, max: 2100 }),
  km: fc.integer({ min: 0, max: 300 }).map((hectometres) => hectometres / 10),
});
const stations = fc.array(station, { maxLength: 30 });

Deno.test("the way there and back costs what the car burns on it, and is added to the fill", () => {
  const [ten, one] = [{ priceMilli: 2000, km: 10 }, { litres: 40, per100Km: 5 }];
  deepEqual([toDetourCost(ten, one), toRealCost(ten, one)], [2.6, 82.6]);
});

Deno.test("a station is worth its way when filling up there costs half a euro less than at every nearer one that is", () => {
  fc.assert(fc.property(stations, car, (all, one) => {
    const worth = findWorthwhile(all, one);
    const isNearer = (a: number, b: number) =>
      (all[a]!.km - all[b]!.km || toCostCents(all[a]!, one) - toCostCents(all[b]!, one) || a - b) < 0;
    all.forEach((here, at) => {
      const nearer = all.filter((_, other) => worth[other] && isNearer(other, at));
      const cost = toCostCents(here, one);
      equal(worth[at], nearer.every((other) => toCostCents(other, one) - cost >= MIN_SAVED_CENTS));
    });
  }));
});

Deno.test("what is left out is never much cheaper, way included, than something offered that is as near", () => {
  fc.assert(fc.property(stations, car, (all, one) => {
    const worth = findWorthwhile(all, one);
    all.filter((_, at) => !worth[at]).forEach((here) => {
      const offered = all.filter((other, at) => worth[at] && other.km <= here.km);
      ok(offered.some((other) => toCostCents(other, one) < toCostCents(here, one) + MIN_SAVED_CENTS));
    });
  }));
});

Deno.test("the offer has the nearest and the cheapest, counts what saves half a euro, and says the most", () => {
  fc.assert(fc.property(stations, car, (all, one) => {
    const detours = findDetours(all, one);
    if (all.length <= SHORT_LIST) return equal(detours, null);
    const { isOffered, count, nearest, savedCents } = detours!;
    equal(all[nearest]!.km, Math.min(...all.map(({ km }) => km)));
    ok(isOffered[nearest]);
    const least = Math.min(...all.map(({ priceMilli }) => priceMilli));
    ok(all.some(({ priceMilli }, at) => isOffered[at] && priceMilli === least), "the star is not offered");
    const gains = all.map((each) => toCostCents(all[nearest]!, one) - toCostCents(each, one));
    const rows = gains.filter((_, at) => isOffered[at]);
    equal(savedCents, Math.max(...rows));
    equal(count, rows.filter((cents) => cents >= MIN_SAVED_CENTS).length);
    equal(count > 0, gains.some((cents) => cents >= MIN_SAVED_CENTS));
  }));
  const all = Array.from({ length: SHORT_LIST + 1 }, (_, km) => ({ priceMilli: 1900 - km, km }));
  const detours = findDetours(all, { litres: 40, per100Km: 6.5 });
  const isOffered = all.map((_, at) => at === 0 || at === SHORT_LIST);
  deepEqual(detours, { isOffered, count: 0, nearest: 0, savedCents: 0 });
});
