import { deepEqual, equal, ok } from "../../tests/support/assert.ts";
import { placeIndex } from "../../lib/operations/places/find_places.ts";
import { toKm } from "../../lib/places/point.ts";
import { readCentres } from "./sources.ts";

const official = await readCentres("commune_centres_laposte_2023.csv");
const corrected = await readCentres("corrected_centres.csv");
const index = await placeIndex();

Deno.test("every place is at its official centre, except those in the list of corrections", () => {
  const known = index.places.filter(({ code }) => official.has(code));
  const moved = known.filter((place) => toKm(place, official.get(place.code)!) > 0.1);
  deepEqual(
    moved.map(({ code }) => code).sort(),
    [...corrected.keys()].filter((code) => official.has(code)).sort(),
  );
  const unknown = index.places.filter(({ code }) => !official.has(code)).map(({ code }) => code)
    .sort();
  const byFormerCode = ["12218", "14581", "27676", "49126", "69114"];
  const splitOff = ["15031", "15035", "15047", "15171", "85165", "85212"];
  deepEqual(unknown, [...byFormerCode, ...splitOff, "13055", "69123", "75056"].sort());
});

Deno.test("a commune without an official centre is where its former commune or its districts are", () => {
  const districts = [...official].filter(([code]) => /^6938\d$/.test(code)).map(([, centre]) =>
    centre
  );
  equal(districts.length, 9);
  const mean = (axis: "lat" | "lng") =>
    districts.reduce((sum, centre) => sum + centre[axis], 0) / 9;
  const expected = {
    "49126": official.get("49069")!,
    "85165": official.get("85084")!,
    "69123": { lat: mean("lat"), lng: mean("lng") },
  };
  for (const [code, centre] of Object.entries(expected)) {
    ok(toKm(index.byCode.get(code)!, centre) < 0.1, code);
  }
});
