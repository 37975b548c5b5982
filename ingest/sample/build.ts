/**
 * Invents a feed of the whole country in the State's layout, with past prices, for when the State's
 * feed is unreachable.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../../lib/shared/fuels.ts";
import { parisOffsetMs } from "../../lib/shared/time/paris_time.ts";
import { createPlaceIndex, type Place } from "../../lib/places/places.ts";
import { createRandom, pick, type Random } from "../../lib/shared/random.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { readPlaceColumns, toCurrentPrices } from "../check.ts";
import { FEED_FUELS } from "../check_rows.ts";

/**
 * Options of a sample: its newest prices are minutes older than `at`. Equal options give equal
 * bytes.
 */
export type SampleOptions = { at: Date; seed?: number; stations?: number; days?: number };

/** A sample: its last feed, the archives before it (ISO-8859-1), and the brands of its stations. */
export type Sample = { feedXml: Blob; archives: { year: number; xml: Blob }[]; brandsCsv: string };

const FIRST_ID = 900_000_001; // The State's IDs have seven or eight digits.
/** Cheapest first; the last entry is for stations without a brand. */
const BRANDS =
  "E.Leclerc,Intermarché,Carrefour Market,TotalEnergies Access,TotalEnergies,Avia,Shell,".split(
    ",",
  );
const BRANDS_HEADER = "ref:FR:prix-carburants,brand,name,operator,branch";
const STREETS = [
  "Avenue de la Gare",
  "ROUTE NATIONALE",
  "Rue de l’Église",
  "ZONE COMMERCIALE",
  "Place du Marché",
];
const SERVICES = [
  "Station de gonflage",
  "Boutique alimentaire",
  "Toilettes publiques",
  "Lavage automatique",
  "Bar",
];
const DAYS = ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"];

/** Opening hours of each day; the first entry is for stations that do not report any. */
const HOURS = ["", '<horaire ouverture="07.00" fermeture="20.30"/>'];

/** The State's number of each fuel, its usual price, and the share of stations that sell it. */
const OFFERS: Record<Fuel, { id: number; milli: number; share: number }> = {
  gazole: { id: 1, milli: 1690, share: 0.98 },
  sp95: { id: 2, milli: 1790, share: 0.3 },
  sp98: { id: 6, milli: 1840, share: 0.8 },
  e10: { id: 5, milli: 1740, share: 0.77 },
  e85: { id: 3, milli: 790, share: 0.4 },
  gplc: { id: 4, milli: 990, share: 0.15 },
};

/**
 * A station: its row of brands, its XML before the prices, its prices (ascending in time for each
 * fuel), and its XML after them.
 */
type SampleStation = { brandRow: string; head: string; prices: PriceFact[]; stockOuts: string };

