import { deepEqual, equal, ok } from "../../tests/support/assert.ts";
import { countCompared, findPlaceAtEnd, findPlaces } from "./find_places.ts";
import { findSuggestions, isMotorwayArea, isTerritory } from "./suggestions.ts";
import { isCovered } from "./coverage.ts";
import type { MotorwayArea } from "../domain/bulk_files.ts";
import { toAreaLabel } from "./motorway_areas.ts";
import type { Point } from "./point.ts";
import { placeIndex } from "../operations/places/find_places.ts";
import { getPlace } from "./places.ts";

const index = await placeIndex();

Deno.test("getPlace() decodes code, postal codes, centre and population, and returns null for an unknown code", () => {
  deepEqual(getPlace(index, "2a004"), {
    code: "2A004",
    name: "Ajaccio",
    department: "2A",
    postalCodes: ["20000", "20090", "20167"],
    lat: 41.935,
    lng: 8.701,
    population: 76320,
  });
  equal(getPlace(index, "00000"), null);
});

Deno.test("createPlaceIndex() contains every commune once, in France or overseas, with valid postal codes", () => {
  ok(index.places.length > 34_900, `${index.places.length} places`);
  equal(index.byCode.size, index.places.length);
  for (const place of index.places) {
    ok(
      /^(\d\d|2[AB])\d{3}$/.test(place.code) && place.code.startsWith(place.department),
      place.code,
    );
    ok(
      place.postalCodes.length > 0 && place.postalCodes.every((code) => /^\d{5}$/.test(code)),
      place.code,
    );
    const inMetropole = place.lat > 41.3 && place.lat < 51.1 && place.lng > -5.2 && place.lng < 9.6;
    ok(place.department.length === 3 || inMetropole, `${place.code} at ${place.lat}, ${place.lng}`);
  }
});

Deno.test("findPlaces() ranks an exact name before longer ones, then those with stations, then by population", () => {
  const find = (text: string, limit: number) =>
    findPlaces(index, text, { limit }).map(({ name, department }) => `${name} ${department}`);
  deepEqual(find("saint-denis", 4), [
    "Saint-Denis 93",
    "Saint-Denis 11",
    "Saint-Denis 30",
    "Saint-Denis 974",
  ]);
  deepEqual(find("Aix", 3), ["Aix-en-Provence 13", "Aix-les-Bains 73", "Aix 19"]);
});

Deno.test("findPlaces() finds a place by any spelling, with a typing error, by postal code, number, department or district", () => {
  const cases: Record<string, string[]> = {
    "33063": ["bor"],
    "06088": ["nice"],
    "75056": ["Paris", "75"],
    "42218": ["ST ETIENNE", "saint etiene"],
    "30351": ["villeneuve les avignon"],
    "94038": ["lhay", "L'haÿ LES roses", "roses hay"],
    "85113": ["ile d yeu"],
    "76351": ["havre"],
    "72181": ["mans"],
    "49099": ["49300"],
    "44109": ["4400"],
    "26362": ["valence 26", "valence drome"],
    "2A004": ["ajaccio 2a"],
    "91479": ["94390"],
    "93066": ["Saint-Denis en Seine-Saint-Denis"],
    "69123": ["69123"],
    "75115": ["75015", "paris 15", "15e arrondissement", "15ème"],
    "69383": ["lyon 03"],
    "13201": ["marseille 1"],
    "38185": ["grenble"],
    "13055": ["marseile"],
    "34172": ["monpellier", "montpelier"],
    "31555": ["tuolouse"],
    "63113": ["clermon ferand 63"],
  };
  for (const [code, texts] of Object.entries(cases)) {
    for (const text of texts) equal(findPlaces(index, text)[0]?.code, code, text);
  }
  ok(findPlaces(index, "valence 82").every((place) => place.department === "82"));
  for (const text of ["paris", "15"]) {
    const districts = findPlaces(index, text, { limit: 50 }).filter(({ name }) =>
      name.includes("Arrondissement")
    );
    deepEqual(districts, [], "a bare city name or number must not match");
  }
  deepEqual(findPlaces(index, "grenble", { isExact: true }), []);
  deepEqual(findPlaces(index, "grande rue"), [], "a street must not match a misspelt town");
});

Deno.test("findPlaces() finds a former commune and returns which name matched", () => {
  const [place] = findPlaces(index, "bellegarde-sur-valserine");
  equal(place?.name, "Valserhône");
  equal(place?.formerName, "Bellegarde-sur-Valserine");
  equal(findPlaces(index, "valserhone")[0]?.formerName, null);
});

Deno.test("findPlaces() returns each place once, up to the limit", () => {
  const places = findPlaces(index, "sa", { limit: 100 });
  equal(places.length, 100);
  equal(new Set(places.map((place) => place.code)).size, 100);
  equal(findPlaces(index, "sa").length, 8);
});

Deno.test("findPlaces() returns nothing for text without letters, unknown names and contradictions", () => {
  for (const text of ["", "  ", "-'", "zzzz", "99999", "nantes 75", "x".repeat(5000), "\n\n"]) {
    deepEqual(findPlaces(index, text), [], text.slice(0, 20));
  }
});

