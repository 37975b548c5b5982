import { deepEqual, equal, throws } from "node:assert/strict";
import { placeIndex } from "../../lib/operations/place_index.ts";
import { toKm } from "../../lib/shared/listed_station.ts";
import { findCentres, findTownPositions } from "./centres.ts";
import { readOffCentreTowns, readOfficialCentres, type SourceCommune, type SourcePlace } from "./sources.ts";

const official = await readOfficialCentres();
const offCentre = new Map((await readOffCentreTowns()).map(({ code, name }) => [code, name]));
const index = await placeIndex();

function commune(code: string, formerCodes: string[] = []): SourceCommune {
  return {
    ...{ code, formerCodes, nom: "", departement: code.slice(0, 2), type: "commune-actuelle", zone: "metro" },
    ...{ codesPostaux: [], population: 0 },
  };
}

function centreOf(code: string, formerCodes?: string[]) {
  return findCentres([commune(code, formerCodes)], official).get(code);
}

Deno.test("findCentres() takes the official centre, by a former code where the code is new", () => {
  deepEqual(centreOf("51545"), { lat: 48.7349, lng: 4.2129 });
  deepEqual(centreOf("49126", ["49040", "49069"]), official.get("49069"));
});

Deno.test("findCentres() gives a commune that split off the centre of the one it was part of", () => {
  deepEqual(centreOf("85165"), official.get("85084"));
});

Deno.test("findCentres() puts a city at the mean of its districts", () => {
  const lyon = centreOf("69123")!;
  const districts = [...official].filter(([code]) => /^6938\d$/.test(code)).map(([, centre]) => centre);
  equal(districts.length, 9);
  equal(lyon.lat.toFixed(6), (districts.reduce((sum, { lat }) => sum + lat, 0) / 9).toFixed(6));
});

Deno.test("findCentres() has no centre for a commune that the list does not know", () => {
  equal(centreOf("60694"), undefined);
  equal(centreOf("98412"), undefined);
});

Deno.test("findTownPositions() takes a place of the same code and name, and refuses a namesake", () => {
  const place = { name: "Arles", insee: "13004", lat: 43.68, lng: 4.63 } as SourcePlace;
  deepEqual([...findTownPositions([{ code: "13004", name: "ARLES" }], [place])], [["13004", {
    lat: 43.68,
    lng: 4.63,
  }]]);
  throws(() => findTownPositions([{ code: "66008", name: "Arles" }], [place]), /66008/);
});

Deno.test("every place lies at its official centre; those that do not are listed", () => {
  const known = index.places.filter(({ code }) => official.has(code));
  const moved = known.filter((place) => toKm(place, official.get(place.code)!) > 0.1);
  deepEqual(moved.map(({ code }) => code).sort(), [...offCentre.keys()].sort());
  const unknown = index.places.filter(({ code }) => !official.has(code)).map(({ code }) => code).sort();
  const byFormerCode = ["12218", "14581", "27676", "49126", "69114"];
  const splitOff = ["15031", "15035", "15047", "15171", "85165", "85212"];
  deepEqual(unknown, [...byFormerCode, ...splitOff, "13055", "69123", "75056"].sort());
});
