/**
 * Finds the brand and the name of a station in free text, so that "agip" and "ENI France" are one
 * brand.
 *
 * @module
 */

import { toNameWords } from "../../places/place_name.ts";
import { countEdits, toMostEdits } from "../../shared/typing_errors.ts";
import { BRAND_TABLE, type BrandGroup, type KnownBrand } from "./brand_table.ts";

/** A station as a source describes it; texts are empty if the source says nothing. */
export type RawBrand = {
  readonly brand: string;
  readonly name: string;
  readonly operator: string;
  readonly branch: string;
};

/** The brand and name to show. */
export type Brand = {
  /**
   * The canonical spelling of a known brand, or an unknown brand cleaned up; null without a brand,
   * or if it is unknown.
   */
  readonly brand: string | null;
  /** The common name of the station, cleaned up; null if only a word like "station" is known. */
  readonly name: string | null;
  /**
   * `independent` also for a station known to have no brand; null if nothing is known about its
   * brand.
   */
  readonly group: BrandGroup | null;
  readonly wikidata: string | null;
};

/**
 * Texts in place of a brand. The first group says that the station has none, the second says
 * nothing.
 */
const INDEPENDENT = toKeys(
  "independant,independante,independants,independent,indépendant sans enseigne,indépendant " +
    "discount,station essence indépendant,sans enseigne,sans marque,freie tankstelle,indipend",
);
const NOTHING = toKeys(
  "aucun,aucune,autre,autres,other,neant,none,no,non,yes,oui,inconnu,inconnue,unknown,na,nc,x,?,fixme,null,divers,station,station " +
    "service,station essence,essence,carburant,carburants,stations service,station de " +
    "service,gnv,cng,gpl,communal,communale,station communale,mairie,commune,essence " +
    "hypermarche,hypermarche,supermarche,garage,garage automobile",
);

/** Words around a brand that describe the place, not its owner. */
const DECORATION = new Set(
  "station stations service services essence carburant carburants ma la le de du super hyper centre commercial c supermarche supermarches hypermarche relais 24 poids lourds pl gpl"
    .split(" "),
);

/**
 * After these words a brand's name is a common word or obsolete: "garage du Carrefour", "ex-Netto".
 */
const NOT_AFTER = new Set("de du des d la le les l au aux ex ancien ancienne".split(" "));

const wholes = new Map<string, KnownBrand>();
const parts: { words: string; known: KnownBrand }[] = [];
for (const known of BRAND_TABLE) {
  const wholeOnly = toKeys(
    known.spellings.filter((spelling) => spelling.startsWith("=")).join(","),
  );
  for (const spelling of [known.brand, ...known.spellings]) {
    wholes.set(toKey(spelling), known);
    if (!wholeOnly.has(toKey(spelling))) parts.push({ words: toNameWords(spelling), known });
  }
}

function toKeys(list: string): Set<string> {
  return new Set(list.split(",").map((text) => toKey(text)));
}

function toKey(text: string): string {
  return toNameWords(text).replaceAll(" ", "");
}

/** Returns the first known brand that a text spells or contains, or null. */
export function findKnownBrand(text: string): KnownBrand | null {
  for (const value of text.split(/[;|]/)) {
    const known = findWhole(value) ?? findPart(toNameWords(value));
    if (known) return known;
  }
  return null;
}

/** Returns the known brand whose spelling is exactly this text, or null. */
export function findSpelledBrand(text: string): KnownBrand | null {
  return wholes.get(toKey(text)) ?? null;
}

function findWhole(text: string): KnownBrand | null {
  const whole = findSpelledBrand(text);
  if (whole) return whole;
  const words = toNameWords(text).split(" ");
  const first = words.findIndex((word) => !DECORATION.has(word));
  const last = words.findLastIndex((word) => !DECORATION.has(word)) + 1;
  return NOT_AFTER.has(words[first - 1] ?? "")
    ? null
    : wholes.get(words.slice(first, last).join("")) ?? null;
}

function findPart(words: string): KnownBrand | null {
  let best: { at: number; known: KnownBrand } | null = null;
  const padded = ` ${words} `;
  for (const part of parts) {
    const at = padded.indexOf(` ${part.words} `);
    if (at < 0 || (best && at >= best.at)) continue;
    const before = padded.slice(0, at).split(" ").at(-1) ?? "";
    if (!NOT_AFTER.has(before)) best = { at, known: part.known };
  }
  return best?.known ?? null;
}

/** Returns the canonical spelling of a brand for filters; an unknown brand is only cleaned up. */
export function toCanonicalBrand(text: string): string {
  return findSpelledBrand(text)?.brand ?? tidyName(text);
}

/**
 * Returns one key for all spellings of a brand, in any case. Ignores commas, since they separate
 * the brands of a list.
 */
export function toBrandKey(text: string): string {
  return toCanonicalBrand(text.includes(",") ? text.replaceAll(",", " ") : text).toLowerCase();
}

