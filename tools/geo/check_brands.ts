/** Compares the product's table of fuel brands with name-suggestion-index: `deno run -A check_brands.ts`. @module */

import { BRAND_TABLE } from "../../lib/domain/brand_table.ts";
import { findKnownBrand } from "../../lib/domain/brand.ts";
import { readPackageJson } from "./sources.ts";

type Item = {
  displayName: string;
  locationSet: { include?: unknown[] };
  matchNames?: string[];
  tags: Record<string, string>;
};

const CATEGORIES = ["amenity/fuel", "shop/supermarket", "shop/convenience", "shop/wholesale", "shop/car_repair"];
const index = await readPackageJson<{ nsi: Record<string, { items: Item[] }> }>(
  "name-suggestion-index/dist/json/nsi.json",
);
const items = CATEGORIES.flatMap((category) =>
  index.nsi[`brands/${category}`].items.map((item) => ({ category, item }))
);

let problems = 0;
for (const { brand, wikidata } of BRAND_TABLE) {
  const same = items.filter(({ item }) => findKnownBrand(item.displayName)?.brand === brand);
  const codes = new Set(same.map(({ item }) => item.tags["brand:wikidata"]).filter(Boolean));
  if (wikidata === null && codes.size === 0) continue;
  if (wikidata !== null && codes.has(wikidata)) continue;
  problems++;
  console.log(`${brand}: ours ${wikidata}, index ${[...codes].join(" ") || "none"}`);
}
const french = items.filter(({ category, item }) =>
  category === "amenity/fuel" && item.locationSet.include?.includes("fr")
);
for (const { item } of french) {
  if (findKnownBrand(item.displayName)) continue;
  problems++;
  console.log(`Unknown to us: ${item.displayName} (${item.tags["brand:wikidata"]})`);
}
console.log(`${BRAND_TABLE.length} brands, ${french.length} French fuel brands of the index, ${problems} differences`);
