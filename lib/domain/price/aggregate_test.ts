import { deepEqual, equal } from "../../../tests/support/assert.ts";
import { addToTally, emptyTally, toAggregate } from "./aggregate.ts";

const today = "2026-06-08";
const station = { id: "1", name: null, brand: null, address: null, city: null, department: null };
const tallyOf = (...prices: number[]) => {
  const tally = emptyTally();
  for (const priceMilli of prices) addToTally(tally, { station, price: { priceMilli, atMs: 0 } });
  return tally;
};
const past = (means: Record<string, number>) => new Map(Object.entries(means));

Deno.test("toAggregate() averages the days that have prices, today included", () => {
  const means = past({ "2026-06-07": 1800, "2026-06-03": 1700, "2026-06-01": 9999 });
  const answer = toAggregate({ fuel: "e10", today, tally: tallyOf(1800, 1900), past: means });
  deepEqual([answer.avgPrice1d, answer.avgPrice3d, answer.avgPrice7d], ["1.850", "1.825", "1.783"]);
  deepEqual([answer.minPrice1d, answer.maxPrice1d, answer.stationCount], ["1.800", "1.900", 2]);
});

Deno.test("addToTally() keeps the latest report among equal extremes, then the lowest ID, in any order", () => {
  const prices = [[1800, 5, "3"], [1800, 9, "4"], [1800, 9, "20"], [1900, 1, "5"], [
    1900,
    1,
    "6",
  ]] as const;
  const named = prices.map(([priceMilli, atMs, id]) => ({
    station: { ...station, id },
    price: { priceMilli, atMs },
  }));
  for (
    const order of [
      named,
      named.toReversed(),
      named.toSorted((a, b) => a.price.atMs - b.price.atMs),
    ]
  ) {
    const tally = emptyTally();
    for (const price of order) addToTally(tally, price);
    equal(tally.min?.station.id, "20");
    equal(tally.max?.station.id, "5");
  }
});

Deno.test("toAggregate() computes the trend from the displayed change", () => {
  const trend = (weekAgo: number) =>
    toAggregate({
      fuel: "e10",
      today,
      tally: tallyOf(1800),
      past: past({ "2026-06-01": weekAgo }),
    });
  deepEqual([1795, 1794, 1806, 1794.6].map((weekAgo) => trend(weekAgo).trend7d), [
    "stable",
    "up",
    "down",
    "stable",
  ]);
  deepEqual([1795, 1806].map((weekAgo) => trend(weekAgo).change7d), ["0.005", "-0.006"]);
});

Deno.test("toAggregate() returns nulls and an unknown trend if no station sells the fuel", () => {
  const answer = toAggregate({
    fuel: "gplc",
    today,
    tally: emptyTally(),
    past: past({ "2026-06-01": 1000 }),
  });
  const { avgPrice1d, minPrice1d, maxPrice1d, change7d, trend7d, stationCount } = answer;
  deepEqual([avgPrice1d, minPrice1d, maxPrice1d, change7d, trend7d, stationCount], [
    null,
    null,
    null,
    null,
    "unknown",
    0,
  ]);
});
