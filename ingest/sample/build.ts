/** Builds an invented feed of the whole country, for when the State's cannot be reached. @module */

import type { PriceFact } from "../../lib/domain/fact.ts";
import { toParisDay } from "../../lib/shared/paris_time.ts";
import type { Place } from "../../lib/shared/places.ts";
import { toCurrentPrices } from "../check.ts";
import { loadPlaceIndex } from "../check/town_table.ts";
import { type StationRows, toXmlPieces } from "./feed_xml.ts";
import { drawLevels } from "./levels.ts";
import { drawPrices, drawStockOuts } from "./movements.ts";
import { createRandom, type Random } from "./random.ts";
import { drawStation, FIRST_SAMPLE_ID } from "./sample_station.ts";

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
      if (ends[middle] <= wanted) low = middle + 1;
      else high = middle;
    }
    return towns[low][0];
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
  const current = (prices: readonly PriceFact[]) => [...toCurrentPrices(prices).values()];
  return new Blob([...toXmlPieces(rows.map((row) => ({ ...row, prices: current(row.prices) })), "snapshot")]);
}

/**
 * Draws a sample: stations in real towns with plausible brands, fuels, hours, services and stock-outs, and the movements of
 * their prices over the days before `at`. Every address says "(exemple)", every id has nine digits.
 */
export async function buildSample(options: SampleOptions): Promise<Sample> {
  const { at, seed, stations, days } = { ...DEFAULTS, ...options };
  const random = createRandom(seed);
  const pickTown = createTownPicker(random, toTownWeights((await loadPlaceIndex()).places));
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