Deno.test("a one-letter word matches a whole name, not the start of one", () => {
  deepEqual(findPlaces(index, "s"), []);
  equal(findPlaces(index, "y")[0]?.code, "80829");
});

Deno.test("countCompared() counts the names that a text is compared with, including those of addresses", () => {
  const most = index.entries.length + 20_000;
  const cases: [text: string, least: number, most: number][] = [
    ["lyon", 1, 100],
    ["grenoblle", index.entries.length, most],
    ["12 rue de la paix paris", 1, 1_000],
    ["rue 7 m 2 c 2 s 2 l l", 1, 1_000],
    [`impasse ${"saint ".repeat(18)}`, 30_000, most],
    [`${"saint ".repeat(18)}zz`, index.entries.length, most],
    ["s l m b c d v", index.entries.length, index.entries.length],
    ["s", 0, 0],
  ];
  for (const [text, from, to] of cases) {
    const compared = countCompared(index, text);
    ok(compared >= from && compared <= to, `${text}: ${compared}`);
  }
  equal(
    countCompared(index, "grenoblle", { isExact: true }),
    countCompared(index, "grenoblle") - index.entries.length,
  );
});

Deno.test("findPlaceAtEnd() finds the town or the postal code at the end of an address", () => {
  const cases: [text: string, code: string | undefined][] = [
    ["12 rue de la paix paris", "75056"],
    ["3 avenue Foch, 75002 Paris", "75102"],
    ["rue d’Alésia 75014", "75114"],
    ["8 place du marché saint etienne", "42218"],
    ["12 rue de la paix", undefined],
    ["a ".repeat(60), undefined],
  ];
  for (const [text, code] of cases) equal(findPlaceAtEnd(index, text)?.code, code, text);
});

Deno.test("findSuggestions() finds departments and regions by name, by code and with a typing error", () => {
  const first = (text: string) => {
    const [found] = findSuggestions(index, text, { limit: 6 });
    return found && !isMotorwayArea(found) &&
      `${isTerritory(found) ? found.kind : "place"} ${found.code}`;
  };
  const cases: [text: string, expected: string][] = [
    ["corse", "region 94"],
    ["haute corse", "department 2B"],
    ["2a", "department 2A"],
    ["38", "department 38"],
    ["la creuse", "department 23"],
    ["bretange", "region 53"],
    ["paca", "region 93"],
    ["vienne", "place 38544"],
    ["paris", "place 75056"],
    ["bordeaux", "place 33063"],
    ["La Réunion", "region 04"],
    ["Guadeloupe", "region 01"],
    ["Martinique", "region 02"],
    ["Guyane", "region 03"],
    ["Mayotte", "region 06"],
    ["Saint-Martin", "region 978"],
  ];
  for (const [text, expected] of cases) equal(first(text), expected, text);
});

const AREAS: MotorwayArea[] = [
  { name: "Aire de Beaune Tailly", road: "A6", town: "Merceuil", latitude: 46.97, longitude: 4.85 },
  { name: "Aire de Nemours", road: "A6", town: "Nemours", latitude: 48.25, longitude: 2.72 },
  { name: null, road: "A61", town: "Capendu", latitude: 43.19, longitude: 2.57 },
];

Deno.test("findSuggestions() finds rest areas by name and motorway, nearest first, without hiding towns", () => {
  const find = (text: string, near: Point | null = null) =>
    findSuggestions(index, text, { limit: 6, areas: AREAS, near }).map((one) =>
      isMotorwayArea(one) ? toAreaLabel(one) : one.name
    );
  deepEqual(find("aire de beaune"), ["Aire de Beaune Tailly (A6)"]);
  deepEqual(find("Tailly A6"), ["Aire de Beaune Tailly (A6)"]);
  deepEqual(find("a6"), ["Aire de Nemours (A6)", "Aire de Beaune Tailly (A6)"]);
  deepEqual(find("autoroute 6", { lat: 46, lng: 5 })[0], "Aire de Beaune Tailly (A6)");
  deepEqual(find("A 61"), ["A61 · Capendu"]);
  equal(find("beaune")[0], "Beaune");
  equal(find("aire sur la lys")[0], "Aire-sur-la-Lys");
  deepEqual(find("aire de nulle part").filter((name) => name.startsWith("Aire de")), []);
});

Deno.test("findSuggestions() puts a place with stations before its namesakes overseas, however many there are", () => {
  const namesakes = Map.groupBy(index.places, ({ name }) => name);
  const shared = [...namesakes].filter(([, places]) =>
    places.some(isCovered) && !places.every(isCovered)
  );
  ok(shared.length > 20, `${shared.length} names are shared with an overseas place`);
  for (const [name, places] of shared) {
    const [first, ...others] = findSuggestions(index, name, { limit: 20 });
    ok(first && !isMotorwayArea(first) && (isTerritory(first) || isCovered(first)), name);
    const offered = new Set(
      [first, ...others].flatMap((one) => "population" in one ? one.code : []),
    );
    ok(places.every(({ code }) => offered.has(code)), name);
  }
});
