/**
 * Parses a `pdv` element into a raw station. Only this file knows the layout of the feed.
 *
 * @module
 */

import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { FeedDay } from "../lib/domain/station/opening_hours.ts";
import { FeedRefused } from "./refusals.ts";

/** A `prix` element: name of the fuel, Paris wall-clock time, and price, all as received. */
export type RawPrice = { fuel: string; at: string; value: string };

/** A `rupture` element; `until` and `kind` may be empty. */
export type RawStockOut = RawClosure & { fuel: string };

/** A `fermeture` element of day and year files: the station was closed. `until` may be empty. */
export type RawClosure = { kind: string; since: string; until: string };

/** The `horaires` element. `automate` is `1` or empty. */
export type RawHours = { automate: string; days: FeedDay[] };

/**
 * A `pdv` element. All values are texts with decoded entities, neither trimmed nor checked; a
 * missing text is empty.
 */
export type RawStation = {
  id: string;
  latitude: string;
  longitude: string;
  postalCode: string;
  /** `A` motorway, `R` road; other letters occur. */
  road: string;
  address: string;
  city: string;
  /** Null if the element is missing. */
  hours: RawHours | null;
  services: string[];
  prices: RawPrice[];
  stockOuts: RawStockOut[];
  closures: RawClosure[];
};

/**
 * An element as the parser returns it. Every child is an array, even if it occurs once. Other names
 * are never read.
 */
type Element = {
  "#text"?: string;
  attributes?: Attributes;
  pdv?: Element[];
  adresse?: Element[];
  ville?: Element[];
  horaires?: Element[];
  jour?: Element[];
  horaire?: Element[];
  services?: Element[];
  service?: Element[];
  prix?: Element[];
  rupture?: Element[];
  fermeture?: Element[];
};

type Attributes = Record<string, string>;

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributesGroupName: "attributes",
  attributeNamePrefix: "",
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  parseTagValue: false,
  trimValues: false,
  // Decodes numeric references, too. Other named entities than XML's are refused before.
  htmlEntities: true,
  jPath: false,
});

/** Any declaration, such as a DTD. No feed has one, not even in a comment. */
const DECLARATION = /<!(?!--|\[CDATA\[)/;
/**
 * Comments and CDATA, in which an `&` is plain text; references; and an `&` that does not begin
 * one.
 */
const COMMENT_OR_REFERENCE =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|&(?:#\d{1,8};|#x[\dA-Fa-f]{1,6};|[A-Za-z_][\w.-]{0,60};)?/g;

/**
 * A price as the State writes it. An element with one such price stays well formed if more of them
 * precede it.
 */
const PRICE = String.raw`<prix nom="[^"'<>&]*" id="\d+" maj="[^"'<>&]*" valeur="[\d.]+"\s?/>`;
const REPEATED_PRICE = new RegExp(String.raw`${PRICE}\s*(?=${PRICE})`, "g");

/** Returns true if the XML of an element is well formed, else the position of the fault. */
function validate(xml: string): ReturnType<typeof XMLValidator.validate> {
  // Gives the validator only the last of consecutive prices. With all of them, a year's archive
  // takes a third longer to read.
  const isWellFormed = XMLValidator.validate(xml.replace(REPEATED_PRICE, "")) === true;
  return isWellFormed || XMLValidator.validate(xml);
}

/**
 * Returns true if XML allows a character: it forbids most control characters, surrogates, and two
 * others.
 */
function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code < 0x110000);
}

/**
 * Returns a comment, CDATA or a valid reference unchanged, and escapes a stray `&`, because it must
 * not make the whole feed invalid.
 */
function checkReference(markup: string, place: string): string {
  if (markup === "&") return "&amp;";
  if (markup.startsWith("<") || /^&(?:amp|lt|gt|quot|apos);$/.test(markup)) return markup;
  const [, x, digits] = /^&#(x?)(.*);$/.exec(markup) ?? [];
  if (digits === undefined) {
    throw new FeedRefused("dtd", `an entity is not one of the five of XML, ${place}`);
  }
  if (isXmlCharacter(parseInt(digits, x ? 16 : 10))) return markup;
  throw new FeedRefused("bad_xml", `a reference to a character that XML does not allow, ${place}`);
}

/**
 * Parses the XML of an element; `place` describes it in messages. Throws {@link FeedRefused}
 * (`bad_xml`, `dtd`).
 */
export function parseElement(xml: string, place: string): Element {
  if (DECLARATION.test(xml)) throw new FeedRefused("dtd", `in ${place} of the file`);
  const checked = xml.replace(
    COMMENT_OR_REFERENCE,
    (markup) => checkReference(markup, `in ${place} of the file`),
  );
  const validity = validate(checked);
  if (validity !== true) {
    throw new FeedRefused(
      "bad_xml",
      `not well formed in line ${validity.err.line} of it, in ${place} of the file`,
    );
  }
  try {
    return PARSER.parse(checked);
  } catch (cause) {
    throw new FeedRefused("bad_xml", `in ${place} of the file`, { cause });
  }
}

function toText(element: Element | undefined): string {
  return element?.["#text"] ?? "";
}

function getRows(elements: Element[] | undefined): Attributes[] {
  return elements?.map(({ attributes }) => attributes ?? {}) ?? [];
}

function toDay({ attributes, horaire }: Element): FeedDay {
  const { id = "", ferme = "" } = attributes ?? {};
  const slots = getRows(horaire).map(({ ouverture = "", fermeture = "" }) => ({
    open: ouverture,
    close: fermeture,
  }));
  return { day: id, closed: ferme, slots };
}

function toHours({ attributes, jour }: Element): RawHours {
  return { automate: attributes?.["automate-24-24"] ?? "", days: jour?.map(toDay) ?? [] };
}

function toInterruption({ debut = "", fin = "", type = "" }: Attributes): RawClosure {
  return { since: debut, until: fin, kind: type };
}

/**
 * Parses the XML of the `number`th `pdv` element of the file. Throws {@link FeedRefused}
 * (`bad_xml`, `dtd`).
 */
export function parseStation(xml: string, number: number): RawStation {
  const pdv = parseElement(xml, `station ${number}`).pdv![0]!;
  const { id = "", latitude = "", longitude = "", cp = "", pop = "" } = pdv.attributes ?? {};
  return {
    id,
    latitude,
    longitude,
    postalCode: cp,
    road: pop,
    address: toText(pdv.adresse?.[0]),
    city: toText(pdv.ville?.[0]),
    hours: pdv.horaires ? toHours(pdv.horaires[0]!) : null,
    services: pdv.services?.[0]?.service?.map(toText) ?? [],
    prices: getRows(pdv.prix).map(({ nom = "", maj = "", valeur = "" }) => ({
      fuel: nom,
      at: maj,
      value: valeur,
    })),
    stockOuts: getRows(pdv.rupture).map(({ nom = "", ...row }) => ({
      fuel: nom,
      ...toInterruption(row),
    })),
    closures: getRows(pdv.fermeture).map(toInterruption),
  };
}
