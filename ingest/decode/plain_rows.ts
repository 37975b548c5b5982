/**
 * Reads by pattern what a feed writes ten thousand times in exactly one form; a general parser takes three times as long for
 * it, on archives ten times. Whatever has another form is left to the parser.
 *
 * @module
 */

import type { RawDay, RawHours, RawPrice, RawStation, RawStockOut } from "../raw_station.ts";

/** What was read by pattern. `hours` and `services` null: left to the parser, or not there. */
export type PlainRows = {
  prices: RawPrice[];
  stockOuts: RawStockOut[];
  hours: RawHours | null;
  services: string[] | null;
};

/** What was read of an element, and what is left of it for the parser: its XML without the rows, empty when nothing is. */
export type PlainElement = { rows: PlainRows; frame: Frame | null; rest: string };

/** Texts that stand before the rows. */
type Frame = Pick<RawStation, "id" | "latitude" | "longitude" | "postalCode" | "road" | "address" | "city">;

const FRAME =
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

  /** What stands here, if it is this; then the reader stands behind it. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  /** Everything up to the next tag. */
  skip(): string {
    const from = this.at;
    const next = this.text.indexOf("<", from + 1);
    this.at = next < 0 ? this.text.length : next;
    return this.text.slice(from, this.at);
  }
}

function takeFrame(reader: Reader): Frame | null {
  const match = reader.take(FRAME);
  if (match === null) return null;
  const [, id, latitude, longitude, postalCode, road, address, city] = match;
  return { id, latitude, longitude, postalCode, road, address, city };
}

function takeServices(reader: Reader): string[] | null {
  if (reader.take(NO_SERVICES)) return [];
  if (!reader.take(SERVICES)) return null;
  const services: string[] = [];
  for (let row = reader.take(SERVICE); row; row = reader.take(SERVICE)) services.push(row[1]);
  return services.length > 0 && reader.take(SERVICES_END) ? services : null;
}

function takeDay(reader: Reader): RawDay | null {
  const start = reader.take(DAY);
  if (start === null) return null;
  const [, day, closed, isEmpty] = start;
  const slots: RawDay["slots"] = [];
  if (isEmpty) return { day, closed, slots };
  for (let row = reader.take(SLOT); row; row = reader.take(SLOT)) slots.push({ open: row[1], close: row[2] });
  return reader.take(DAY_END) ? { day, closed, slots } : null;
}

function takeHours(reader: Reader): RawHours | null {
  const start = reader.take(HOURS);
  if (start === null) return null;
  const days: RawDay[] = [];
  for (let day = takeDay(reader); day; day = takeDay(reader)) days.push(day);
  return reader.take(HOURS_END) ? { automate: start[1], days } : null;
}

/** Takes a block, or leaves the reader where it was. */
function takeBlock<T>(reader: Reader, take: (reader: Reader) => T | null): T | null {
  const from = reader.at;
  const value = take(reader);
  if (value === null) reader.at = from;
  return value;
}

/** Takes the rows that stand here. */
function takeRows(reader: Reader, rows: PlainRows): void {
  for (let row = reader.take(PRICE); row; row = reader.take(PRICE)) {
    rows.prices.push({ fuel: row[1], at: row[2], value: row[3] });
  }
  for (let row = reader.take(STOCK_OUT); row; row = reader.take(STOCK_OUT)) {
    rows.stockOuts.push({ fuel: row[1], since: row[2], until: row[3], kind: row[4] });
  }
  rows.hours ??= takeBlock(reader, takeHours);
  rows.services ??= takeBlock(reader, takeServices);
}

/**
 * The plain rows of a `pdv` element and what is left of it. Null when rows occur in two forms, which would lose their
 * order, or when a comment or CDATA could hold rows that do not count: then the parser must read all.
 */
export function takePlainRows(element: string): PlainElement | null {
  if (element.includes("<!")) return null;
  const reader = new Reader(element);
  const rows: PlainRows = { prices: [], stockOuts: [], hours: null, services: null };
  const frame = takeFrame(reader);
  const head = element.slice(0, reader.at);
  let rest = "";
  while (reader.at < element.length) {
    const from = reader.at;
    takeRows(reader, rows);
    if (reader.at === from) rest += reader.skip();
  }
  if (frame !== null && rest === END) return { rows, frame, rest: "" };
  if (rest.includes("<prix") || rest.includes("<rupture")) return null;
  if (rest.includes("<services") && rows.services || rest.includes("<horaires") && rows.hours) return null;
  return { rows, frame: null, rest: head + rest };
}
