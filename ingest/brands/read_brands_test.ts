import { deepEqual, equal, match, ok, rejects } from "../../tests/support/assert.ts";
import { readBrands, readOwnBrands, toStationBrand } from "./read_brands.ts";

Deno.test("toStationBrand() returns the canonical brand of a row, with its group and Wikidata item", () => {
  const { brand, group, wikidata, rawBrand } = toStationBrand({
    stationId: "1000001",
    brand: "super u",
  });
  deepEqual([brand, group, wikidata, rawBrand], [
    "Système U",
    "supermarket",
    "Q2529029",
    "super u",
  ]);
});

Deno.test("the project's own brands are sorted, unique and canonically spelled, each with source and date", async () => {
  const text = await Deno.readTextFile(new URL("./station_brands.csv", import.meta.url));
  const [header, ...lines] = text.trimEnd().split("\n");
  equal(header, "station_id,brand,source,date");
  for (const line of lines) {
    match(
      line,
      /^[1-9]\d{3,8},[^,]+,(maintainer|prix-essence-nord|carburant-app),\d{4}-\d\d(-\d\d)?$/,
    );
  }
  const own = await readOwnBrands();
  equal(own.length, lines.length);
  const ids = own.map(({ stationId }) => Number(stationId));
  deepEqual(ids, [...new Set(ids)].sort((a, b) => a - b));
  for (const line of own) equal(toStationBrand(line).brand, line.brand, line.stationId);
});

function toFile(rows: Iterable<string>): Uint8Array {
  return new TextEncoder().encode(["ref:FR:prix-carburants,brand,name", ...rows, ""].join("\n"));
}

Deno.test("readBrands() rejects a file with more than 50 000 rows or references", async () => {
  const row = (index: number) => `${1_000_000 + index % 9},Avia,Station`;
  const rows = Array.from({ length: 50_001 }, (_, index) => row(index));
  await rejects(readBrands(toFile(rows)), { message: "The brand file has more than 50000 rows" });
  const joined = Array.from(
    { length: 11 },
    (_, part) =>
      `${
        Array.from({ length: 5_000 }, (_, index) => 1_000_000 + 5_000 * part + index).join(";")
      },Avia,Station`,
  );
  await rejects(readBrands(toFile(joined)), {
    message: "Not a brand file: more than 50000 references to stations",
  });
});

Deno.test("readBrands() lets timers run while it reads many rows for few stations", async () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, index) => `${1_000_000 + index % 9},Sign ${index % 977},Station ${index}`,
  );
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const { brands, rowCount } = await readBrands(toFile(rows));
  clearInterval(timer);
  deepEqual([brands.size, rowCount], [9, 5_000]);
  ok(turns > 10, `${turns} turns`);
});
