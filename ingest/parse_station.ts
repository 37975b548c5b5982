/** Parses one `pdv` element into a raw station: the only place that knows the feed's layout. @module */

import { XMLParser, XMLValidator } from "fast-xml-parser";
import { FeedRefused } from "./refusals.ts";

/** One `prix` element: name of the fuel, Paris wall-clock time, price; texts as they came. */
export type RawPrice = { fuel: string; at: string; value: string };

/** One `rupture` element; `until` and `kind` may be empty. */
export type RawStockOut = { fuel: string; since: string; until: string; kind: string };

/** One `fermeture` element of day and year files: the station was closed. `until` may be empty. */
export type RawClosure = { kind: string; since: string; until: string };

/** One `jour` element: number (`1` Monday to `7` Sunday), `closed` (`1` or empty) and its slots. */
type RawDay = { day: string; closed: string; slots: { open: string; close: string }[] };

/** The `horaires` element. `automate` is `1` or empty. */
export type RawHours = { automate: string; days: RawDay[] };

/** One `pdv` element. Everything is text, entities decoded, nothing trimmed or checked; a missing text is empty. */
export type RawStation = {
  id: string;
  latitude: string;
  longitude: string;
  postalCode: string;
  /** `A` motorway, `R` road; other letters occur. */
  road: string;
  address: string;
  city: string;
  /** Null when the element is missing. */
  hours: RawHours | null;
  services: string[];
  prices: RawPrice[];
  stockOuts: RawStockOut[];
  closures: RawClosure[];
};

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function toCharacter(code: number): string {
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw new FeedRefused("bad_xml", "a reference stands for no character");
  }
  return String.fromCodePoint(code);
}

function decodeReference(_reference: string, name: string): string {
  if (name.startsWith("#x")) return toCharacter(Number.parseInt(name.slice(2), 16));
  if (name.startsWith("#")) return toCharacter(Number.parseInt(name.slice(1), 10));
  const character = NAMED[name];
  if (character === undefined) throw new FeedRefused("dtd", "an entity is not one of the five of XML");
  return character;
}

/**
 * Text with numeric references and XML's five entities decoded, once: `&amp;lt;` becomes `&lt;`. A stray `&` stays.
 * Any other entity throws {@link FeedRefused} (`dtd`), since only a document type could define it.
 */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#\d{1,8}|#x[\dA-Fa-f]{1,6}|[A-Za-z_][\w.-]{0,60});/g, decodeReference);
}

// What a feed writes ten thousand times in one form is read by pattern: the general parser takes three to ten times as long.

/** What was read by pattern. `hours` and `services` null: left to the parser, or not there. */
type PlainRows = Pick<RawStation, "prices" | "stockOuts" | "hours"> & { services: string[] | null };

/** The texts before the rows. */
type Fields = Pick<RawStation, "id" | "latitude" | "longitude" | "postalCode" | "road" | "address" | "city">;

/** What was read by pattern; `rest`: the XML without it, for the parser. `fields` not null: there is no rest. */
type PlainElement = { rows: PlainRows; fields: Fields | null; rest: string };

const FIELDS =
  /<pdv id="([^"<&]*)" latitude="([^"<&]*)" longitude="([^"<&]*)" cp="([^"<&]*)" pop="([^"<&]*)">\s*<adresse>([^<&]*)<\/adresse>\s*<ville>([^<&]*)<\/ville>\s*/y;
