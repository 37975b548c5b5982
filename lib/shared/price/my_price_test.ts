import { deepEqual, equal } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { type Fuel, FUELS } from "../fuels.ts";
import {
  DISCOUNT_LIMITS,
  findPaid,
  parseDriver,
  PETROLS,
  readDiscount,
  toDriverText,
  toFuels,
  toNetMilli,
  toPaid,
} from "./my_price.ts";
import { toEquivalentText } from "../../words/paid_text.ts";
import { MEMBER_BRANDS } from "../member_brands.ts";
import { type Driver, USUAL_DRIVER } from "./real_cost.ts";
import { commonWords } from "../../words/mod.ts";

const milli = fc.integer({ min: DISCOUNT_LIMITS.minMilli, max: DISCOUNT_LIMITS.maxMilli });
const discounts = fc.array(fc.tuple(fc.string({ minLength: 1 }), milli), {
  maxLength: DISCOUNT_LIMITS.most,
})
  .map((pairs) => new Map(pairs));
const driver: fc.Arbitrary<Driver> = fc.record({
  fill: fc.tuple(fc.integer({ min: 5, max: 200 }), fc.integer({ min: 0, max: 100 })),
  per100Km: fc.integer({ min: 2, max: 40 }),
  fuels: fc.subarray([...PETROLS]),
  discounts,
  cards: fc.subarray([...MEMBER_BRANDS]),
  e85Factor: fc.constantFrom(1, 1.2, 1.25, 1.4, 2),
}, { noNullPrototype: true }).map(({ fill: [litres, more], ...driver }) => ({
  ...driver,
  litres,
  tank: litres + more,
}));

Deno.test("a driver is restored from storage unchanged", () => {
  fc.assert(fc.property(driver, (one) => deepEqual(parseDriver(toDriverText(one)), one)));
});

Deno.test("any stored text is read as a driver within the limits", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const { tank, litres, per100Km, e85Factor, fuels } = parseDriver(text);
    equal(litres >= 5 && litres <= tank && tank <= 300 && per100Km >= 2 && per100Km <= 40, true);
    equal(e85Factor >= 1 && e85Factor <= 2, true);
    equal(fuels.every((fuel) => FUELS.includes(fuel)), true);
  }));
  deepEqual(parseDriver(null), USUAL_DRIVER);
  deepEqual(parseDriver('{"litres":60,"per100Km":5}'), {
    ...USUAL_DRIVER,
    tank: 60,
    litres: 60,
    per100Km: 5,
  });
  deepEqual(parseDriver('{"tank":50,"litres":55}'), { ...USUAL_DRIVER, litres: 50 });
  const bad = [["A", 0], ["B", 5.5], ["", 50], ["C", 501], "D", ["E"], ["F", "50"], ["G", 50]];
  deepEqual(parseDriver(JSON.stringify({ discounts: bad })).discounts, new Map([["G", 50]]));
});

Deno.test("a discount subtracts its amount, applies to its own brand only, and never makes a price zero", () => {
  const price = fc.integer({ min: 1, max: 3000 });
  fc.assert(fc.property(price, discounts, fc.string(), (priceMilli, all, brand) => {
    const net = toNetMilli({ priceMilli, brand }, all);
    equal(net, Math.max(1, priceMilli - (all.get(brand) ?? 0)));
    equal(toNetMilli({ priceMilli, brand: null }, all), priceMilli);
  }));
  equal(toNetMilli({ priceMilli: 1700, brand: "constructor" }, new Map()), 1700);
});

Deno.test("readDiscount() parses a brand and euros", () => {
  deepEqual(readDiscount(" E.Leclerc : 0.05"), { name: "E.Leclerc", euros: "0.05", milli: 50 });
  equal(readDiscount("E.Leclerc"), null);
});

Deno.test("the fuels of a view are those the car takes, once each, starting with the selected one", () => {
  fc.assert(fc.property(fc.constantFrom(...FUELS), fc.subarray([...PETROLS]), (fuel, fuels) => {
    const counted = toFuels(fuel, { fuels });
    equal(counted[0], fuel);
    deepEqual(
      [...counted].sort(),
      fuels.includes(fuel as typeof fuels[number]) ? [...fuels].sort() : [fuel],
    );
  }));
});

// Proves docs/data.md#e85-and-petrol
Deno.test("E85 is compared as the petrol it replaces, and per litre if the car takes no petrol", () => {
  const prices = [
    { fuel: "e10", price: "1.000", in_force: true },
    { fuel: "e85", price: "0.809", in_force: true },
    { fuel: "gazole", price: "1.600", in_force: true },
  ] as const;
  const driver = { ...USUAL_DRIVER, fuels: ["e10", "e85"] as const };
  const find = (fuel: Fuel, part: Partial<Driver> = {}) =>
    findPaid({ brand: null, prices }, { fuel, driver: { ...driver, ...part } })!;
  for (const seen of ["e10", "e85"] as const) {
    equal(find(seen).fuel, "e10", "1.011 of E85 are more than 1.000 of E10");
    const { fuel, priceMilli, comparedMilli, unitFuel } = find(seen, { e85Factor: 1.2 });
    deepEqual({ fuel, priceMilli, comparedMilli, unitFuel }, {
      fuel: "e85",
      priceMilli: 809,
      comparedMilli: 971,
      unitFuel: "e10",
    });
  }
  equal(find("e85", { fuels: ["e85"] }).comparedMilli, 809);
  equal(find("e85", { fuels: [] }).comparedMilli, 809);
  const { comparedMilli } = toPaid({ fuel: "e85", price: "0.809", brand: null }, {
    fuel: "gazole",
    driver,
  });
  equal(comparedMilli, 809, "a diesel view must not compare petrol");
});

Deno.test("the value of E85 is given in the car's petrol", () => {
  const driver = { ...USUAL_DRIVER, fuels: ["e10", "e85"] as const };
  const paid = toPaid({ fuel: "e85", price: "0.809", brand: null }, { fuel: "e10", driver });
  equal(toEquivalentText(paid, commonWords.fr, "fr"), "équivaut à 1,01\u00a0€/L d’E10");
  equal(toEquivalentText(paid, commonWords.en, "en"), "equivalent to €1.01/L of E10");
  const petrol = toPaid({ fuel: "e10", price: "1.809", brand: null }, { fuel: "e10", driver });
  equal(toEquivalentText(petrol, commonWords.fr, "fr"), "");
});
