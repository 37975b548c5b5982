/**
 * Decides which single place a text names in full. It never guesses among namesakes of similar
 * size.
 *
 * @module
 */

import { isCovered } from "../../places/coverage.ts";
import { DEPARTMENTS } from "../../places/departments.ts";
import { findPlaces, getPlaceByCode } from "../../places/find_places.ts";
import {
  isBegun,
  type Match,
  matchPlaces,
  MUCH_LARGER,
  TOWN_PEOPLE,
} from "../../places/match_places.ts";
import { toNameWords } from "../../places/place_name.ts";
import { type PlaceText, readPlaceText } from "../../places/place_text.ts";
import { getPlace, isDistrict, type Place, type PlaceIndex } from "../../places/places.ts";
import { SMALL_TOWN_PEOPLE } from "../../places/suggestions.ts";
import { findTerritories, type Territory } from "../../places/territories.ts";
import { toQuoted } from "../tool_text.ts";
import { countEdits, toMostEdits } from "../../shared/typing_errors.ts";
import { findByName, isAbroad } from "./aliases.ts";

/**
 * A place with its department. `label` is its name in a sentence ("Lyon (69)"), `ask` a text that
 * resolves to it alone.
 */
export type NamedPlace = Place & { readonly label: string; readonly ask: string };

/** The outcome of {@link resolvePlace}. */
export type ResolvedPlace =
  /**
   * One place. `remark` mentions other places of the name, or how this one was found, if the
   * response should say so.
   */
  | { readonly kind: "place"; readonly place: NamedPlace; readonly remark: string | null }
  /** A department or region. `others` are villages of the same name, the most populous first. */
  | {
    readonly kind: "territory";
    readonly territory: Territory;
    readonly others: readonly NamedPlace[];
  }
  /** Several places of similar size, the most populous first. */
  | { readonly kind: "several"; readonly places: readonly NamedPlace[] }
  /**
   * A place overseas, where the source has no stations. `others` have the same name and are
   * covered.
   */
  | { readonly kind: "uncovered"; readonly name: string; readonly others: readonly NamedPlace[] }
  /** A country, or a town outside France. */
  | { readonly kind: "abroad" }
  /** No place has the name. `nearest` have similar names. */
  | { readonly kind: "unknown"; readonly nearest: readonly NamedPlace[] };

const MAX_OFFERED = 5;
const MAX_NAMED = 2;
const MAX_WORDS = 10;
/** How many of its first words are searched, in turn, if a text is not found. */
const SHORTENED = [4, 3, 2, 1];
const MAX_LETTERS = 100;

/**
 * Returns the matches whose name the text gives in full, only the nearest ones: current names
 * before former ones.
 */
function pickNamed(matches: readonly Match[], text: PlaceText): Match[] {
  const [best] = matches;
  if (!best || best.distance >= 1) return [];
  const key = text.words.replaceAll(" ", "");
  const start = `${text.words} `;
  const isWhole = ({ entry: { key: own, bare, words } }: Match) =>
    own === key || bare === text.words || words.startsWith(start) || bare.startsWith(start);
  return matches.filter((match) =>
    match.distance === best.distance && (text.words === "" || isWhole(match))
  );
}

const toLabel = ({ name, department }: Place) => `${name} (${department})`;

/** Returns a place with its label and a text that resolves to it alone. */
export function toNamedPlace(index: PlaceIndex, place: Place): NamedPlace {
  if (isDistrict(place.name)) return { ...place, label: place.name, ask: place.name };
  const label = toLabel(place);
  const text = { words: toNameWords(place.name), numbers: [], departments: [place.department] };
  return {
    ...place,
    label,
    ask: pickNamed(matchPlaces(index, text), text).length === 1 ? label : `INSEE ${place.code}`,
  };
}

/** Returns the first places in a sentence, and how many more there are. */
export function nameSome(places: readonly Place[]): string {
  const names = places.slice(0, MAX_NAMED).map(toLabel);
  const more = places.length - names.length;
  return more > 0 ? `${names.join(", ")} or ${more} more` : names.join(" or ");
}

/**
 * `matches` are ordered by coverage, then by population. `words` are the comparable words that
 * found them.
 */
