/**
 * Cleans up addresses and names of towns for display. Known towns get their official name.
 *
 * @module
 */

import { createPlaceIndex, type Entry, type PlaceColumns } from "../../places/places.ts";
import { toNameKey } from "../../places/place_name.ts";

const SMALL = new Set(
  "de du des d la le les l à a au aux en sur sous lès lez les et dit dite chez entre près vers par sens"
    .split(" "),
);

const AFTER_NUMBER = new Set(["bis", "ter", "quater"]);

/** Abbreviations that stay in capitals: zones, shopping centres, post boxes, roads. */
const CAPITALS = new Set(
  "ZA ZAC ZI ZAE ZC ZAD ZUP ZCI ZFU CC BP CS RN RD RDN CD RC VC PL PK PR GR SNCF RPIMA RATP HLM DKV UTA II III IV VI VII VIII IX XI XII XIV XV XVI"
    .split(" "),
);

/** Street words that people abbreviate, at the start or after the house number. */
const STREETS: Readonly<Record<string, string>> = {
  AV: "Avenue",
  AVE: "Avenue",
  BD: "Boulevard",
  BLD: "Boulevard",
  BLVD: "Boulevard",
  BVD: "Boulevard",
  RTE: "Route",
  CHE: "Chemin",
  CHEM: "Chemin",
  ALL: "Allée",
};

/** The windows-1252 characters for bytes 80 to 9F, which are control characters in ISO-8859-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009dž\u009f";

/**
 * The second and third bytes of a UTF-8 character decoded this way. "Â" or "â" before anything else
 * is a real letter.
 */
const FOLLOWING = `[\u0080-\u00bf${WINDOWS_1252}]`;
const MOJIBAKE = new RegExp(`[ÂÃ]${FOLLOWING}|â${FOLLOWING}{2}`, "gu");

/** Repairs UTF-8 that was decoded as ISO-8859-1 or windows-1252. Leaves other text unchanged. */
export function repairMojibake(text: string): string {
  return text.replace(
    MOJIBAKE,
    (wrong) => new TextDecoder().decode(Uint8Array.from([...wrong].map(toByte))),
  );
}

function toByte(character: string): number {
  const at = WINDOWS_1252.indexOf(character);
  return at >= 0 ? 0x80 + at : character.codePointAt(0)!;
}

/** Maximum length of texts from feeds and the map. No real address or name is as long. */
const MAX_CHARS = 300;

/**
 * Returns text from outside that is safe to store: control characters become spaces, invisible ones
 * are dropped, long texts are cut.
 */
export function toStorable(text: string): string {
  // A soft hyphen may be the second byte of a wrongly decoded "í". It is dropped after the repair.
  // deno-lint-ignore no-control-regex -- removes exactly these
  return text.replace(/(?!\u00ad)\p{Cf}/gu, "").replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ")
    .slice(0, MAX_CHARS);
}

/**
 * Repairs mojibake, composes accents, collapses whitespace, and removes stray punctuation at the
 * ends.
 */
function tidySpaces(text: string): string {
  return repairMojibake(text).normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\u00a0\p{Cc}]+/gu, " ")
    .replace(/[’\u0060´]/g, "'")
    .replace(/ ([,;)])/g, "$1")
    .replace(/\( /g, "(")
    .replace(/^[\s,;.:/-]+|(?<![\s,;:/-])[\s,;:/-]+$/g, "");
}

/** Words that often lose their accents in capitals, as in street names. */
const ACCENTS = new Map(
  ("allée andré armée bâtiment benoît château chêne chênes déportés départemental départementale édouard église école écoles " +
    "égalité émile étang étienne eugène fédéré fédérés ferté forêt françois frédéric frères " +
    "général genève hôpital hôtel industrielle jérôme jaurès léon liberté libération lumière " +
    "lycée maréchal métiers molière mendès orléans périphérique " +
    "pré première préfecture prés républicain république résistance rené rhône rivière sévigné université vallée vélodrome")
    .split(" ").map((word) => [word.normalize("NFD").replace(/\p{M}/gu, ""), word]),
);

/**
 * Returns whether a text is all capitals (accented small letters do not count: `RéMILLY`) or has no
 * capital at all.
 */
function needsCase(text: string): boolean {
  return !/[a-z]/.test(text) || !/\p{Lu}/u.test(text);
}

function toWord(word: string, isFirst: boolean): string {
  const lower = ACCENTS.get(word.toLowerCase()) ?? word.toLowerCase();
  if (!isFirst && SMALL.has(lower) || AFTER_NUMBER.has(lower)) return lower;
  return lower.slice(0, 1).toUpperCase() + lower.slice(1);
}

/**
 * Returns a town's name in French title case without `CEDEX` and numbers; keeps mixed case. Returns
 * null if nothing is left.
 */
