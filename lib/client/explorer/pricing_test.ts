import { deepEqual, equal } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { FUELS } from "../../shared/fuels.ts";
import { PETROLS, toNetMilli } from "../../shared/price/my_price.ts";
import { USUAL_DRIVER } from "../../shared/price/real_cost.ts";
import { EMPTY_VIEW } from "../../site/explorer/url_state.ts";
import { NO_PRICE } from "../../shared/price/unranked.ts";
import { findMatching, MAX_AGE_H, type Stations } from "../stations.ts";
import { toFarView } from "./from_afar.ts";
import { toPaidColumn } from "./pricing.ts";
import { findVerdictAt } from "./verdicts.ts";

const BRANDS = ["Avia", "E.Leclerc"];

type Price = { milli: number; ageH: number };
type Row = { brand: number; prices: Price[] };

const price: fc.Arbitrary<Price> = fc.record({
  milli: fc.oneof(fc.integer({ min: 600, max: 2500 }), fc.constantFrom(...Object.values(NO_PRICE))),
  ageH: fc.constantFrom(0, 5, MAX_AGE_H - 1, MAX_AGE_H, 2000),
});
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    brand: fc.constantFrom(-1, 0, 1),
    prices: fc.array(price, { minLength: FUELS.length, maxLength: FUELS.length }),
  }),
  { maxLength: 12 },
);

function toStations(all: Row[]): Stations {
  return {
    count: all.length,
    asOfMs: 0,
    brands: BRANDS,
    weeks: [""],
    id: Int32Array.from(all, (_, index) => index + 1),
    lat: new Float64Array(all.length),
    lng: new Float64Array(all.length),
    brand: Int16Array.from(all, ({ brand }) => brand),
    departments: [],
    department: new Int16Array(all.length),
    flags: new Uint8Array(all.length),
    hours: new Int16Array(all.length),
    fuels: new Map(FUELS.map((fuel, at) => [fuel, {
      price: Int16Array.from(all, ({ prices }) => prices[at]!.milli),
      ageH: Int32Array.from(all, ({ prices }) => prices[at]!.ageH),
    }])),
    indexOf: new Map(all.map((_, index) => [String(index + 1), index])),
  };
}

Deno.test("stations rank by the price of the fuel that drives cheapest there, less their brand's discount", () => {
  fc.assert(
    fc.property(
      rows,
      fc.subarray([...PETROLS]),
      fc.integer({ min: 1, max: 500 }),
      (all, fuels, off) => {
        const driver = { ...USUAL_DRIVER, fuels, discounts: new Map([["E.Leclerc", off]]) };
        const counted = fuels.includes("e10") ? fuels : ["e10" as const];
        const toNet = (milli: number, brand: number) =>
          toNetMilli({ priceMilli: milli, brand: BRANDS[brand] ?? null }, driver.discounts);
        const naive = all.map(({ brand, prices }) =>
          Math.min(
            ...counted.map((fuel) => ({ fuel, ...prices[FUELS.indexOf(fuel)]! }))
              .filter(({ milli, ageH }) => milli > 0 && ageH < MAX_AGE_H)
              .map(({ fuel, milli }) =>
                Math.round(toNet(milli, brand) * (fuel === "e85" ? 1.25 : 1))
              ),
          )
        );
        const stations = toStations(all);
        const column = toPaidColumn(stations, "e10", driver);
        const { ranked } = findMatching(stations, EMPTY_VIEW, { nowMs: 0, served: null, column });
        const wanted = [...naive.keys()].filter((index) => naive[index] !== Infinity)
          .sort((a, b) => naive[a]! - naive[b]! || a - b);
        deepEqual([...ranked], wanted);
        for (const index of ranked) {
          equal(column.price[index], naive[index]);
          const { fuel, priceMilli, postedMilli } = column.own!.paidAt(index);
          equal(postedMilli, all[index]!.prices[FUELS.indexOf(fuel)]!.milli);
          equal(priceMilli, toNet(postedMilli, all[index]!.brand));
        }
      },
    ),
  );
});

Deno.test("a station without a valid price explains why for the selected fuel", () => {
  const none = { milli: NO_PRICE.unknown, ageH: 0 };
  const out = { milli: NO_PRICE.out, ageH: 3 };
  const prices = FUELS.map((fuel) =>
    fuel === "e10" ? out : fuel === "sp98" ? { milli: 1800, ageH: MAX_AGE_H } : none
  );
  const stations = toStations([{ brand: 1, prices }]);
  const driver = { ...USUAL_DRIVER, fuels: ["sp98", "e10"] as const };
  equal(toPaidColumn(stations, "e10", driver).price[0], NO_PRICE.out);
  equal(toPaidColumn(stations, "sp98", driver).price[0], 1800);
});

Deno.test("verdicts and means never mix two fuels", () => {
  const none = { milli: NO_PRICE.unknown, ageH: 0 };
  const toRow = (e10: number, e85: number): Row => {
    const sold = { e10, e85 } as Record<string, number>;
    return {
      brand: -1,
      prices: FUELS.map((fuel) => sold[fuel] ? { milli: sold[fuel], ageH: 0 } : none),
    };
  };
  const petrol = [1700, 1720, 1740, 1760, 1780, 1800];
  const both = [810, 830, 850];
  const all = [...petrol.map((e10) => toRow(e10, 0)), ...both.map((e85) => toRow(1900, e85))];
  const stations = { ...toStations(all), departments: ["75"] };
  const driver = { ...USUAL_DRIVER, fuels: ["e10", "e85"] as const };
  const column = toPaidColumn(stations, "e10", driver);
  const { ranked, unranked } = findMatching(stations, EMPTY_VIEW, {
    nowMs: 0,
    served: null,
    column,
  });
  const verdictOf = (index: number) => findVerdictAt(stations, column, index);
  // Stations that sell both fuels have dear petrol, which counts among the petrol of the others.
  const levels = all.map((_, index) => verdictOf(index)!.level);
  deepEqual(levels, ["low", "low", "low", "mid", "mid", "mid", "low", "mid", "high"]);
  deepEqual(verdictOf(7), { radiusKm: 5, count: 3, rank: 2, level: "mid" });
  const { departments } = toFarView(stations, { ranked, column, unranked })!;
  deepEqual(departments.map(({ milli, count }) => [milli, count]), [[
    Math.round((10_500 + 3 * 1900) / 9),
    9,
  ]]);
});
