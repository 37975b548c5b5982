import { deepEqual } from "node:assert/strict";
import { toRank } from "./rank.ts";
import { listTertiles, toBounds, toTertile } from "./tertiles.ts";

const toAll = (min: number, low: number, mid: number, max: number) => ({ min, low, mid, max });

Deno.test("toBounds() keeps equal prices in one third", () => {
  deepEqual(toBounds([1799, 1809, 1899, 1900, 1959, 2100]), toAll(1799, 1809, 1900, 2100));
  deepEqual(toBounds([]), null);
});

Deno.test("toTertile() calls no price low that is the highest, and listTertiles() lists those that there are", () => {
  const bounds = toAll(1799, 1809, 1900, 2100);
  deepEqual([1809, 1810, 1901].map((price) => toTertile(price, bounds)), ["low", "mid", "high"]);
  const equal = toAll(1700, 1700, 1700, 1700);
  deepEqual([toTertile(1700, equal), listTertiles(equal)], ["mid", ["mid"]]);
  const mostlyDear = toAll(1992, 2089, 2089, 2089);
  deepEqual([toTertile(2089, mostlyDear), listTertiles(mostlyDear)], ["mid", ["low", "mid"]]);
  deepEqual(listTertiles(toAll(1700, 1700, 1700, 1800)), ["low", "high"]);
});

Deno.test("toRank() ranks a station in the list, and one outside of it among those around it", () => {
  const bounds = toAll(1799, 1809, 1900, 2100);
  const standing = { radiusKm: 5, count: 4, rank: 2, aboveMeanMilli: -25, level: "low" } as const;
  deepEqual(toRank(1799, { bounds, standing: null }), { level: "low", isBest: true });
  deepEqual(toRank(1900, { bounds, standing }), { level: "mid", isBest: false });
  deepEqual(toRank(undefined, { bounds, standing }), { level: "low", isBest: false, radiusKm: 5 });
});
