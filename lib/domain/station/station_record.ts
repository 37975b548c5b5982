/**
 * Defines a station as the database and the snapshot read it, and converts it to the objects of
 * responses.
 *
 * @module
 */

import { getDepartment } from "../../places/departments.ts";
import { isMembersOnly } from "../../shared/member_brands.ts";
import { FUEL_LABELS, fuelOfNumber } from "../../shared/fuels.ts";
import { toPriceText } from "../../shared/price/money.ts";
import { toServiceCode } from "../../words/services.ts";
import type { DayHours } from "./fact.ts";
import { isInForce, type PriceFacts } from "../price/in_force.ts";
import type { CheapStation, Station, StationEntry } from "../wire.ts";

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
  /** When a feed last listed it; null while the newest feed does. */
  lastSeenAtMs: number | null;
};

/** The last known price of one fuel (1 to 6) at a station. */
export type PriceRecord = PriceFacts & { fuel: number; priceMilli: number };

/** An open stock-out of one fuel (1 to 6). */
export type StockOutRecord = { fuel: number; sinceMs: number; kind: "temporary" | "permanent" };

/** The prices, stock-outs and closure of a station. */
export type KnownFuels = {
  prices: readonly PriceRecord[];
  stockOuts: readonly StockOutRecord[];
  /** The last closure, if no end and no later price has ended it. */
  closure: Omit<StockOutRecord, "fuel"> | null;
};

/** Returns an instant as ISO text in UTC. */
export function toInstantText(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * Returns the latest stock-out of each fuel that no newer price has ended, in the order of the fuel
 * list.
 */
export function openStockOuts(
  stockOuts: readonly StockOutRecord[],
  prices: readonly PriceRecord[],
): StockOutRecord[] {
  const latest = new Map<number, StockOutRecord>();
  for (const stockOut of stockOuts) {
    const other = latest.get(stockOut.fuel);
    if (!other || stockOut.sinceMs > other.sinceMs) latest.set(stockOut.fuel, stockOut);
  }
  for (const { fuel, atMs, listed } of prices) {
    const sinceMs = latest.get(fuel)?.sinceMs;
    if (listed && sinceMs !== undefined && sinceMs < atMs) latest.delete(fuel);
  }
  return [...latest.values()].sort((a, b) => a.fuel - b.fuel);
}

/** Returns the field of a station that sells to members only, or no field. */
function toMembersOnly(station: Pick<StationRecord, "brand">): { membersOnly?: boolean } {
  return isMembersOnly(station) ? { membersOnly: true } : {};
}

function toNames(record: StationRecord) {
  const { id, name, brand, address, city, postalCode: postal_code, department } = record;
  return { id, name, brand, address, city, postal_code, department, ...toMembersOnly(record) };
}

/** Returns the fields of a listed station, without its price. */
export function toListedFields(record: StationRecord) {
  const { lat: latitude, lng: longitude, motorway, automate247: automate_24_7 } = record;
  return { ...toNames(record), latitude, longitude, motorway, automate_24_7 };
}

/**
 * Returns the station of responses (docs/contract.md), with all last known prices, open stock-outs
 * and its closure.
 */
export function toStation(record: StationRecord, known: KnownFuels & { asOfMs: number }): Station {
  const { closure } = known;
  const prices = [...known.prices].sort((a, b) => a.fuel - b.fuel);
  return {
    ...toNames(record),
    region: record.department === null
      ? null
      : getDepartment(record.department)?.regionName ?? null,
    latitude: record.lat,
    longitude: record.lng,
    services: record.services,
    service_codes: record.services.map(toServiceCode),
    prices: prices.map((price) => ({
      fuel: fuelOfNumber(price.fuel),
      label: FUEL_LABELS[fuelOfNumber(price.fuel)],
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

type Located = ReturnType<typeof toListedFields> & { latitude: number; longitude: number };

/** Returns the entry of lists (docs/contract.md). The record must have a position. */
export function toEntry(
  record: StationRecord,
  price: { fuel: number; priceMilli: number; atMs: number },
): StationEntry {
  return {
    ...toListedFields(record) as Located,
    fuel: fuelOfNumber(price.fuel),
    price: toPriceText(price.priceMilli),
    updated_at: toInstantText(price.atMs),
  };
}

/** A price, with the names and place of its station. */
export type NamedPrice = {
  station: Pick<StationRecord, "id" | "name" | "brand" | "address" | "city" | "department">;
  price: { priceMilli: number; atMs: number };
};

/** Returns a station's names with its price. */
export function toCheapStation({ station, price }: NamedPrice): CheapStation {
  const { id, name, brand, address, city, department } = station;
  const names = { id, name, brand, address, city, department, ...toMembersOnly(station) };
  return { ...names, price: toPriceText(price.priceMilli), updated_at: toInstantText(price.atMs) };
}

/** Returns metres as kilometres with three decimals. */
export function toDistanceKm(metres: number): number {
  return Math.round(metres) / 1000;
}

/** Compares two IDs by code units: the tie-break of every list. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
