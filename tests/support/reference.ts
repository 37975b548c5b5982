/**
 * A second, naive reading of a feed file and naive answers over it: no database, no index, no code of the ingest, so
 * that both can be compared. It shares with the product only the plausibility rules, the table of postal codes and the geodesic library.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import geodesic from "geographiclib-geodesic";
import { BlobReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { toDepartmentCode } from "../../lib/domain/location.ts";
import { isPetrolPrice, isPlausible } from "../../lib/domain/plausibility.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { toNaiveMarket } from "./naive_suspect.ts";

/** One price or stock-out of the naive reading. */
type ReportedPrice = { priceMilli: number; atMs: number };

/** A station of the naive reading. */
export type ReferenceStation = {
  id: string;
  lat: number;
  lng: number;
  postalCode: string;
  department: string;
  motorway: boolean;
  automate247: boolean;
  services: string[];
  prices: Partial<Record<Fuel, ReportedPrice>>;
  stockOutSinceMs: Partial<Record<Fuel, number>>;
  brand: string | null;
};

const FUEL_OF_NAME: Record<string, Fuel> = {
  Gazole: "gazole",
  SP95: "sp95",
  SP98: "sp98",
  E10: "e10",
  E85: "e85",
  GPLc: "gplc",
};

/** The XML text of a feed file (.zip or .xml). */
export async function readFeedText(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  if (bytes[0] !== 0x50) return latin1(bytes);
  const reader = new ZipReader(new BlobReader(new Blob([bytes])));
  const [entry] = await reader.getEntries();
  if (!entry || entry.directory) throw new Error(`${path} begins with a folder`);
  return latin1(await entry.getData(new Uint8ArrayWriter()));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}

const PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "medium" });

/** Paris wall clock to an instant by trying both offsets against the platform's own formatter. */
export function parisToMs(text: string): number {
  const wall = Date.parse(text.replace(" ", "T").slice(0, 19) + "Z");
  const shown = (ms: number) => PARIS.format(ms).replace(" ", "T");
  for (const hours of [2, 1]) {
    const ms = wall - hours * 3_600_000;
    if (shown(ms) === new Date(wall).toISOString().slice(0, 19)) return ms;
  }
  return wall - 3_600_000;
}

function decodeText(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&apos;/g, "'").replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
}

function readStation(xml: string): ReferenceStation {
  const head = xml.slice(0, xml.indexOf(">"));
  const postalCode = attribute(head, "cp");
  const station: ReferenceStation = {
    id: attribute(head, "id"),
    lat: Number(attribute(head, "latitude")) / 100_000,
    lng: Number(attribute(head, "longitude")) / 100_000,
    postalCode,
    department: toDepartmentCode(postalCode, decodeText(/<ville>([^<]*)/.exec(xml)?.[1] ?? "")) ?? "",
    motorway: attribute(head, "pop") === "A",
    automate247: /automate-24-24="1"/.test(xml),
    services: [...xml.matchAll(/<service>([^<]*)<\/service>/g)].map((match) => decodeText(match[1]!).trim()),
    prices: {},
    stockOutSinceMs: {},
    brand: null,
  };
  for (const [tag] of xml.matchAll(/<prix [^>]*>/g)) {
    const fuel = FUEL_OF_NAME[attribute(tag, "nom")];
    const priceMilli = Math.round(Number(attribute(tag, "valeur")) * 1000);
    if (fuel && isPlausible(fuel, priceMilli)) {
      station.prices[fuel] = { priceMilli, atMs: parisToMs(attribute(tag, "maj")) };
    }
  }
  const petrols = (["sp95", "sp98", "e10"] as const).flatMap((fuel) => station.prices[fuel]?.priceMilli ?? []);
  const cheapest = petrols.length > 0 ? Math.min(...petrols) : null;
  for (const fuel of ["e85", "gplc"] as const) {
    const price = station.prices[fuel];
    if (price && isPetrolPrice(fuel, price.priceMilli, cheapest)) delete station.prices[fuel];
  }
  for (const [tag] of xml.matchAll(/<rupture [^>]*>/g)) {
    const fuel = FUEL_OF_NAME[attribute(tag, "nom")];
    const since = attribute(tag, "debut");
    if (!fuel || attribute(tag, "fin") !== "" || since < "2000") continue;
    station.stockOutSinceMs[fuel] = Math.max(station.stockOutSinceMs[fuel] ?? 0, parisToMs(since));
  }
  return station;
}

/** All stations of a feed text. */
export function readReference(text: string): ReferenceStation[] {
  return [...text.matchAll(/<pdv [^>]*\/>|<pdv [\s\S]*?<\/pdv>/g)].map(([xml]) => readStation(xml));
}

/** Newest price time of the reading, ms. */
export function newestMs(stations: ReferenceStation[]): number {
  return Math.max(...stations.flatMap((station) => Object.values(station.prices).map((price) => price.atMs)));
}

/** The price of a station that counts but for suspicion, or null. */
function offered(station: ReferenceStation, fuel: Fuel, asOfMs: number, maxAgeDays: number): ReportedPrice | null {
  const price = station.prices[fuel];
  if (!price || asOfMs - price.atMs > maxAgeDays * 86_400_000 || price.atMs - asOfMs > 600_000) return null;
  return (station.stockOutSinceMs[fuel] ?? -Infinity) >= price.atMs ? null : price;
}

/** The suspect prices of a feed that is alone in its database: no station has a past, so only low ones are. */
export function findSuspects(stations: readonly ReferenceStation[], asOfMs: number): Set<ReportedPrice> {
  const suspects = FUELS.flatMap((fuel) => {
    const offers = stations.flatMap((station) => {
      const price = offered(station, fuel, asOfMs, 30);
      return price ? [{ price, priceMilli: price.priceMilli, department: station.department || null }] : [];
    });
    const market = toNaiveMarket(offers);
    return offers.filter(({ priceMilli, department }) => {
      const medianMilli = market(priceMilli, department);
      return medianMilli !== null && priceMilli < medianMilli &&
        offers.filter((other) => other.priceMilli === priceMilli).length < 3;
    });
  });
  return new Set(suspects.map(({ price }) => price));
}

/** The world of a feed at an instant, with the suspect prices of it. */
export type ReferenceWorld = { stations: ReferenceStation[]; asOfMs: number; suspects: ReadonlySet<ReportedPrice> };

/** The price of a station that counts, or null. */
export function inForce(
  { asOfMs, suspects }: ReferenceWorld,
  { station, fuel, maxAgeDays = 30 }: { station: ReferenceStation; fuel: Fuel; maxAgeDays?: number },
): ReportedPrice | null {
  const price = offered(station, fuel, asOfMs, maxAgeDays);
  return price && !suspects.has(price) ? price : null;
}

/** Geodesic metres. */
export function metresBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  return geodesic.Geodesic.WGS84.Inverse(a.lat, a.lng, b.lat, b.lng).s12!;
}
