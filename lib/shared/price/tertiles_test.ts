import { deepEqual } from "node:assert/strict";
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
