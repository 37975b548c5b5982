/** Invented stations in the State's own layout: so that the sample goes through the same pipeline as the feed. @module */

import type { PriceFact, StockOutFact } from "../../lib/domain/fact.ts";
import { fuelOfNumber } from "../../lib/shared/fuels.ts";
import { parisOffsetMs } from "../../lib/shared/paris_time.ts";
import { toFeedFuelName } from "../check/fuel_name.ts";
import type { RawHours } from "../raw_station.ts";
import { type SampleStation, toDayName } from "./sample_station.ts";

/** One station with what is to be written of it. */
export type StationRows = { station: SampleStation; prices: readonly PriceFact[]; stockOuts: readonly StockOutFact[] };

/** Layouts: snapshots separate day and time by a space, archives by a `T` and drop trailing zeros of prices. */
export type Layout = "snapshot" | "archive";

/** The State's numbers of fuels. */
const FUEL_IDS: Record<string, number> = { Gazole: 1, SP95: 2, E85: 3, GPLc: 4, E10: 5, SP98: 6 };

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character])
    .replace(/[\u0100-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function toWallClock(atMs: number, layout: Layout): string {
  const text = new Date(atMs + parisOffsetMs(atMs)).toISOString().slice(0, 19);
  return layout === "snapshot" ? text.replace("T", " ") : text;
}

function toPriceRow({ fuel, priceMilli, atMs }: PriceFact, layout: Layout): string {
  const name = toFeedFuelName(fuelOfNumber(fuel));
  const value = layout === "snapshot" ? (priceMilli / 1000).toFixed(3) : String(priceMilli / 1000);
  return `    <prix nom="${name}" id="${FUEL_IDS[name]}" maj="${toWallClock(atMs, layout)}" valeur="${value}"/>`;
}

function toStockOutRow({ fuel, sinceMs, kind }: StockOutFact, layout: Layout): string {
  const name = toFeedFuelName(fuelOfNumber(fuel));
  const type = kind === "permanent" ? "definitive" : "temporaire";
  return `    <rupture nom="${name}" id="${FUEL_IDS[name]}" debut="${
    toWallClock(sinceMs, layout)
  }" fin="" type="${type}"/>`;
}

function toHoursRows({ automate, days }: RawHours): string[] {
  const rows = days.map(({ day, closed, slots }) => {
    const start = `      <jour id="${day}" nom="${toDayName(day)}" ferme="${closed}"`;
    if (slots.length === 0) return `${start}/>`;
    const inner = slots.map(({ open, close }) => `        <horaire ouverture="${open}" fermeture="${close}"/>`);
    return [`${start}>`, ...inner, "      </jour>"].join("\n");
  });
  return [`    <horaires automate-24-24="${automate}">`, ...rows, "    </horaires>"];
}

function toStationElement({ station, prices, stockOuts }: StationRows, layout: Layout): string {
  const { id, lat, lng, postalCode, motorway, address, place, hours, services } = station;
  const position = `latitude="${Math.round(lat * 100_000)}" longitude="${Math.round(lng * 100_000)}"`;
  return [
    `  <pdv id="${id}" ${position} cp="${postalCode}" pop="${motorway ? "A" : "R"}">`,
    `    <adresse>${escape(address)}</adresse>`,
    `    <ville>${escape(place.name)}</ville>`,
    ...(hours ? toHoursRows(hours) : []),
    ...(services.length > 0 ? ["    <services>"] : []),
    ...services.map((service) => `      <service>${escape(service)}</service>`),
    ...(services.length > 0 ? ["    </services>"] : []),
    ...prices.map((price) => toPriceRow(price, layout)),
    ...stockOuts.map((stockOut) => toStockOutRow(stockOut, layout)),
    "  </pdv>",
  ].join("\n");
}

function toLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** A whole document as the bytes of ISO-8859-1, in pieces of some stations. */
export function* toXmlPieces(rows: Iterable<StationRows>, layout: Layout): Generator<Uint8Array<ArrayBuffer>> {
  yield toLatin1('<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>\n<pdv_liste>\n');
  for (const row of rows) yield toLatin1(`${toStationElement(row, layout)}\n`);
  yield toLatin1("</pdv_liste>\n");
}