type Candidates = {
  readonly index: PlaceIndex;
  readonly matches: readonly Match[];
  readonly territories: readonly Territory[];
  readonly words: string;
};

function toTerritory(territory: Territory, others: readonly NamedPlace[] = []): ResolvedPlace {
  if (isCovered(territory)) return { kind: "territory", territory, others };
  return { kind: "uncovered", name: territory.name, others };
}

function toOne(index: PlaceIndex, place: Place, remark: string | null = null): ResolvedPlace {
  if (isCovered(place)) return { kind: "place", place: toNamedPlace(index, place), remark };
  return { kind: "uncovered", name: toLabel(place), others: [] };
}

function choose({ index, matches, territories, words }: Candidates): ResolvedPlace {
  const places = matches.map(({ entry }) => entry.place);
  const covered = places.filter(isCovered);
  const [first, second] = covered;
  if (!first) return places.length === 0 ? toTerritory(territories[0]!) : toOne(index, places[0]!);
  const whole = matches.filter(({ entry }) => !isBegun(entry, words)).map(({ entry }) =>
    entry.place
  );
  // A visitor who types "Aix" may look for the village of that name or for the town that is called
  // Aix for short.
  const isShared = second !== undefined && whole.length > 0 && !whole.includes(first);
  const isLarger = !isShared && first.population >= TOWN_PEOPLE;
  const isAlone = !second || (isLarger && first.population >= MUCH_LARGER * second.population);
  const [territory] = territories;
  const offered = covered.slice(0, MAX_OFFERED).map((place) => toNamedPlace(index, place));
  // A town of the name takes precedence over a department, and a department over a village.
  if (territory && (isShared ? whole[0]! : first).population < SMALL_TOWN_PEOPLE) {
    return toTerritory(territory, offered);
  }
  if (!isAlone) return { kind: "several", places: offered };
  return toOne(index, first, toRemark({ matches, territories, words }));
}

/**
 * Returns the remark on the first match: its name if the text differs from it, and which others
 * share the name; null if there is nothing to say.
 */
function toRemark(
  { matches: [first, ...others], territories, words }: Omit<Candidates, "index">,
): string | null {
  const { place, formerName } = first!.entry;
  const passedOver = others.map(({ entry }) => entry.place).sort((a, b) =>
    Number(isCovered(a)) - Number(isCovered(b))
  );
  const area = territories.length > 0
    ? [`the ${territories[0]!.kind} ${territories[0]!.name}`]
    : [];
  const not = [...passedOver.length > 0 ? [nameSome(passedOver)] : [], ...area].join(" or ");
  const isJoined = formerName !== null && !toNameWords(place.name).includes(words);
  const isLonger = formerName === null && isBegun(first!.entry, words);
  if (not === "" && !isJoined && !isLonger) return null;
  const joined = isJoined ? ", which the former commune has joined" : "";
  return toLabel(place) + joined + (not && `, not ${not}`);
}

/** Returns the largest commune with a postal code, with a remark that says so. */
function choosePostal(
  index: PlaceIndex,
  postalCode: string,
  matches: readonly Match[],
): ResolvedPlace {
  const { place } = matches[0]!.entry;
  const { label } = toNamedPlace(index, place);
  const largest = matches.length > 1 ? `, the largest of ${matches.length} communes` : "";
  const byCode = getPlace(index, postalCode);
  const other = byCode && !matches.some(({ entry }) => entry.place === byCode)
    ? `; the INSEE code ${postalCode} is ${toLabel(byCode)}`
    : "";
  return toOne(
    index,
    place,
    largest + other === "" ? null : `Postal code ${postalCode} is ${label}${largest}${other}`,
  );
}

/** Returns what one reading of the text names; null if it names nothing. */
function resolveReading(index: PlaceIndex, text: PlaceText): ResolvedPlace | null {
  const { words, numbers: [number], departments } = text;
  const all = matchPlaces(index, text);
  const matches = pickNamed(all, text);
  if (words === "") {
    return number !== undefined && matches.length > 0 ? choosePostal(index, number, matches) : null;
  }
  const territories = number === undefined && departments === null
    ? findTerritories(words).exact
    : [];
  const named = matches.length > 0 ? matches : all.filter(({ entry }) => isBegun(entry, words));
  return named.length + territories.length === 0
    ? null
    : choose({ index, matches: named, territories, words });
}

