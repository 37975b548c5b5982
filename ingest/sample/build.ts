/** Builds an invented feed of the whole country in the State's layout, for when the State's cannot be reached. @module */

import type { PriceFact, StockOutFact } from "../../lib/domain/fact.ts";
import { fuelOfNumber } from "../../lib/shared/fuels.ts";
import { parisOffsetMs, toParisDay } from "../../lib/shared/paris_time.ts";
import { toFeedFuelName } from "../check_rows.ts";
import type { RawHours } from "../parse_station.ts";
import { createRandom, drawStation, FIRST_SAMPLE_ID, type Random, type SampleStation, toDayName } from "./stations.ts";
import { createPlaceIndex, type Place } from "../../lib/shared/places.ts";
import { readPlaceColumns, toCurrentPrices } from "../check.ts";
import { drawLevels, drawPrices, drawStockOuts } from "./prices.ts";

/** One station with what is to be written of it. */
type StationRows = { station: SampleStation; prices: readonly PriceFact[]; stockOuts: readonly StockOutFact[] };

/** Layouts: snapshots separate day and time by a space, archives by a `T` and drop trailing zeros of prices. */
type Layout = "snapshot" | "archive";

/** The State's numbers of fuels. */
const FUEL_IDS: Record<string, number> = { Gazole: 1, SP95: 2, E85: 3, GPLc: 4, E10: 5, SP98: 6 };

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
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
function* toXmlPieces(rows: Iterable<StationRows>, layout: Layout): Generator<Uint8Array<ArrayBuffer>> {
  yield toLatin1('<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>\n<pdv_liste>\n');
  for (const row of rows) yield toLatin1(`${toStationElement(row, layout)}\n`);
  yield toLatin1("</pdv_liste>\n");
}

/** What a sample is drawn by. Equal options give equal bytes. */
export type SampleOptions = {
  /** The sample's "now": its newest prices are minutes older. */
  at: Date;
  seed?: number;
  stations?: number;
  days?: number;
};

/** A sample: the feed of its last moment, the archives behind it, and the brands of its stations. */
export type Sample = {
  /** The ten-minute feed's XML, ISO-8859-1. */
  feedXml: Blob;
  /** One document per calendar year, in the layout of yearly archives. */
  archives: { year: number; xml: Blob }[];
  /** CSV in the layout of the OpenStreetMap extract. */
  brandsCsv: string;
};

const DEFAULTS = { seed: 20_070_101, stations: 10_000, days: 90 };

/** Larger towns have more stations, but far from in proportion. */
function toTownWeights(places: readonly Place[]): (readonly [Place, number])[] {
  return places.filter(({ department, code, population }) => (
    department.length === 2 && !/^(75056|69123|13055)$/.test(code) && population >= 150
  )).map((place) => [place, place.population ** 0.72] as const);
}

/** Draws by weight by bisection: ten thousand times over thirty thousand towns. */
function createTownPicker(random: Random, towns: readonly (readonly [Place, number])[]): () => Place {
  let sum = 0;
  const ends = towns.map(([, weight]) => sum += weight);
  return () => {
    const wanted = random.next() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Infinity) <= wanted) low = middle + 1;
      else high = middle;
    }
    const [town] = towns.at(low) ?? [];
    if (town === undefined) throw new RangeError("There are no towns");
    return town;
  };
}

function quoteCsv(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toBrandsCsv(rows: readonly StationRows[]): string {
  const lines = rows.map(({ station: { id, brand, place } }) => {
    const name = `${brand.name || "Station"} ${place.name} (exemple)`;
    return [String(id), brand.name, name, brand.name, ""].map(quoteCsv).join(",");
  });
  return ["ref:FR:prix-carburants,brand,name,operator,branch", ...lines, ""].join("\n");
}

function toYear(atMs: number): number {
  return Number(toParisDay(new Date(atMs)).slice(0, 4));
}

function toArchives(rows: readonly StationRows[]): Sample["archives"] {
  const years = [...new Set(rows.flatMap(({ prices }) => prices.map(({ atMs }) => toYear(atMs))))].sort();
  return years.map((year) => {
    const ofYear = rows.map((row) => ({
      ...row,
      prices: row.prices.filter(({ atMs }) => years.length === 1 || toYear(atMs) === year),
      stockOuts: [],
    }));
    return { year, xml: new Blob([...toXmlPieces(ofYear.filter(({ prices }) => prices.length > 0), "archive")]) };
  });
}

function toFeedXml(rows: readonly StationRows[]): Blob {
  return new Blob([...toXmlPieces(rows.map((row) => ({ ...row, prices: toCurrentPrices(row.prices) })), "snapshot")]);
}

/**
 * Draws a sample: stations in real towns with plausible brands, fuels, hours, services and stock-outs, and the movements of
 * their prices over the days before `at`. Every address says "(exemple)", every id has nine digits.
 */
export async function buildSample(options: SampleOptions): Promise<Sample> {
  const { at, seed, stations, days } = { ...DEFAULTS, ...options };
  const random = createRandom(seed);
  const pickTown = createTownPicker(random, toTownWeights(createPlaceIndex(await readPlaceColumns()).places));
  const span = { endMs: at.getTime(), days };
  const levels = drawLevels(random, days);
  const rows = Array.from({ length: stations }, (_, index): StationRows => {
    const station = drawStation(random, { id: FIRST_SAMPLE_ID + index, place: pickTown() });
    return {
      station,
      prices: drawPrices(random, station, { ...span, levels }),
      stockOuts: drawStockOuts(random, station, span),
    };
  });
  return { feedXml: toFeedXml(rows), archives: toArchives(rows), brandsCsv: toBrandsCsv(rows) };
}
