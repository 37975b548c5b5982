import { deepEqual, equal, rejects } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { runInSlices } from "../../shared/slices.ts";
import {
  type BrandRow,
  mergeBrandRows as mergeInSteps,
  parseBrandRows as parseInSteps,
} from "./brand_rows.ts";

const parseBrandRows = (records: string[][]) => runInSlices(parseInSteps(records));
const mergeBrandRows = (rows: readonly BrandRow[]) => runInSlices(mergeInSteps(rows));

const HEADER = ["ref:FR:prix-carburants", "brand", "name", "operator", "branch"];

function rowOf(ids: string, brand: string, name = "", operator = ""): BrandRow {
  return { stationIds: ids.split(";"), raw: { brand, name, operator, branch: "" } };
}

Deno.test("parseBrandRows() splits joined references, strips zeros and counts the rows it skips", async () => {
  const { rows, ...report } = await parseBrandRows([
    HEADER,
    ["69500008; 07140001", "Total", "Total Access", "", ""],
    ["", "Avia", "", "", ""],
    ["n/a;69500009", "Esso"],
    ["abc", "Esso", "", "", ""],
  ]);
  deepEqual(rows.map((row) => row.stationIds), [["69500008", "7140001"], ["69500009"]]);
  deepEqual(rows[1]!.raw, { brand: "Esso", name: "", operator: "", branch: "" });
  deepEqual(report, { rowCount: 4, withoutStation: 2 });
});

Deno.test("parseBrandRows() finds columns by name, in any order and among other columns", async () => {
  const header = ["osm_id", "name", "brand", "ref:FR:prix-carburants"];
  const { rows } = await parseBrandRows([header, ["1", "Relais", "BP", "1000001"]]);
  deepEqual(rows, [{
    stationIds: ["1000001"],
    raw: { brand: "BP", name: "Relais", operator: "", branch: "" },
  }]);
});

Deno.test("parseBrandRows() drops invisible characters and limits the length of names and brands", async () => {
  const hidden = "To\u200btal\u202e \u2066Access\u2069\ufeff\u001b[31m";
  const { rows } = await parseBrandRows([HEADER, [
    "1000001",
    hidden,
    "x".repeat(100_000),
    `\u061c${hidden}`,
    "",
  ]]);
  const { brand, name, operator } = rows[0]!.raw;
  deepEqual([brand, name.length, operator], ["Total Access [31m", 300, "Total Access [31m"]);
});

Deno.test("parseBrandRows() rejects a changed header and an empty file", async () => {
  const changed = [["ref", "brand", "name"], ["1000001", "BP", ""]];
  await rejects(parseBrandRows(changed), /without the column ref:FR:prix-carburants/);
  await rejects(parseBrandRows([]), /without the column/);
});

Deno.test("mergeBrandRows() gives the brand to each station of a joined reference", async () => {
  const brands = await mergeBrandRows([rowOf("1000001;1000002", "Avia")]);
  deepEqual([...brands.keys()], ["1000001", "1000002"]);
});

Deno.test("mergeBrandRows() takes the name from another object of the same brand, however it is spelled", async () => {
  const brands = await mergeBrandRows([
    rowOf("1000001", "Total"),
    rowOf("1000001", "TotalEnergies", "Relais du Lac"),
  ]);
  equal(brands.get("1000001")?.name, "Relais du Lac");
});

Deno.test("mergeBrandRows() prefers cars to lorries and gas, known brands, the brand column, the majority and the supermarket", async () => {
  const cases: [chosen: string, rows: [brand: string, name?: string, operator?: string][]][] = [
    ["TotalEnergies", [["AS 24", "AS 24", "AS24"], ["Total Access"]]],
    ["Esso", [["Avia", "L/CNG station"], ["Esso"]]],
    ["Intermarché", [["V-Gas", "Station GNV", "Proviridis"], ["Intermarché"]]],
    ["TotalEnergies", [["", "", "Carrefour"], ["Total", "Total"]]],
    ["Avia", [["Avia"], ["Avia XPress"], ["Super U"]]],
    ["Intermarché", [["Esso", "Esso", "Esso"], ["Intermarché"]]],
  ];
  for (const [chosen, rows] of cases) {
    const brands = await mergeBrandRows(rows.map((row) => rowOf("1000001", ...row)));
    equal(brands.get("1000001")?.brand, chosen, JSON.stringify(rows));
  }
});

Deno.test("mergeBrandRows() writes an unknown brand in its most common spelling", async () => {
  const brands = await mergeBrandRows([
    rowOf("1000001", "Rousseau carburant"),
    rowOf("1000002", "Rousseau Carburant"),
    rowOf("1000003", "Rousseau Carburant"),
  ]);
  deepEqual([...brands.values()].map((entry) => entry.brand), Array(3).fill("Rousseau Carburant"));
  equal(brands.get("1000001")?.rawBrand, "Rousseau carburant");
});

// Proves docs/data.md#brands-and-names
Deno.test("mergeBrandRows() makes names agree with brands", async () => {
  const brands = await mergeBrandRows([
    rowOf("1000001", "BP", "Esso"),
    rowOf("1000002", "E.Leclerc", "Station Service Super U"),
    rowOf("1000003", "Avia", "Relais du Lac"),
  ]);
  deepEqual([...brands.values()].map(({ brand, name }) => [brand, name]), [
    ["Esso", "Esso"],
    ["E.Leclerc", null],
    ["Avia", "Relais du Lac"],
  ]);
});

Deno.test("mergeBrandRows() ignores a name that contradicts the brand, from an object it did not choose", async () => {
  const brands = await mergeBrandRows([
    rowOf("1000001", "Avia", "Avia", "Avia"),
    rowOf("1000001", "Avia", "Station Total"),
  ]);
  equal(brands.get("1000001")?.name, "Avia");
});

Deno.test("mergeBrandRows() takes the station's own sign if no object has a brand or says that it is unbranded", async () => {
  const brands = await mergeBrandRows([
    rowOf("1000001", "", "Garage Bernard"),
    rowOf("1000002", "", "Station communale de Bure"),
    rowOf("1000003", "Independent", "Gaston"),
    rowOf("1000004", "", "Relais du Lac"),
    rowOf("1000004", "Esso"),
    rowOf("1000005", "", "CARBURANTS LOTI"),
    rowOf("1000006", "", "Carburants Loti"),
    rowOf("1000007", "aucune", "Station-service"), // nothing is known about it
  ]);
  deepEqual([...brands].map(([id, { brand, name, group }]) => [id, brand, name, group]), [
    ["1000001", "Garage Bernard", "Garage Bernard", "independent"],
    ["1000002", null, "Station communale de Bure", null],
    ["1000003", null, "Gaston", "independent"],
    ["1000004", "Esso", null, "oil_company"],
    ["1000005", "Carburants Loti", "Carburants Loti", "independent"],
    ["1000006", "Carburants Loti", "Carburants Loti", "independent"],
  ]);
});

Deno.test("mergeBrandRows() returns the same result for rows in any order", async () => {
  const text = fc.constantFrom(
    ...",Avia,Total,Super U,AS 24,Machin,machin,Independent,Garage Truc".split(","),
  );
  const ids = fc.constantFrom("1000001", "1000002", "1000001;1000002");
  const row = fc.record({ ids, brand: text, name: text, operator: text })
    .map(({ ids, brand, name, operator }) => rowOf(ids, brand, name, operator));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
      const one = await mergeBrandRows(rows);
      const other = await mergeBrandRows([...rows].reverse());
      deepEqual([...other], [...one]);
    }),
    { seed: 20261121, numRuns: 300 },
  );
});
