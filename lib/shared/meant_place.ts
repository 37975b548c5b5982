/** Tells which one place a text names in full, and never chooses among namesakes of like size. @module */

import { type Asked, readText } from "./asked_place.ts";
import { isCovered } from "./coverage.ts";
import { DEPARTMENTS } from "./departments.ts";
import { findPlaces } from "./find_places.ts";
import { toNameWords } from "./place_name.ts";
import { type Entry, getPlace, type Place, type PlaceIndex, START_LETTERS } from "./places.ts";
import { findTerritories, type Territory } from "./territories.ts";

/** A place with its department, as a sentence names it ("Lyon (69)") and as a caller names it alone. */
export type NamedPlace = Place & { readonly label: string; readonly ask: string };

/** What a text means. */
export type Meant =
  /** One place; `remark` tells what else has the name, or by what it was found, where that is to be said. */
  | { readonly kind: "place"; readonly place: NamedPlace; readonly remark: string | null }
  /** A department or region and nothing else. */
  | { readonly kind: "territory"; readonly territory: Territory }
  /** Several of like size, most people first, and departments or regions of the name. */
  | { readonly kind: "several"; readonly places: readonly NamedPlace[]; readonly territories: readonly Territory[] }
  /** Only places overseas, where the source has no stations. */
  | { readonly kind: "uncovered"; readonly name: string }
  /** None; `nearest` have names that are alike. */
  | { readonly kind: "unknown"; readonly nearest: readonly NamedPlace[] };

/** A place so many times larger than all its namesakes is meant by the bare name … */
const MUCH_LARGER = 10;
/** … when it has so many people. */
const TOWN_PEOPLE = 10_000;
/** Below this a territory of the same name may be meant as well. */
const SMALL_PEOPLE = 2000;
const MOST_OFFERED = 5;
const MOST_NAMED = 2;
/** Words of the longest names, and some more. */
const MOST_WORDS = 10;

function entriesOf({ starts }: PlaceIndex, text: string): readonly Entry[] {
  return starts.get(text.slice(0, START_LETTERS)) ?? [];
}

function isWithin({ place }: Entry, { postalCode, departments }: Asked): boolean {
  return (departments === null || departments.includes(place.department)) &&
    (postalCode === null || place.postalCodes.includes(postalCode));
}

function toPlaces(entries: readonly Entry[]): Place[] {
  return [...new Set(entries.map(({ place }) => place))].sort((a, b) => b.population - a.population);
}

