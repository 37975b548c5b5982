import { deepEqual, equal } from "../../../tests/support/assert.ts";
import { addLevels, toBounds, toMeanBounds, toTertile } from "./tertiles.ts";

Deno.test("toBounds() keeps equal prices in one third", () => {
  deepEqual(toBounds([1799, 1809, 1899, 1900, 1959, 2100]), { low: 1809, mid: 1900 });
  equal(toBounds([]), null);
});

Deno.test("the highest of several prices is never cheap", () => {
  const toLevels = (...prices: string[]) =>
    addLevels(prices.map((price) => ({ price }))).map(({ level }) => level);
  deepEqual(toLevels("1.700", "1.700"), ["mid", "mid"]);
  deepEqual(toLevels("1.992", "2.089", "2.089", "2.089"), ["low", "mid", "mid", "mid"]);
  deepEqual(toLevels("1.700", "1.700", "1.700", "1.800"), ["low", "low", "low", "high"]);
  deepEqual(toLevels(), []);
});

Deno.test("a department's mean is average if it is within two cents of the national mean", () => {
  const bounds = toMeanBounds("1.700")!;
  deepEqual([1679, 1680, 1720, 1721].map((milli) => toTertile(milli, bounds)), [
    "low",
    "mid",
    "mid",
    "high",
  ]);
  equal(toMeanBounds(null), null);
});
