import { deepEqual, equal, throws } from "node:assert/strict";
import { parseOwnBrands, readOwnBrands, toStationBrand } from "./read_brands.ts";

const HEADER = "station_id,brand,source,date";

Deno.test("parseOwnBrands() reads stations, brands and where they come from", () => {
  deepEqual(
    parseOwnBrands(`${HEADER}\n1000001,"Petit, Fils",maintainer,2026-11-22\n1000002,Avia,carburant-app,2026-06\n`),
    [
      { stationId: "1000001", brand: "Petit, Fils", source: "maintainer", date: "2026-11-22" },
      { stationId: "1000002", brand: "Avia", source: "carburant-app", date: "2026-06" },
    ],
  );
});

Deno.test("parseOwnBrands() refuses what is not as the file should be, by line", () => {
  const bad = [
    "x,Avia,maintainer,2026-11-22",
    "01000001,Avia,maintainer,2026-11-22",
    "1000001,,maintainer,2026-11-22",
    "1000001,Avia,hearsay,2026-11-22",
    "1000001,Avia,maintainer,yesterday",
    "1000003,Avia,maintainer,2026-11-22",
  ];
  for (const line of bad) {
    throws(() => parseOwnBrands(`${HEADER}\n1000003,Esso,maintainer,2026-11-22\n${line}\n`), /^Error: Line 3 /, line);
  }
  throws(() => parseOwnBrands("id,brand\n"), /Line 1/);
  throws(() => parseOwnBrands(""), /Line 1/);
});

Deno.test("toStationBrand() gives the canonical brand of a line, its group and its item", () => {
  const brand = toStationBrand({ stationId: "1000001", brand: "super u", source: "maintainer", date: "2026-11-22" });
  deepEqual([brand.brand, brand.group, brand.wikidata, brand.rawBrand], [
    "Système U",
    "supermarket",
    "Q2529029",
    "super u",
  ]);
});

Deno.test("the project's own brands are in order, each in its canonical spelling", async () => {
  const own = await readOwnBrands();
  const ids = own.map(({ stationId }) => Number(stationId));
  deepEqual(ids, [...ids].sort((a, b) => a - b));
  for (const line of own) equal(toStationBrand(line).brand, line.brand, line.stationId);
});
