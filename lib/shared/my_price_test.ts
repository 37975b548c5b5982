import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { FUELS } from "./fuels.ts";
import { DISCOUNT_LIMITS, findCheapest, parseDriver, PETROLS, toDriverText, toFuels, toNetMilli } from "./my_price.ts";
import { type Driver, USUAL_DRIVER } from "./real_cost.ts";

const milli = fc.integer({ min: DISCOUNT_LIMITS.minMilli, max: DISCOUNT_LIMITS.maxMilli });
const discounts = fc.array(fc.tuple(fc.string({ minLength: 1 }), milli), { maxLength: DISCOUNT_LIMITS.most })
  .map((pairs) => new Map(pairs));
const driver: fc.Arbitrary<Driver> = fc.record({
  litres: fc.integer({ min: 5, max: 200 }),
  per100Km: fc.integer({ min: 2, max: 40 }),
  fuels: fc.subarray([...PETROLS]),
  discounts,
}, { noNullPrototype: true });

Deno.test("a driver comes back from storage as it was", () => {
  fc.assert(fc.property(driver, (one) => deepEqual(parseDriver(toDriverText(one)), one)));
});

Deno.test("whatever a browser stored is a driver within the limits", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const { litres, per100Km, fuels } = parseDriver(text);
    equal(litres >= 5 && litres <= 200 && per100Km >= 2 && per100Km <= 40, true);
    equal(fuels.every((fuel) => FUELS.includes(fuel)), true);
  }));
  deepEqual(parseDriver(null), USUAL_DRIVER);
  deepEqual(parseDriver('{"litres":60,"per100Km":5}'), { ...USUAL_DRIVER, litres: 60, per100Km: 5 });
  const bad = [["A", 0], ["B", 5.5], ["", 50], ["C", 501], "D", ["E"], ["F", "50"], ["G", 50]];
  deepEqual(parseDriver(JSON.stringify({ discounts: bad })).discounts, new Map([["G", 50]]));
});

Deno.test("a discount takes off what it says, of its own brand alone, and never makes a price nought", () => {
  const price = fc.integer({ min: 1, max: 3000 });
  fc.assert(fc.property(price, discounts, fc.string(), (priceMilli, all, brand) => {
    const net = toNetMilli({ priceMilli, brand }, all);
    equal(net, Math.max(1, priceMilli - (all.get(brand) ?? 0)));
    equal(toNetMilli({ priceMilli, brand: null }, all), priceMilli);
  }));
  equal(toNetMilli({ priceMilli: 1700, brand: "constructor" }, new Map()), 1700);
});

Deno.test("the fuels of a view are those that the car takes, the one looked at first, each once", () => {
  fc.assert(fc.property(fc.constantFrom(...FUELS), fc.subarray([...PETROLS]), (fuel, fuels) => {
    const counted = toFuels(fuel, { fuels });
    equal(counted[0], fuel);
    deepEqual([...counted].sort(), fuels.includes(fuel as typeof fuels[number]) ? [...fuels].sort() : [fuel]);
  }));
});

Deno.test("findCheapest() takes the first of the lowest", () => {
  fc.assert(fc.property(fc.array(fc.record({ priceMilli: fc.integer({ min: 1, max: 9 }) })), (offers) => {
    const least = Math.min(...offers.map(({ priceMilli }) => priceMilli));
    equal(findCheapest(offers), offers.find(({ priceMilli }) => priceMilli === least) ?? null);
  }));
});