function findOverseas(text: string): string | undefined {
  const overseas = DEPARTMENTS.filter((department) => department.overseas);
  return (findByName(overseas, text) ?? overseas.find(({ code }) => code === text.trim()))?.name;
}

function findNearest(index: PlaceIndex, text: string): NamedPlace[] {
  const words = toNameWords(text).split(" ").filter((token) => token !== "" && !/^\d/.test(token))
    .slice(0, MAX_WORDS);
  const counts = [words.length, ...SHORTENED].filter((count) => count <= words.length);
  for (const count of new Set(counts)) {
    // Tolerating typing errors compares every name, so do it only once.
    const options = { limit: 20, isExact: count < words.length };
    const found = findPlaces(index, words.slice(0, count).join(" "), options).filter(isCovered);
    if (found.length > 0) {
      return found.slice(0, MAX_OFFERED).map((place) => toNamedPlace(index, place));
    }
  }
  return [];
}

/**
 * Returns the letters of a name with double letters reduced to one. Names that differ only in these
 * sound the same.
 */
function toSingleLetters(name: string): string {
  return toNameWords(name.slice(0, MAX_LETTERS)).replace(/(.)\1+/g, "$1");
}

/**
 * Returns the town that a misspelt name surely refers to: it is much larger than all similar names,
 * which are villages, and starts with the same letter. "Montpelliard" may be Montpellier or
 * Montbéliard, so it finds none.
 */
function findLargest(nearest: readonly NamedPlace[], text: string): NamedPlace | undefined {
  const [largest, second] = nearest.toSorted((a, b) => b.population - a.population);
  const next = second?.population ?? 0;
  const isLarge = largest && next < TOWN_PEOPLE &&
    largest.population >= Math.max(TOWN_PEOPLE, MUCH_LARGER * next);
  const word = toNameWords(text);
  const name = toNameWords(largest?.name ?? "");
  const isMisspelt = countEdits(word, name, toMostEdits(word.length)) !== null;
  return isLarge && isMisspelt && word[0] === name[0] ? largest : undefined;
}

/**
 * Returns the one place that a text names: a commune or district by its name, "name (department)",
 * postal code or INSEE code ("INSEE 13001" if a postal code has the same digits). A town that is
 * much larger than all its namesakes is chosen, with a remark; otherwise all of them are returned.
 * A name that only lacks or adds a double letter ("Montpelier") is accepted with a remark. So is a
 * misspelt name if one town is much larger than all similar ones ("Monpelier"). Other similar names
 * are only offered.
 */
export function resolvePlace(index: PlaceIndex, text: string): ResolvedPlace {
  const byCode = getPlaceByCode(index, text);
  // Five digits alone are a postal code first.
  if (byCode && !/^\s*\d{5}\s*$/.test(text)) return toOne(index, byCode);
  const readings: ResolvedPlace[] = [];
  for (const reading of readPlaceText(text)) {
    const resolved = resolveReading(index, reading);
    if (resolved) readings.push(resolved);
    // Areas at the end of a name narrow it only if the whole text names no place.
    if (resolved && reading.departments === null) break;
  }
  const [first, second] = readings;
  // "Marseille 13" is the city in its department or its 13th district.
  if (
    first?.kind === "place" && second?.kind === "place" && first.place.code !== second.place.code
  ) {
    return { kind: "several", places: [first.place, second.place] };
  }
  if (first) return first;
  if (byCode) return toOne(index, byCode);
  const [territory] = findTerritories(text).exact;
  if (territory) return toTerritory(territory);
  const overseas = findOverseas(text);
  if (overseas) return { kind: "uncovered", name: overseas, others: [] };
  if (isAbroad(text)) return { kind: "abroad" };
  const nearest = findNearest(index, text);
  const spelled = nearest.filter(({ name }) => toSingleLetters(name) === toSingleLetters(text));
  const only = spelled.length === 1 ? spelled[0] : findLargest(nearest, text);
  if (!only) return { kind: "unknown", nearest };
  return { kind: "place", place: only, remark: `${toQuoted(text, 60)} is taken for ${only.label}` };
}
