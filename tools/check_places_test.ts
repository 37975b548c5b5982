import { deepEqual, equal, ok } from "node:assert/strict";
import { loadTownTable } from "../ingest/check.ts";
import { TIER } from "../tests/support/tier.ts";
import {
  findFarPlaces,
  groupByCommune,
  type LocatedStation,
  readLocatedStations,
  WRONG_POSITIONS,
} from "./check_places.ts";

const FOLDER = new URL("../../shared/data/feed/", import.meta.url).pathname;

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

/** Real feeds, when they are there: the newest one, or all before a release. */
async function findFeeds(): Promise<string[]> {
  const files = await Array.fromAsync(Deno.readDir(FOLDER)).catch(() => []);
  const names = files.map(({ name }) => name).filter((name) => name.endsWith(".zip"));
  // by the day in their names
  names.sort((a, b) => a.replace(/^\D+/, "") < b.replace(/^\D+/, "") ? -1 : 1);
  return TIER === "long" ? names : names.slice(-1);
}

const feeds = await findFeeds();

Deno.test({
  name: "no commune lies more than 10 km from the mean of its stations without a known reason, in real feeds",
  ignore: feeds.length === 0,
  async fn() {
    const unused = new Set(Object.keys(WRONG_POSITIONS));
    for (const name of feeds) {
      const groups = groupByCommune(await readLocatedStations(FOLDER + name), towns);
      ok(groups.size > 5000, `${name}: ${groups.size} communes`);
      const far = findFarPlaces(groups);
      const unexplained = far.filter(({ reasons }) => reasons.length === 0);
      deepEqual(unexplained.map(({ place, km }) => `${place.code} ${place.name} ${km}`), [], name);
      for (const { id } of far.flatMap(({ stations }) => stations)) unused.delete(String(id));
    }
    if (TIER === "long") deepEqual([...unused], [], "wrong positions that explain nothing");
  },
});
