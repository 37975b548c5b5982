import { deepEqual, equal, ok } from "node:assert/strict";
import { loadTownTable } from "../ingest/check.ts";
import { findFarPlaces, groupByCommune, type LocatedStation, WRONG_POSITIONS } from "./check_places.ts";

const towns = await loadTownTable();

function station(id: number, lat: number, lng: number, place = "51320 SOMMESOUS"): LocatedStation {
  return { id, postalCode: place.slice(0, 5), rawCity: place.slice(6), position: { lat, lng } };
}

function findFar(...stations: LocatedStation[]) {
  return findFarPlaces(groupByCommune(stations, towns));
}

Deno.test("findFarPlaces() finds a commune more than 10 km from the mean of its stations", () => {
  deepEqual(findFar(station(51320001, 48.75, 4.19)), []);
  const { place, km, reasons } = findFar(station(51320001, 48.75, 4.19), station(51320002, 49.05, 4.19))[0]!;
  equal(place.code, "51545");
  ok(km > 10 && km < 20, `${km} km`);
  deepEqual(reasons, []);
});

Deno.test("findFarPlaces() takes a wrong position as the reason only when the other stations are near", () => {
  const wrong = station(68470002, 47.888, 7.218, "68470 Fellering");
  deepEqual(findFar(wrong)[0]!.reasons, [WRONG_POSITIONS[68470002]]);
  deepEqual(findFar(wrong, station(68470003, 47.88, 7.3, "68470 Fellering"))[0]!.reasons, []);
});

Deno.test("groupByCommune() takes a station by postal code and town together, never by its town alone", () => {
  const groups = groupByCommune([station(1, 48.75, 4.19), station(2, 48.75, 4.19, "51000 SOMMESOUS")], towns);
  deepEqual([...groups.values()].map((group) => group.map(({ id }) => id)), [[1]]);
});
