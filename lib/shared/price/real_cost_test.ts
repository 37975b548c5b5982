import { deepEqual, equal } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import {
  findWorthwhile,
  MIN_SAVED_CENTS,
  toCostCents,
  toDetourCost,
  toRealCost,
} from "./real_cost.ts";

const car = fc.record({
  litres: fc.integer({ min: 5, max: 200 }),
  per100Km: fc.integer({ min: 2, max: 40 }),
});
const station = fc.record({
  priceMilli: fc.integer({ min: 1500, max: 2100 }),
  km: fc.integer({ min: 0, max: 300 }).map((hectometres) => hectometres / 10),
});
const stations = fc.array(station, { maxLength: 30 });

Deno.test("the fuel burnt on the way there and back is added to the cost of the fill", () => {
  const ten = { priceMilli: 2000, km: 10 };
  const one = { litres: 40, per100Km: 5 };
  deepEqual([toDetourCost(ten, one), toRealCost(ten, one)], [2.6, 82.6]);
});

Deno.test("a station pays off if it saves half a euro against the nearest, however old its price is", () => {
  fc.assert(fc.property(stations, car, (all, one) => {
    const aged = all.map((each, at) => ({
      ...each,
      cautiousMilli: each.priceMilli + (at % 3) * 10,
    }));
    const worth = findWorthwhile(aged, one);
    if (all.length < 2) return equal(worth, null);
    const { nearest, count, savedCents } = worth!;
    equal(all[nearest]!.km, Math.min(...all.map(({ km }) => km)));
    const gainOf = (each: typeof all[number]) =>
      toCostCents(all[nearest]!, one) - toCostCents(each, one);
    const paying = aged.filter(({ km, cautiousMilli }) =>
      gainOf({ km, priceMilli: cautiousMilli }) >= MIN_SAVED_CENTS
    );
    equal(count, paying.length);
    equal(savedCents, Math.max(0, ...paying.map(gainOf)));
  }));
});