const PRICE = /<prix nom="([^"<&]*)" id="[^"<&]*" maj="([^"<&]*)" valeur="([^"<&]*)"\/>\s*/y;
const STOCK_OUT = /<rupture nom="([^"<&]*)" id="[^"<&]*" debut="([^"<&]*)" fin="([^"<&]*)" type="([^"<&]*)"\/>\s*/y;
const NO_SERVICES = /<services\/>\s*/y;
const SERVICES = /<services>\s*/y;
const SERVICE = /<service>([^<&]*)<\/service>\s*/y;
const SERVICES_END = /<\/services>\s*/y;
const HOURS = /<horaires automate-24-24="([^"<&]*)">\s*/y;
const DAY = /<jour id="([^"<&]*)" nom="[^"<&]*" ferme="([^"<&]*)"(\/?)>\s*/y;
const SLOT = /<horaire ouverture="([^"<&]*)" fermeture="([^"<&]*)"\/>\s*/y;
const DAY_END = /<\/jour>\s*/y;
const HOURS_END = /<\/horaires>\s*/y;
const END = "</pdv>";

/** A text read from front to back. */
class Reader {
  at = 0;

  constructor(readonly text: string) {}

  /** The match of a pattern at the present place, which then moves behind it; else null. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  /** Takes all matches that follow each other. A year has millions: a generator would double the time. */
  takeAll(pattern: RegExp, add: (match: RegExpExecArray) => void): void {
    for (let match = this.take(pattern); match !== null; match = this.take(pattern)) add(match);
  }

  /** Everything up to the next tag. */
  skip(): string {
    const from = this.at;
    const next = this.text.indexOf("<", from + 1);
    this.at = next < 0 ? this.text.length : next;
    return this.text.slice(from, this.at);
  }
}

function takeFields(reader: Reader): Fields | null {
  const match = reader.take(FIELDS);
  if (match === null) return null;
  const [, id = "", latitude = "", longitude = "", postalCode = "", road = "", address = "", city = ""] = match;
  return { id, latitude, longitude, postalCode, road, address, city };
}

function takeServices(reader: Reader): string[] | null {
  if (reader.take(NO_SERVICES)) return [];
  if (!reader.take(SERVICES)) return null;
  const services: string[] = [];
  reader.takeAll(SERVICE, (row) => services.push(row[1] ?? ""));
  return services.length > 0 && reader.take(SERVICES_END) ? services : null;
}

function takeDay(reader: Reader): RawDay | null {
  const start = reader.take(DAY);
  if (start === null) return null;
  const [, day = "", closed = "", isEmpty] = start;
  if (isEmpty) return { day, closed, slots: [] };
  const slots: RawDay["slots"] = [];
  reader.takeAll(SLOT, (row) => slots.push({ open: row[1] ?? "", close: row[2] ?? "" }));
  return reader.take(DAY_END) ? { day, closed, slots } : null;
}

function takeHours(reader: Reader): RawHours | null {
  const start = reader.take(HOURS);
  if (start === null) return null;
  const [, automate = ""] = start;
  const days: RawDay[] = [];
  for (let day = takeDay(reader); day; day = takeDay(reader)) days.push(day);
  return reader.take(HOURS_END) ? { automate, days } : null;
}

/** Takes a block, or leaves the reader where it was. */
function takeBlock<T>(reader: Reader, take: (reader: Reader) => T | null): T | null {
  const from = reader.at;
  const value = take(reader);
  if (value === null) reader.at = from;
  return value;
}

/** Takes the rows at the present place. */
function takeRows(reader: Reader, rows: PlainRows): void {
  reader.takeAll(PRICE, (row) => rows.prices.push({ fuel: row[1] ?? "", at: row[2] ?? "", value: row[3] ?? "" }));
  reader.takeAll(
    STOCK_OUT,
    ([, fuel = "", since = "", until = "", kind = ""]) => rows.stockOuts.push({ fuel, since, until, kind }),
  );
  rows.hours ??= takeBlock(reader, takeHours);
  rows.services ??= takeBlock(reader, takeServices);
}

/**
 * The plain rows of a `pdv` element and what is left of it. Null when rows occur in two forms, which would lose their
 * order, or when a comment or CDATA could hold rows that do not count: then the parser must read all.
 */
function takePlainRows(element: string): PlainElement | null {
  if (element.includes("<!")) return null;
  const reader = new Reader(element);
  const rows: PlainRows = { prices: [], stockOuts: [], hours: null, services: null };
  const fields = takeFields(reader);
  const head = element.slice(0, reader.at);
  let rest = "";
  while (reader.at < element.length) {
    const from = reader.at;
    takeRows(reader, rows);
    if (reader.at === from) rest += reader.skip();
  }
  if (fields !== null && rest === END) return { rows, fields, rest: "" };
  if (rest.includes("<prix") || rest.includes("<rupture")) return null;
  if (rest.includes("<services") && rows.services || rest.includes("<horaires") && rows.hours) return null;
  return { rows, fields: null, rest: head + rest };
}

type Node = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities are decoded by decodeEntities, which expands nothing.
  processEntities: false,
  trimValues: false,
  jPath: false,
});

