import { deepEqual, equal, ok } from "node:assert/strict";
import { distanceToBoxKm, FAR_KM, type PositionFlag, toDepartmentCode, toPosition } from "./location.ts";
import { createPlaceIndex } from "../shared/places.ts";

function flagOf(latitude: string, longitude: string, department: string | null): PositionFlag | null {
  return toPosition({ latitude, longitude, department }).flag;
}

Deno.test("toPosition() reads hundred-thousandths, with or without decimals", () => {
  deepEqual(toPosition({ latitude: "4424024.1001506", longitude: "445566", department: "07" }), {
    position: { lat: 44.240241001506, lng: 4.45566 },
    flag: null,
  });
  deepEqual(toPosition({ latitude: " 4737300 ", longitude: "-119600", department: "44" }).position, {
    lat: 47.373,
    lng: -1.196,
  });
});

Deno.test("toPosition() keeps a station on the meridian of Greenwich", () => {
  deepEqual(toPosition({ latitude: "4930000", longitude: "0", department: "14" }), {
    position: { lat: 49.3, lng: 0 },
    flag: null,
  });
});

Deno.test("toPosition() repairs swapped coordinates, in either unit", () => {
  deepEqual(toPosition({ latitude: "519791", longitude: "4620114", department: "01" }), {
    position: { lat: 46.20114, lng: 5.19791 },
    flag: "swapped",
  });
  deepEqual(toPosition({ latitude: "5.19791", longitude: "46.20114", department: "01" }).flag, "swapped");
});

Deno.test("toPosition() repairs plain degrees", () => {
  deepEqual(toPosition({ latitude: "49.143", longitude: "0.266", department: "14" }), {
    position: { lat: 49.143, lng: 0.266 },
    flag: "plain_degrees",
  });
});

Deno.test("toPosition() answers no position for missing, zero and impossible coordinates", () => {
  const cases: [string, string, PositionFlag][] = [
    ["", "", "missing"],
    ["4620114", "", "missing"],
    ["n/a", "519791", "missing"],
    ["1e5", "519791", "missing"],
    ["0", "0", "zero"],
    ["0.0", "519791", "zero"],
    ["99999999", "99999999", "out_of_range"],
    ["99999999999", "519791", "out_of_range"],
  ];
  for (const [latitude, longitude, flag] of cases) {
    deepEqual(
      toPosition({ latitude, longitude, department: "01" }),
      { position: null, flag },
      `${latitude} ${longitude}`,
    );
  }
});

Deno.test("toPosition() never serves a position far from the department as if it were right", () => {
  deepEqual(toPosition({ latitude: "4884440.065", longitude: "291834.896", department: "33" }), {
    position: null,
    flag: "far_from_department",
  });
  equal(flagOf("4912625", "627557", "55"), "far_from_department", "38.8 km off");
});

Deno.test("toPosition() keeps the farthest right station that was seen", () => {
  equal(flagOf("4139100", "916500", "2A"), null, "Bonifacio");
});

Deno.test("toPosition() refuses a geocoder's middle of Paris outside Paris, however near", () => {
  equal(flagOf("4885885.89", "234705.99", "95"), "far_from_department");
  equal(flagOf("4885900", "234700", "59"), "far_from_department");
  equal(flagOf("4885885.89", "234705.99", "75"), null);
});

Deno.test("toPosition() takes any department when the department is unknown", () => {
  equal(flagOf("4853943", "749812", null), null);
  equal(flagOf("5485394", "749812", null), "far_from_department");
});

Deno.test("toPosition() checks overseas departments by their own boxes, and the Pacific by range alone", () => {
  equal(flagOf("-2110000", "5550000", "974"), null);
  equal(flagOf("5550000", "-2110000", "974"), "swapped");
  equal(flagOf("-2110000", "5550000", "971"), "far_from_department");
  equal(flagOf("-2220000", "16640000", "988"), null);
});

Deno.test("distanceToBoxKm() is zero inside and grows outside", () => {
  const box = [45, 4, 46, 5] as const;
  equal(distanceToBoxKm({ lat: 45.5, lng: 4.5 }, box), 0);
  const oneDegreeKm = distanceToBoxKm({ lat: 47, lng: 4.5 }, box);
  ok(Math.abs(oneDegreeKm - 111.19) < 0.01, `${oneDegreeKm}`);
  ok(FAR_KM < oneDegreeKm);
});

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

Deno.test("toDepartmentCode() answers null when no department is known", () => {
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
