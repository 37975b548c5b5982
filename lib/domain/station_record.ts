/** A station as the tables hold it and how it becomes the wire's nouns: shared by the database and the snapshot. @module */

import { getDepartment } from "../shared/departments.ts";
import { fuelOfNumber } from "../shared/fuels.ts";
import { toPriceText } from "../shared/money.ts";
import type { DayHours } from "./fact.ts";
import { isInForce, isInterrupted } from "./in_force.ts";
import type { CheapStation, Station, StationEntry } from "./wire.ts";

/** A station without its prices. */
export type StationRecord = {
  id: string;
  name: string | null;
  brand: string | null;
  address: string | null;
  city: string | null;
  postalCode: string | null;
  department: string | null;
  lat: number | null;
  lng: number | null;
  motorway: boolean;
  automate247: boolean;
  services: string[];
  openingHours: DayHours[] | null;
  /** When a feed last listed it; null while the newest one does: then it was seen as of now. */
  lastSeenAtMs: number | null;
};

/** The last known price of one fuel (1 to 6) at a station; `listed` by the newest feed, with its station. */
export type PriceRecord = {
  fuel: number;
  priceMilli: number;
  atMs: number;
  listed: boolean;
  /** Whether it would be in force but for lying far from everybody else's, unconfirmed. */
  suspect: boolean;
  /** Latest beginning of an open stock-out of the fuel or closure of the station, or null. */
  interruptedSinceMs: number | null;
};

/** An open stock-out of one fuel (1 to 6). */
export type StockOutRecord = { fuel: number; sinceMs: number; kind: "temporary" | "permanent" };

/** The closure of a station that lasts and began last: no end of it is known, and no price was reported since. */
export type ClosureRecord = { sinceMs: number; kind: "temporary" | "permanent" };

/** What is known of a station's fuels. */
export type KnownFuels = {
  prices: readonly PriceRecord[];
  stockOuts: readonly StockOutRecord[];
  closure: ClosureRecord | null;
};

/** ISO text of an instant in UTC. */
export function toInstantText(ms: number): string {
  return new Date(ms).toISOString();
}

/** The latest stock-out of each fuel that no newer price has ended, in the order of the fuel list. */
export function openStockOuts(stockOuts: readonly StockOutRecord[], prices: readonly PriceRecord[]): StockOutRecord[] {
  const latest = new Map<number, StockOutRecord>();
  for (const stockOut of stockOuts) {
    const other = latest.get(stockOut.fuel);
    if (!other || stockOut.sinceMs > other.sinceMs) latest.set(stockOut.fuel, stockOut);
  }
  const isEnded = (price: PriceRecord) =>
    !isInterrupted({ ...price, interruptedSinceMs: latest.get(price.fuel)!.sinceMs });
  for (const price of prices) if (price.listed && latest.has(price.fuel) && isEnded(price)) latest.delete(price.fuel);
  return [...latest.values()].sort((a, b) => a.fuel - b.fuel);
}

/** The station as answers show it (docs/contract.md), with every last known price, its open stock-outs and its closure. */
export function toStation(record: StationRecord, known: KnownFuels & { asOfMs: number }): Station {
  const { closure } = known;
  const prices = [...known.prices].sort((a, b) => a.fuel - b.fuel);
  return {
    id: record.id,
    name: record.name,
    brand: record.brand,
    address: record.address,
    city: record.city,
    postal_code: record.postalCode,
    department: record.department,
    region: record.department === null ? null : getDepartment(record.department)?.regionName ?? null,
    latitude: record.lat,
    longitude: record.lng,
    services: record.services,
    prices: prices.map((price) => ({
      fuel: fuelOfNumber(price.fuel),
      price: toPriceText(price.priceMilli),
      updated_at: toInstantText(price.atMs),
      in_force: isInForce(price, known.asOfMs),
      suspect: price.suspect,
    })),
    out_of_stock: openStockOuts(known.stockOuts, prices).map((stockOut) => ({
      fuel: fuelOfNumber(stockOut.fuel),
      since: toInstantText(stockOut.sinceMs),
      kind: stockOut.kind,
    })),
    closed_since: closure && toInstantText(closure.sinceMs),
    closed_kind: closure && closure.kind,
    motorway: record.motorway,
    automate_24_7: record.automate247,
    opening_hours: record.openingHours,
    last_seen_at: toInstantText(record.lastSeenAtMs ?? known.asOfMs),
  };
}

/** The entry of lists (docs/contract.md). The record must have a position. */
export function toEntry(
  record: StationRecord,
  price: { fuel: number; priceMilli: number; atMs: number },
): StationEntry {
  return {
    id: record.id,
    name: record.name,
    brand: record.brand,
    address: record.address,
    city: record.city,
    postal_code: record.postalCode,
    department: record.department,
    latitude: record.lat!,
    longitude: record.lng!,
    motorway: record.motorway,
    automate_24_7: record.automate247,
    fuel: fuelOfNumber(price.fuel),
    price: toPriceText(price.priceMilli),
    updated_at: toInstantText(price.atMs),
  };
}

/** What names a station. */
export type StationNames = Pick<StationRecord, "id" | "name" | "brand" | "address" | "city" | "department">;

/** A price and the station that asks it. */
export type NamedPrice = { station: StationNames; price: { priceMilli: number; atMs: number } };

/** A station with its price and no more than names it. */
export function toCheapStation({ station, price }: NamedPrice): CheapStation {
  const { id, name, brand, address, city, department } = station;
  return {
    id,
    name,
    brand,
    address,
    city,
    department,
    price: toPriceText(price.priceMilli),
    updated_at: toInstantText(price.atMs),
  };
}

/** Distance in kilometres with three decimals, from metres. */
export function toDistanceKm(metres: number): number {
  return Math.round(metres) / 1000;
}

/** Code-unit order of two ids: the tie-break of every list. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
