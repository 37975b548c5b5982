import { deepEqual, equal, match } from "node:assert/strict";
import { readOwnBrands, toStationBrand } from "./read_brands.ts";

Deno.test("toStationBrand() gives the canonical brand of a line, its group and its item", () => {
  const { brand, group, wikidata, rawBrand } = toStationBrand({ stationId: "1000001", brand: "super u" });
  deepEqual([brand, group, wikidata, rawBrand], ["Système U", "supermarket", "Q2529029", "super u"]);
});

Deno.test("the project's own brands are in order, once each, in their canonical spelling, with source and date", async () => {
  const text = await Deno.readTextFile(new URL("./station_brands.csv", import.meta.url));
  const [header, ...lines] = text.trimEnd().split("\n");
  equal(header, "station_id,brand,source,date");
  for (const line of lines) {
    match(line, /^[1-9]\d{3,8},[^,]+,(maintainer|prix-essence-nord|carburant-app),\d{4}-\d\d(-\d\d)?$/);
  }
  const own = await readOwnBrands();
  equal(own.length, lines.length);
  const ids = own.map(({ stationId }) => Number(stationId));
  deepEqual(ids, [...new Set(ids)].sort((a, b) => a - b));
  for (const line of own) equal(toStationBrand(line).brand, line.brand, line.stationId);
});