/** The communes of a name, in full; those whose name it was only where none has it now. */
function findByName(index: PlaceIndex, asked: Asked): Place[] {
  const key = asked.words.replaceAll(" ", "");
  const isNamed = (entry: Entry) => entry.key === key || entry.bare === asked.words;
  const groups = new Set([entriesOf(index, key), entriesOf(index, asked.words)]);
  const named = [...groups].flatMap((group) => group.filter((entry) => isNamed(entry) && isWithin(entry, asked)));
  const own = named.filter(({ formerName }) => formerName === null);
  const former = named.filter(({ formerName }) => formerName !== null);
  for (const entries of [own, former]) {
    for (const isEqual of [(entry: Entry) => entry.key === key, (entry: Entry) => entry.bare === asked.words]) {
      const found = toPlaces(entries.filter(isEqual));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** Towns whose names go on after these words: people say "Aix" and "Clermont". */
function findBegun(index: PlaceIndex, asked: Asked): Place[] {
  const start = `${asked.words} `;
  const begins = ({ words, bare, district, formerName }: Entry) =>
    !district && formerName === null && (words.startsWith(start) || bare.startsWith(start));
  return toPlaces(entriesOf(index, asked.words).filter((entry) => begins(entry) && isWithin(entry, asked)));
}

function findDistrict(index: PlaceIndex, { words, district }: Asked): Place[] {
  const name = `${words} ${district}${district === 1 ? "er" : "e"} arrondissement`;
  return toPlaces(entriesOf(index, words).filter((entry) => entry.district && entry.words === name));
}

function findByPostalCode(index: PlaceIndex, asked: Asked): Place[] {
  const entries = entriesOf(index, asked.postalCode!)
    .filter((entry) => isWithin(entry, asked) && entry.formerName === null);
  const districts = entries.filter(({ district }) => district);
  return toPlaces(districts.length > 0 ? districts : entries);
}

/** A place as it is named and asked for; `ask` always means it alone. */
export function toNamedPlace(index: PlaceIndex, place: Place): NamedPlace {
  const label = place.name.endsWith(" Arrondissement") ? place.name : `${place.name} (${place.department})`;
  const words = toNameWords(place.name);
  const asked = { words, postalCode: null, departments: [place.department], district: null };
  const isAlone = findByName(index, asked).length === 1;
  return { ...place, label, ask: isAlone ? label : `INSEE ${place.code}` };
}

function nameSome(places: readonly Place[]): string {
  const names = places.slice(0, MOST_NAMED).map(({ name, department }) => `${name} (${department})`);
  const more = places.length - names.length;
  return more > 0 ? `${names.join(", ")} or ${more} more` : names.join(" or ");
}

type Choice = {
  readonly index: PlaceIndex;
  /** The most people first. */
  readonly places: readonly Place[];
  readonly territories: readonly Territory[];
  /** The name in comparable words, where they were found by it. */
  readonly words?: string;
};

function toTerritory(territory: Territory): Meant {
  return isCovered(territory) ? { kind: "territory", territory } : { kind: "uncovered", name: territory.name };
}

/** The one of these that is meant, the most people first, or all of them. */
function choose({ index, places, territories, words }: Choice): Meant {
  const covered = places.filter(isCovered);
  const [first, second] = covered;
  if (!first) {
    if (places.length === 0) return toTerritory(territories[0]!);
    return { kind: "uncovered", name: `${places[0]!.name} (${places[0]!.department})` };
  }
  const rivals = first.population >= SMALL_PEOPLE ? [] : territories;
  const isAlone = !second || (first.population >= TOWN_PEOPLE && first.population >= MUCH_LARGER * second.population);
  if (!isAlone || rivals.length > 0) {
    const named = covered.slice(0, MOST_OFFERED).map((place) => toNamedPlace(index, place));
    return { kind: "several", places: named, territories: rivals };
  }
  const passedOver = [...places.filter((place) => !isCovered(place)), ...covered.slice(1)];
  const area = territories.length > 0 ? `the ${territories[0]!.kind} ${territories[0]!.name}` : null;
  const others = [...passedOver.length > 0 ? [nameSome(passedOver)] : [], ...area ? [area] : []].join(" or ");
  const place = toNamedPlace(index, first);
  const isFormer = words !== undefined && !toNameWords(first.name).includes(words);
  const what = isFormer ? `${place.label}, which the former commune has joined` : place.label;
  return { kind: "place", place, remark: others === "" && !isFormer ? null : what + (others && `, not ${others}`) };
}

/** A postal code means its largest commune, which is said. */
function choosePostal(index: PlaceIndex, postalCode: string, places: readonly Place[]): Meant {
  const [first] = places;
  if (!isCovered(first!)) return { kind: "uncovered", name: `${first!.name} (${first!.department})` };
  const place = toNamedPlace(index, first!);
  const largest = places.length > 1 ? `, the largest of ${places.length} communes` : "";
  const byCode = getPlace(index, postalCode);
  const other = byCode && !places.includes(byCode)
    ? `; the INSEE code ${postalCode} is ${byCode.name} (${byCode.department})`
    : "";
  const remark = largest + other === "" ? null : `Postal code ${postalCode} is ${place.label}${largest}${other}`;
  return { kind: "place", place, remark };
}

/** What one reading of the text means; null when it means nothing. */
function readMeant(index: PlaceIndex, asked: Asked): Meant | null {
  if (asked.words === "") {
    if (asked.postalCode === null) return null;
    const places = findByPostalCode(index, asked);
    if (places.length > 0) return choosePostal(index, asked.postalCode, places);
    const place = getPlace(index, asked.postalCode);
    return place && choose({ index, places: [place], territories: [] });
  }
  if (asked.district !== null) {
    const places = findDistrict(index, asked);
    return places.length > 0 ? choose({ index, places, territories: [] }) : null;
  }
  return chooseByName(index, asked);
}

function chooseByName(index: PlaceIndex, asked: Asked): Meant | null {
  const { words } = asked;
  const exact = findByName(index, asked);
  const begun = findBegun(index, asked);
  const isNarrow = asked.departments !== null || asked.postalCode !== null;
  const territories = isNarrow ? [] : findTerritories(words).exact;
  if (exact.length === 0) {
    if (begun.length === 0 && territories.length === 0) return null;
    const meant = choose({ index, places: begun, territories, words });
    return meant.kind === "place" && meant.remark === null ? { ...meant, remark: meant.place.label } : meant;
  }
  const largest = exact[0]!.population;
  const isLarger = (place: Place) => place.population >= TOWN_PEOPLE && place.population > largest;
  const larger = isNarrow ? [] : begun.filter((place) => !exact.includes(place) && isLarger(place));
  if (larger.length === 0) return choose({ index, places: exact, territories, words });
  // whoever says "Aix" may mean the village of that name or the town that is called so for short
  const places = [...larger, ...exact].filter(isCovered).slice(0, MOST_OFFERED);
  const rivals = largest >= SMALL_PEOPLE ? [] : territories;
  return { kind: "several", places: places.map((place) => toNamedPlace(index, place)), territories: rivals };
}

function findOverseas(words: string): string | null {
  const bare = words.replace(/^(?:la|le|les|l) /, "");
  const isNamed = (name: string) => toNameWords(name).replace(/^(?:la|le|les|l) /, "") === bare;
  return DEPARTMENTS.find(({ name, code, overseas }) => overseas && (isNamed(name) || code === words))?.name ?? null;
}

/** Places whose names are alike, else those that the first words name. */
function findNearest(index: PlaceIndex, text: string): NamedPlace[] {
  const words = toNameWords(text).split(" ").filter((token) => token !== "" && !/^\d/.test(token)).slice(0, MOST_WORDS);
  for (let count = words.length; count > 0; count--) {
    // to forgive typing errors takes a look at every name: once is enough
    const options = { limit: 20, isExact: count < words.length };
    const found = findPlaces(index, words.slice(0, count).join(" "), options).filter(isCovered);
    if (found.length > 0) return found.slice(0, MOST_OFFERED).map((place) => toNamedPlace(index, place));
  }
  return [];
}

/** The places of each reading of a text by themselves: "Marseille 13" is the city in its department or its 13th district. */
function joinReadings(readings: readonly Meant[]): Meant | null {
  const [first, second] = readings;
  if (first?.kind === "place" && second?.kind === "place" && first.place.code !== second.place.code) {
    return { kind: "several", places: [first.place, second.place], territories: [] };
  }
  return first ?? null;
}

/**
 * The one place that a text names: a commune or a district by its name, "name (department)", postal code or INSEE code
 * ("INSEE 13001" where a postal code has the same digits). One that is much larger than all its namesakes is meant by the bare
 * name, with a remark that says so; else all of them are answered. Names that are only alike mean nothing and are offered.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { createPlaceIndex } from "./places.ts";
 * const index = createPlaceIndex([{
 *   departments: [["01", 1]], codes: [53], names: "Bourg-en-Bresse", postalCodes: "000", lats: [46206], lngs: [5228],
 *   populations: [42_000], aliases: "", aliasRows: [],
 * }]);
 * const meant = readMeantPlace(index, "BOURG EN BRESSE");
 * equal(meant.kind === "place" && meant.place.label, "Bourg-en-Bresse (01)");
 * equal(readMeantPlace(index, "Bourg en Brese").kind, "unknown");
 * ```
 */
export function readMeantPlace(index: PlaceIndex, text: string): Meant {
  const [, code] = /^\s*insee\W*(\w{5})\s*$/i.exec(text) ?? [];
  const byCode = code === undefined ? null : getPlace(index, code);
  if (byCode) return choose({ index, places: [byCode], territories: [] });
  const words = toNameWords(text);
  if (getPlace(index, words) && /^2[ab]/.test(words)) {
    return choose({ index, places: [getPlace(index, words)!], territories: [] });
  }
  const readings: Meant[] = [];
  for (const asked of readText(text)) {
    const meant = readMeant(index, asked);
    if (meant) readings.push(meant);
    // areas at the end of a name are looked for only where the whole is no name
    if (meant && asked.departments === null) break;
  }
  const joined = joinReadings(readings);
  if (joined) return joined;
  const [territory] = findTerritories(text).exact;
  if (territory) return toTerritory(territory);
  const overseas = findOverseas(words);
  return overseas !== null
    ? { kind: "uncovered", name: overseas }
    : { kind: "unknown", nearest: findNearest(index, text) };
}
