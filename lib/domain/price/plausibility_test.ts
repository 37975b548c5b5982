import { deepEqual, equal } from "../../../tests/support/assert.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { DAY_MS } from "../../shared/units.ts";
import {
  isPetrolPrice,
  isPlausible,
  isSuspectReport,
  PRICE_BOUNDS,
  PriceReference,
} from "./plausibility.ts";

Deno.test("isPlausible() accepts real prices of cheap and expensive years, and rejects markers and typing errors", () => {
  const cases: [Fuel, real: number[], garbage: number[]][] = [
    ["gazole", [944, 985, 1029, 1811, 2359, 2890, 3000], [1, 2, 135, 305, 725, 4536, 8814, 9999]],
    ["sp95", [1137, 1999, 2990], [1, 360, 719, 900, 9999]],
    ["sp98", [1195, 2059, 2980], [2, 475, 690, 9999]],
    ["e10", [1089, 1959, 2664], [1, 484, 677, 756, 7810]],
    ["e85", [401, 485, 699, 1169, 1315], [1, 79, 1550, 1990, 2160, 79_000]],
    ["gplc", [570, 585, 749, 1061, 1481], [1, 250, 1869, 2260]],
  ];
  for (const [fuel, real, garbage] of cases) {
    deepEqual(real.filter((price) => !isPlausible(fuel, price)), [], fuel);
    deepEqual(garbage.filter((price) => isPlausible(fuel, price)), [], fuel);
  }
});

// Proves docs/data.md#bounds-of-prices
Deno.test("isPlausible() includes its limits", () => {
  for (const [fuel, { minMilli, maxMilli }] of Object.entries(PRICE_BOUNDS)) {
    const at = (price: number) => isPlausible(fuel as Fuel, price);
    deepEqual([minMilli - 1, minMilli, maxMilli, maxMilli + 1].map(at), [false, true, true, false]);
  }
});

Deno.test("isPetrolPrice() detects E85 and GPLc at the price of petrol, and returns false if the petrol price is unknown", () => {
  equal(isPetrolPrice("e85", 1437, 1596), true);
  equal(isPetrolPrice("gplc", 1100, 1220), true);
  equal(isPetrolPrice("e85", 1315, 1847), false);
  equal(isPetrolPrice("e85", 1437, null), false);
  equal(isPetrolPrice("gazole", 1500, 1500), false);
});

Deno.test("PriceReference uses the wider of the national and the department's limits", () => {
  const reference = new PriceReference<string>();
  for (let i = 0; i < 40; i++) {
    reference.add(1981 + i, "57");
    reference.add(1801 + i, "01");
  }
  deepEqual(reference.marketOf("57"), { minMilli: 1702, maxMilli: 2720, medianMilli: 1840 });
  deepEqual(reference.marketOf("01"), { minMilli: 1684, maxMilli: 2720, medianMilli: 1840 });
  deepEqual(new PriceReference<string>().marketOf("57"), null);
});

Deno.test("isSuspectReport() flags a low report that the station's history does not explain", () => {
  const odd = { atMs: 20 * DAY_MS, priceMilli: 640, medianMilli: 740, isLow: true };
  const past = { atMs: 14 * DAY_MS, confirmedAtMs: [], isSuspect: false };
  deepEqual([729, 690].map((priceMilli) => isSuspectReport(odd, [{ ...past, priceMilli }], [])), [
    true,
    false,
  ]);
});
