import { deepEqual, equal } from "../../tests/support/assert.ts";
import { DEPARTMENTS, getDepartment, METROPOLITAN_DEPARTMENTS } from "./departments.ts";
import { REGION_ROWS } from "./departments.gen.ts";

Deno.test("DEPARTMENTS contains the 96 departments of the mainland and Corsica, and 13 overseas", () => {
  equal(METROPOLITAN_DEPARTMENTS.length, 96);
  equal(DEPARTMENTS.length, 109);
  equal(new Set(DEPARTMENTS.map((department) => department.code)).size, 109);
});

Deno.test("DEPARTMENTS puts Corsica between 19 and 21, and overseas last", () => {
  const codes = DEPARTMENTS.map((department) => department.code);
  deepEqual(codes.slice(18, 22), ["19", "2A", "2B", "21"]);
  deepEqual(codes.slice(95, 98), ["95", "971", "972"]);
  equal(codes.at(-1), "989");
});

Deno.test("getDepartment() returns name and region by code, with Corsica's letters in either case", () => {
  deepEqual(getDepartment("35"), {
    code: "35",
    name: "Ille-et-Vilaine",
    overseas: false,
    regionCode: "53",
    regionName: "Bretagne",
  });
  equal(getDepartment("2a")?.code, "2A");
});

Deno.test("getDepartment() returns null for codes of no department", () => {
  for (
    const code of [
      "",
      "1",
      "00",
      "20",
      "96",
      "99",
      "970",
      "979",
      "980",
      "2C",
      "1A",
      " 01",
      "001",
      "constructor",
    ]
  ) {
    equal(getDepartment(code), null, code);
  }
});

Deno.test("every department has an existing region, and every region has a department", () => {
  const names = new Map(REGION_ROWS);
  for (const { code, regionCode, regionName } of DEPARTMENTS) {
    equal(regionName, names.get(regionCode), code);
  }
  const used = new Set(DEPARTMENTS.map(({ regionCode }) => regionCode));
  for (const [code, name] of REGION_ROWS) equal(used.has(code), true, name);
});