function toNodes(value: unknown): Node[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.map((item) => (typeof item === "object" && item !== null ? item as Node : { "#text": item }));
}

function toText(value: unknown): string {
  if (typeof value === "string") return decodeEntities(value);
  const [first] = toNodes(value);
  const text = first?.["#text"];
  return typeof text === "string" ? decodeEntities(text) : "";
}

function toDay(node: Node): RawDay {
  const slots = toNodes(node.horaire).map((slot) => ({ open: toText(slot.ouverture), close: toText(slot.fermeture) }));
  return { day: toText(node.id), closed: toText(node.ferme), slots };
}

function toHours(value: unknown): RawHours | null {
  const [node] = toNodes(value);
  return node ? { automate: toText(node["automate-24-24"]), days: toNodes(node.jour).map(toDay) } : null;
}

function toPrice(node: Node): RawPrice {
  return { fuel: toText(node.nom), at: toText(node.maj), value: toText(node.valeur) };
}

function toStockOut(node: Node): RawStockOut {
  return { fuel: toText(node.nom), since: toText(node.debut), until: toText(node.fin), kind: toText(node.type) };
}

function toClosure(node: Node): RawClosure {
  return { kind: toText(node.type), since: toText(node.debut), until: toText(node.fin) };
}

const TAG = /<(\/?)([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g;

/** Whether every tag is well formed and closed in order, for text without comments, CDATA or instructions. */
function isBalanced(xml: string): boolean {
  const open: string[] = [];
  let at = 0;
  for (const tag of xml.matchAll(TAG)) {
    const [text, isEnd, name = "", , isEmpty] = tag;
    if (xml.slice(at, tag.index).includes("<")) return false;
    at = tag.index + text.length;
    if (isEnd && open.pop() !== name) return false;
    if (!isEnd && !isEmpty) open.push(name);
  }
  return open.length === 0 && at === xml.length;
}

/** The parser itself forgives tags that are closed in the wrong order; a document that is not well formed must be refused. */
function requireWellFormed(xml: string): void {
  const verdict = isBalanced(xml) || XMLValidator.validate(xml);
  if (verdict === true) return;
  throw new FeedRefused("bad_xml", `the fault ${verdict.err.code} in line ${verdict.err.line} of it`);
}

function parseNode(xml: string): Node {
  requireWellFormed(xml);
  try {
    return toNodes(parser.parse(xml).pdv)[0] ?? {};
  } catch (cause) {
    throw new FeedRefused("bad_xml", "it cannot be parsed", { cause });
  }
}

function toRawStation(node: Node, rows: PlainRows): RawStation {
  return {
    id: toText(node.id),
    latitude: toText(node.latitude),
    longitude: toText(node.longitude),
    postalCode: toText(node.cp),
    road: toText(node.pop),
    address: toText(node.adresse),
    city: toText(node.ville),
    hours: rows.hours ?? toHours(node.horaires),
    services: rows.services ?? toNodes(toNodes(node.services)[0]?.service).map(toText),
    prices: rows.prices,
    stockOuts: rows.stockOuts,
    closures: toNodes(node.fermeture).map(toClosure),
  };
}

/** The station of one `pdv` element. Throws {@link FeedRefused}: `bad_xml`, or `dtd` on an entity that XML itself lacks. */
export function parseStation(element: string): RawStation {
  const plain = takePlainRows(element);
  if (plain?.fields) {
    return { ...plain.fields, ...plain.rows, services: plain.rows.services ?? [], closures: [] };
  }
  if (plain) return toRawStation(parseNode(plain.rest), plain.rows);
  const node = parseNode(element);
  const rows = { prices: toNodes(node.prix).map(toPrice), stockOuts: toNodes(node.rupture).map(toStockOut) };
  return toRawStation(node, { ...rows, hours: null, services: null });
}
