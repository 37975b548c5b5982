import { deepEqual, equal, ok } from "node:assert/strict";
import { distanceToBoxKm, FAR_KM, type PositionFlag, toPosition } from "./position.ts";

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

Deno.test("toPosition() asks for any department when the department is unknown", () => {
  equal(flagOf("4853943", "749812", null), null);
  equal(flagOf("5485394", "749812", null), "far_from_department");
});

Deno.test("toPosition() judges overseas departments by their own boxes, and the Pacific by range alone", () => {
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