export function toTownText(raw: string): string | null {
  const plain = tidySpaces(
    tidySpaces(raw).replace(/\bcedex\b.*$/i, "").replace(/\(?\b\d{5}\b\)?/g, "")
      .replace(/ \d{1,2} ?(?:er|e|è|[eè]me)?(?: arr(?:ondissement|\.)?)?$/i, ""),
  );
  if (!/\p{L}/u.test(plain)) return null;
  const long = plain.replace(/(?<![\p{L}'])ste?(?:\.[ -]?|[ -])(?=\p{L})/giu, toSaint);
  if (!needsCase(plain) && !/^\p{Lu}\P{Lu}*[\s-]\P{Lu}+$/u.test(plain)) return long;
  return capitalizeParts(long.replace(/\p{L}+/gu, (word, at: number) => toWord(word, at === 0)));
}

/** Capitalises letters after a dash with spaces, a slash or a bracket. */
function capitalizeParts(text: string): string {
  return text.replace(/(?<=\s-\s|[/(]\s?)\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** Writes out ST or STE in its case. `short` ends with the separator before the name. */
function toSaint(short: string): string {
  const letters = short.replace(/[^a-z]/gi, "");
  const separator = short.endsWith("-") ? "-" : " ";
  const long = (letters.length === 2 ? "Saint" : "Sainte") + separator;
  if (letters === letters.toUpperCase()) return long.toUpperCase();
  return letters.startsWith("S") ? long : long.toLowerCase();
}

/**
 * Returns an address in French title case with roads and zones (`D830`, `ZAC`) in capitals; keeps
 * mixed case. Returns null if nothing is left.
 */
export function toAddressText(raw: string): string | null {
  const plain = tidySpaces(raw).replace(/^(\d+)\.(?=\p{L})/u, "$1 ").replace(
    /\b([CZ])\. ([ACI])\./gi,
    "$1.$2.",
  );
  if (!/[\p{L}\d]/u.test(plain)) return null;
  const written = needsCase(plain) ? toAddressCase(plain) : plain;
  return written.replace(
    /^(\d+(?:\s?(?:bis|ter))?,? )?(\p{L}+)(\. ?|(?= ))/iu,
    (all, number = "", street, end) => {
      const long = STREETS[street.toUpperCase()];
      return long ? number + long + (end.startsWith(".") ? " " : end) : all;
    },
  );
}

function toAddressCase(text: string): string {
  let isFirst = true;
  const written = text.replace(/(?:\p{L}\.){2,}|[\p{L}\d]+/gu, (word) => {
    const cased = toAddressWord(word, isFirst);
    if (/\p{L}/u.test(word)) isFirst = false;
    return cased;
  });
  return capitalizeParts(written).replace(
    /(?<![\p{L}\d'])[adn] (?=\d{1,4}(?!\d))/gu,
    (road) => road.toUpperCase(),
  );
}

function toAddressWord(word: string, isFirst: boolean): string {
  const upper = word.toUpperCase();
  // Matches D830, RN20 and A49, but not 14BIS, 3EME or COTE1.
  if (/^\p{L}{1,3}\d+\p{L}?$/u.test(word) || upper.includes(".") || CAPITALS.has(upper)) {
    return upper;
  }
  if (/\d/.test(word)) return word.toLowerCase();
  if (upper.length === 1 && !SMALL.has(word.toLowerCase())) return upper;
  return toWord(word, isFirst);
}

/** A town: a commune, or a former commune under its own name. */
type Town = Pick<Entry, "place" | "formerName">;

/** Towns by the key of their name: current communes, then former ones. */
export type TownTable = ReadonlyMap<string, readonly Town[]>;

type RawTown = {
  readonly city: string;
  readonly postalCode: string;
  readonly department: string | null;
};

/**
 * Builds the table of all communes and former communes. Districts of Paris, Lyon and Marseille
 * count as their city.
 */
export function createTownTable(parts: readonly PlaceColumns[]): TownTable {
  const towns = createPlaceIndex(parts).entries.filter(({ district }) => !district);
  // A current commune keeps its own name, so former names come second.
  towns.sort((a, b) => Number(a.formerName !== null) - Number(b.formerName !== null));
  return Map.groupBy(towns, ({ key }) => key);
}

/**
 * Returns the town for a feed's text by postal code, or else by department; null if no commune
 * there has the name.
 */
export function findTown(table: TownTable, raw: RawTown): Town | null {
  const namesakes = table.get(toNameKey(toTownText(raw.city) ?? "")) ?? [];
  const postalCode = raw.postalCode.trim();
  return namesakes.find(({ place }) => place.postalCodes.includes(postalCode)) ??
    namesakes.find(({ place }) => place.department === raw.department) ?? null;
}

/**
 * Returns the name to show: the official name of a known town, otherwise the text in French title
 * case; null if nothing is left.
 */
export function toTownName(table: TownTable, raw: RawTown): string | null {
  const town = findTown(table, raw);
  return town?.formerName ?? town?.place.name ?? toTownText(raw.city);
}
