import { deepEqual, equal, ok } from "../../../tests/support/assert.ts";
import {
  distanceToBoxKm,
  FAR_KM,
  type PositionFlag,
  toDepartmentCode,
  toPosition,
} from "./location.ts";
import { placeIndex } from "../../operations/places/find_places.ts";

Deno.test("toPosition() parses or repairs coordinates, and rejects positions that are impossible or far from the department", () => {
  const cases: [
    latitude: string,
    longitude: string,
    department: string | null,
    expected: [number, number] | null,
    PositionFlag?,
  ][] = [
    ["4424024.1001506", "445566", "07", [44.240241001506, 4.45566]],
    [" 4737300 ", "-119600", "44", [47.373, -1.196]],
    ["4930000", "0", "14", [49.3, 0]], // on the Greenwich meridian
    ["519791", "4620114", "01", [46.20114, 5.19791], "swapped"],
    ["5.19791", "46.20114", "01", [46.20114, 5.19791], "swapped"],
    ["49.143", "0.266", "14", [49.143, 0.266], "plain_degrees"],
    ["", "", "01", null, "missing"],
    ["4620114", "", "01", null, "missing"],
    ["n/a", "519791", "01", null, "missing"],
    ["1e5", "519791", "01", null, "missing"],
    ["0", "0", "01", null, "zero"],
    ["0.0", "519791", "01", null, "zero"],
    ["99999999", "99999999", "01", null, "out_of_range"],
    ["99999999999", "519791", "01", null, "out_of_range"],
    ["4884440.065", "291834.896", "33", null, "far_from_department"],
    ["4912625", "627557", "55", null, "far_from_department"], // 38.8 km off
    // Bonifacio, the farthest correct station on record
    ["4139100", "916500", "2A", [41.391, 9.165]],
    // A geocoder's centre of Paris is rejected however near it is.
    ["4885885.89", "234705.99", "95", null, "far_from_department"],
    ["4885900", "234700", "59", null, "far_from_department"],
    ["4885886", "234706", "75", [48.85886, 2.34706]],
    ["4853943", "749812", null, [48.53943, 7.49812]],
    ["5485394", "749812", null, null, "far_from_department"],
    ["-2110000", "5550000", "974", [-21.1, 55.5]],
    ["5550000", "-2110000", "974", [-21.1, 55.5], "swapped"],
    ["-2110000", "5550000", "971", null, "far_from_department"],
    ["-2220000", "16640000", "988", [-22.2, 166.4]], // overseas Pacific territories have no box
  ];
  for (const [latitude, longitude, department, expected, flag = null] of cases) {
    const position = expected && { lat: expected[0], lng: expected[1] };
    deepEqual(
      toPosition({ latitude, longitude, department }),
      { position, flag },
      `${latitude} ${longitude}`,
    );
  }
});

Deno.test("distanceToBoxKm() returns 0 inside the box and the distance outside", () => {
  const box = [45, 4, 46, 5] as const;
  equal(distanceToBoxKm({ lat: 45.5, lng: 4.5 }, box), 0);
  const oneDegreeKm = distanceToBoxKm({ lat: 47, lng: 4.5 }, box);
  ok(Math.abs(oneDegreeKm - 111.19) < 0.01, `${oneDegreeKm}`);
  ok(FAR_KM < oneDegreeKm);
});

Deno.test("toDepartmentCode() uses the postal code, then the town if a code spans two departments, else returns null", () => {
  const cases: Record<string, [postalCode: string, town: string][]> = {
    "01": [["01000", "Bourg-en-Bresse"], ["01200", "Bellegarde-sur-Valserine"]],
    "04": [["06260", "ST PIERRE"]],
    "13": [["13780", ""]],
    "2A": [["20000", "Ajaccio"], ["20199", ""]],
    "2B": [["20200", "Bastia"], ["20620", "Biguglia"]],
    "51": [["52100", "SAPIGNICOURT"], ["52100", "St-Eulien CEDEX 2"]],
    "52": [["52100", "Saint-Dizier"]],
    "74": [["01200", "éloise"]],
    "91": [["94390", "Orly aérogare"]],
    "971": [["97110", ""]],
    "977": [["97133", ""]],
    "988": [["98800", "Nouméa"]],
    "989": [["98799", ""]],
  };
  for (const [department, places] of Object.entries(cases)) {
    for (const [postalCode, town] of places) {
      equal(toDepartmentCode(postalCode, town), department, postalCode);
    }
  }
  for (
    const unknown of ["", "7500", "750150", "2A004", "00100", "96000", "99138", "98000", "97900"]
  ) {
    equal(toDepartmentCode(unknown, "Paris"), null, unknown);
  }
});

Deno.test("toDepartmentCode() is right for every postal code of every commune", async () => {
  const { places } = await placeIndex();
  const checked = new Set<string>();
  for (const { name, department, postalCodes } of places) {
    for (const postalCode of postalCodes) {
      equal(toDepartmentCode(postalCode, name.toUpperCase()), department, `${postalCode} ${name}`);
      checked.add(postalCode);
    }
  }
  ok(checked.size > 6_200, `${checked.size} postal codes`);
});