/** Escapes a text for XML; characters that ISO-8859-1 lacks become references. */
function escape(text: string): string {
  return text.replace(/[&<>"\u0100-\uffff]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function toWallClock(atMs: number, separator: " " | "T"): string {
  return new Date(atMs + parisOffsetMs(atMs)).toISOString().slice(0, 19).replace("T", separator);
}

function toYear({ atMs }: PriceFact): number {
  return Number(toWallClock(atMs, " ").slice(0, 4));
}

function toFuelAttributes(fuel: Fuel): string {
  return `nom="${FEED_FUELS[fuel]}" id="${OFFERS[fuel].id}"`;
}

/**
 * Returns a permanent stock-out of a fuel that was never sold, a temporary one of a few days, or
 * nothing.
 */
function drawStockOut(
  random: Random,
  fuel: Fuel,
  { endMs, isSold }: { endMs: number; isSold: boolean },
): string {
  if (random() > (isSold ? 0.025 : 0.3)) return "";
  const since = toWallClock(endMs - random() * (isSold ? 5 : 3000) * DAY_MS, " ");
  const type = isSold ? "temporaire" : "definitive";
  return `<rupture ${toFuelAttributes(fuel)} debut="${since}" fin="" type="${type}"/>\n`;
}

function drawHead(
  random: Random,
  { id, place, motorway }: { id: number; place: Place; motorway: boolean },
): string {
  const reachKm = Math.min(4, 0.4 + Math.sqrt(place.population) / 120);
  const draw = (degrees: number, kmPerDegree: number) =>
    Math.round(100_000 * (degrees + (2 * random() - 1) * reachKm / kmPerDegree));
  const lat = draw(place.lat, 111);
  const lng = draw(place.lng, 111 * Math.cos(place.lat * Math.PI / 180));
  const street = motorway ? `Aire de ${place.name} - Autoroute` : pick(random, STREETS);
  const services = SERVICES.filter(() => random() < 0.3).map((name) =>
    `<service>${name}</service>`
  );
  const hours = pick(random, HOURS);
  const openDays = DAYS.map((name, index) =>
    `<jour id="${index + 1}" nom="${name}" ferme="">${hours}</jour>`
  );
  const attributes = `id="${id}" latitude="${lat}" longitude="${lng}" cp="${
    pick(random, place.postalCodes)
  }"`;
  return `<pdv ${attributes} pop="${motorway ? "A" : "R"}">
<adresse>${escape(`${street} ${1 + id % 180} (exemple)`)}</adresse>
<ville>${escape(place.name)}</ville>
<horaires automate-24-24="${random() < 0.6 ? "1" : ""}">${openDays.join("\n")}</horaires>
<services>${services.join("\n")}</services>
`;
}

type PricedStation = {
  id: number;
  fuels: Fuel[];
  brandRank: number;
  motorway: boolean;
  endMs: number;
  days: number;
};

/**
 * Returns the prices of a station. All fuels change together every three to nine days, by a level
 * that swings over weeks.
 */
function drawPrices(random: Random, { endMs, days, ...station }: PricedStation): PriceFact[] {
  const offsetMilli = 20 * station.brandRank - 60 + 40 * random() + (station.motorway ? 210 : 0);
  const prices: PriceFact[] = [];
  for (let atMs = endMs - (days - random() * Math.min(6, days)) * DAY_MS; atMs < endMs;) {
    for (const fuel of station.fuels) {
      const milli =
        OFFERS[fuel].milli * (1 + offsetMilli / 1700 + 0.02 * Math.sin(atMs / DAY_MS / 9)) +
        10 * random();
      const priceMilli = 10 * Math.round(milli / 10) - 1;
      prices.push({
        stationId: station.id,
        fuel: fuelNumber(fuel),
        priceMilli,
        atMs: Math.floor(atMs / 1000) * 1000,
      });
    }
    atMs += (3 + 6 * random()) * DAY_MS;
  }
  return prices;
}

/**
 * Returns a document as bytes of ISO-8859-1. Feeds write prices with three decimals; archives (with
 * a `T` in their times) write no trailing zeros.
 */
function toXml(stations: readonly SampleStation[], separator: " " | "T"): Blob {
  const toRow = ({ fuel, priceMilli, atMs }: PriceFact) => {
    const value = separator === "T" ? priceMilli / 1000 : (priceMilli / 1000).toFixed(3);
    return `<prix ${toFuelAttributes(fuelOfNumber(fuel))} maj="${
      toWallClock(atMs, separator)
    }" valeur="${value}"/>\n`;
  };
  const open = '<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>\n<pdv_liste>\n';
  const elements = stations.map(({ head, prices, stockOuts }) =>
    `${head}${prices.map(toRow).join("")}${stockOuts}</pdv>\n`
  );
  return new Blob(
    [open, ...elements, "</pdv_liste>\n"].map((piece) => Buffer.from(piece, "latin1")),
  );
}

/**
 * Draws stations in real towns, more often in larger ones, and their prices before `at`. Every
 * address ends in "(exemple)".
 */
export async function buildSample(
  { at, seed = 20_070_101, stations: count = 10_000, days = 90 }: SampleOptions,
): Promise<Sample> {
  const random = createRandom(seed);
  const endMs = at.getTime();
  const towns = createPlaceIndex(await readPlaceColumns()).places
    .filter(({ department, population }) => department.length === 2 && population >= 150)
    .sort((a, b) => b.population - a.population);
  const stations = Array.from({ length: count }, (_, index): SampleStation => {
    const place = towns[Math.floor(towns.length * random() ** 2.5)]!;
    const station = { id: FIRST_ID + index, place, motorway: random() < 0.043 };
    const brandRank = Math.floor(random() * BRANDS.length);
    const fuels = FUELS.filter((fuel) => random() < OFFERS[fuel].share);
    const brand = BRANDS[brandRank]!;
    return {
      brandRow: `${station.id},${brand},"${brand || "Station"} ${place.name} (exemple)",${brand},`,
      head: drawHead(random, station),
      prices: drawPrices(random, { ...station, fuels, brandRank, endMs, days }),
      stockOuts: FUELS.map((fuel) =>
        drawStockOut(random, fuel, { endMs, isSold: fuels.includes(fuel) })
      ).join(""),
    };
  });
  const years = [...new Set(stations.flatMap(({ prices }) => prices.map(toYear)))].sort();
  const ofYear = (year: number) => ({ prices, ...station }: SampleStation) => (
    { ...station, stockOuts: "", prices: prices.filter((fact) => toYear(fact) === year) }
  );
  return {
    feedXml: toXml(
      stations.map((station) => ({ ...station, prices: toCurrentPrices(station.prices) })),
      " ",
    ),
    archives: years.map((year) => ({ year, xml: toXml(stations.map(ofYear(year)), "T") })),
    brandsCsv: [BRANDS_HEADER, ...stations.map(({ brandRow }) => brandRow), ""].join("\n"),
  };
}