const MAX_ALIKE = 3;

/**
 * Returns at most three of the `brands` whose name or common spelling differs from a text by a
 * typing error or two, the nearest first.
 */
export function findAlikeBrands(text: string, brands: readonly string[]): string[] {
  const key = toKey(text).slice(0, 40);
  const most = toMostEdits(key.length);
  const spellings = [...wholes].map(([spelling, { brand }]) => [spelling, brand] as const);
  const existing = new Set(brands);
  const alike = new Map<string, number>();
  for (
    const [spelling, brand] of [
      ...spellings,
      ...brands.map((each) => [toKey(each), each] as const),
    ]
  ) {
    const edits = existing.has(brand) ? countEdits(key, spelling, most) : null;
    if (edits !== null) alike.set(brand, Math.min(edits, alike.get(brand) ?? Infinity));
  }
  return [...alike].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)).slice(0, MAX_ALIKE).map((
    [brand],
  ) => brand);
}

/**
 * Returns the brand, name and group of a station. The brand column takes precedence over a known
 * brand in name, operator or branch.
 */
export function toBrand(raw: RawBrand): Brand {
  const written = isPlaceholder(raw.brand) ? "" : raw.brand;
  const known = findKnownBrand(written) ??
    (written
      ? null
      : [raw.name, raw.operator, raw.branch].map(findKnownBrand).find((found) => found !== null) ??
        null);
  const precise = known && toKey(written) !== toKey(known.brand) ? written : "";
  const name = [raw.name, raw.branch, precise].find((text) => !isPlaceholder(text)) ?? null;
  return {
    brand: known?.brand ?? (written ? tidyName(written) : null),
    name: name === null ? null : toStationName(name),
    group: known?.group ?? (written || INDEPENDENT.has(toKey(raw.brand)) ? "independent" : null),
    wikidata: known?.wikidata ?? null,
  };
}

/**
 * A name that is only a brand, in capitals or cut to two letters ("ENI", "U"), gets the spelling of
 * the brand.
 */
function toStationName(text: string): string {
  const key = toKey(text);
  const known = wholes.get(key);
  return known && (key.length <= 2 || key === toKey(known.brand)) ? known.brand : tidyName(text);
}

function isPlaceholder(text: string): boolean {
  const key = toKey(text);
  return !/[a-z]/.test(key) || NOTHING.has(key) || INDEPENDENT.has(key);
}

const SMALL = new Set("de du des d la le les l et a au aux en sur".split(" "));

const LEGAL_FORMS = new Set("SAS SARL EURL SNC SASU SCOP".split(" "));

/**
 * Collapses spaces and removes stray punctuation at the ends. A text in capitals becomes lower
 * case, except acronyms.
 */
function tidyName(text: string): string {
  const plain = text.normalize("NFC").replace(/\s+/g, " ").replace(
    /^[\s,;:.-]+|(?<![\s,;:-])[\s,;:-]+$/g,
    "",
  );
  if (plain !== plain.toUpperCase()) return plain;
  return plain.replace(/[\p{L}.]+/gu, (word, at: number) => {
    if (at > 0 && SMALL.has(word.toLowerCase())) return word.toLowerCase();
    const acronym = word.length < 3 || !/[AEIOUY]/.test(word) || word.includes(".") ||
      LEGAL_FORMS.has(word);
    return acronym ? word : word.slice(0, 1) + word.slice(1).toLowerCase();
  });
}

/**
 * Resolves a name that spells another brand. If the name is only a brand of the same group, it
 * replaces the brand; otherwise the name is dropped.
 */
export function settleName(brand: Brand): Brand {
  const named = brand.name === null ? null : findKnownBrand(brand.name);
  const agrees = named === null || brand.brand === null || named.brand === brand.brand;
  if (agrees || named.group === "independent") return brand;
  if (named.group !== brand.group || findSpelledBrand(brand.name!) === null) {
    return { ...brand, name: null };
  }
  return { ...brand, brand: named.brand, wikidata: named.wikidata };
}

/** Words that describe a place, its operator or its hours, but are not a name. */
const PLAIN_WORDS = new Set(
  ("station stations service services essence carburant carburants combustible combustibles energie energies petrol " +
    "garage relais tabac presse libre self marche super ma la le les l de du des d et 24 24h 7 7j j sarl")
    .split(" "),
);

/** A name with one of these describes a municipal pump, which has no sign. */
const OF_THE_TOWN = /\b(?:inter)?(?:communale?|municipale?)\b|\bcommun(?:es?|aute)\b/;

/**
 * Returns the sign of a station outside networks: its name, unless that only describes it
 * ("Carburants 24/24"). Text in brackets does not count.
 */
export function toOwnSign(name: string): string | null {
  const words = toNameWords(name.replace(/\([^()]*\)/g, " "));
  if (OF_THE_TOWN.test(words)) return null;
  return words.split(" ").some((word) => word.length > 1 && !PLAIN_WORDS.has(word)) ? name : null;
}
