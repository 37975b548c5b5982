import { equal, ok } from "node:assert/strict";
import { createPlaceIndex } from "../shared/places.ts";
import { toDepartmentCode } from "./postal_code.ts";

function expectAll(cases: [postalCode: string, town: string, expected: string | null][]) {
  for (const [postalCode, town, expected] of cases) {
    equal(toDepartmentCode(postalCode, town), expected, `${postalCode} ${town}`);
  }
}

Deno.test("toDepartmentCode() takes two digits on the mainland", () => {
  expectAll([["01000", "Bourg-en-Bresse", "01"], ["75015", "Paris", "75"], ["95880", "", "95"]]);
});

Deno.test("toDepartmentCode() splits Corsica at 20200", () => {
  expectAll([["20000", "Ajaccio", "2A"], ["20199", "", "2A"], ["20200", "Bastia", "2B"], ["20620", "Biguglia", "2B"]]);
});

Deno.test("toDepartmentCode() takes three digits overseas", () => {
  expectAll([["97110", "", "971"], ["97400", "", "974"], ["97500", "", "975"], ["98800", "Nouméa", "988"]]);
});

Deno.test("toDepartmentCode() knows the codes whose digits are wrong for everybody", () => {
  expectAll([["94390", "Orly aérogare", "91"], ["97133", "", "977"], ["97150", "", "978"], ["98799", "", "989"]]);
});

Deno.test("toDepartmentCode() lets the town decide where a code straddles two departments", () => {
  expectAll([
    ["52100", "SAPIGNICOURT", "51"],
    ["52100", "St-Eulien CEDEX 2", "51"],
    ["52100", "Saint-Dizier", "52"],
    ["06260", "ST PIERRE", "04"],
    ["01200", "éloise", "74"],
    ["01200", "Bellegarde-sur-Valserine", "01"],
    ["13780", "", "13"],
  ]);
});

Deno.test("toDepartmentCode() answers null when no department can be told", () => {
  expectAll([
    ["", "Paris", null],
    ["7500", "Paris", null],
    ["750150", "Paris", null],
    ["2A004", "Ajaccio", null],
    ["00100", "", null],
    ["96000", "", null],
    ["99138", "", null],
    ["98000", "Monaco", null],
    ["97900", "", null],
  ]);
});

Deno.test("toDepartmentCode() is right for every postal code of every commune", () => {
  const files = ["towns", "villages"].map((file) => new URL(`../../static/geo/${file}.json`, import.meta.url));
  const { places } = createPlaceIndex(files.map((file) => JSON.parse(Deno.readTextFileSync(file))));
  const checked = new Set<string>();
  for (const { name, department, postalCodes } of places) {
    for (const postalCode of postalCodes) {
      equal(toDepartmentCode(postalCode, name.toUpperCase()), department, `${postalCode} ${name}`);
      checked.add(postalCode);
    }
  }
  ok(checked.size > 6_200, `${checked.size} postal codes`);
});
