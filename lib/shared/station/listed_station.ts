/** A station with one price, as list and map show it: its fields, its name, its distance, and the orders of a list. @module */

import type { StationEntry } from "../../domain/wire.ts";
import { parsePriceText } from "../price/money.ts";
import type { Paid } from "../price/my_price.ts";
import { type Car, toCostCents } from "../price/real_cost.ts";
import type { Tertile } from "../price/tertiles.ts";
import type { Sort } from "../explorer/filters.ts";
import type { Point } from "../explorer/url_state.ts";

/** Mean radius of the earth, metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;

/** A station in a list; its fields from the API are as there. */
export type ListedStation = Readonly<Pick<StationEntry, "id" | "name" | "brand" | "address" | "city" | "motorway">> & {
  readonly lat: number;
  readonly lng: number;
  readonly h24: boolean;
  /** Thousandths of a euro per litre, by which stations are compared. */
  readonly priceMilli: number;
  /** The visitor's price; absent when it is the pump's, which `priceMilli` then is. */
  readonly paid?: Paid;
  /** When the price was set or confirmed, ms since 1970. */
  readonly atMs: number;
  /** Km from where distances are measured, as the crow flies. */
  readonly km: number;
  /** The level of the price among those around the station; null: unknown. */
  readonly level: Tertile | null;
};

/** An entry of the API's lists, wherever its station is; a search adds the distance. */
export type ListEntry = Omit<StationEntry, "latitude" | "longitude"> & { distance_km?: number };

const RADIANS = Math.PI / 180;

/** Kilometres between two points on the sphere; at most 0.6 % off the ellipsoid, which is closer than any road is. */
export function toKm(from: Point, to: Point): number {
  const dLat = (to.lat - from.lat) * RADIANS;
  const dLng = (to.lng - from.lng) * RADIANS;
  const chord = Math.sin(dLat / 2) ** 2 +
    Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.sin(dLng / 2) ** 2;
  return 2 * (EARTH_RADIUS_M / 1000) * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** An entry of the API as a listed station; `from` is where distances are measured. */
export function toListedStation(entry: StationEntry & { level?: Tertile | null }, from: Point): ListedStation {
  const { id, name, brand, address, city, motorway, latitude: lat, longitude: lng } = entry;
  return {
    ...{ id, name, brand, address, city, motorway, lat, lng },
    h24: entry.automate_24_7,
    priceMilli: parsePriceText(entry.price),
    atMs: Date.parse(entry.updated_at),
    km: toKm(from, { lat, lng }),
    level: entry.level ?? null,
  };
}

/** A station's title: its brand, else its name, else null. */
export function toTitle({ brand, name }: { brand: string | null; name: string | null }): string | null {
  return brand ?? name;
}

/** A station's name on a page: its title, else the words for a station without a name. */
export function toStationName(
  station: { brand: string | null; name: string | null },
  words: { station: { unknownName: string } },
): string {
  return toTitle(station) ?? words.station.unknownName;
}

/** Street, then postal code and town; empty when nothing is known. */
export function toAddress(
  { address, postal_code, city }: { address: string | null; postal_code: string | null; city: string | null },
): string {
  return [address, [postal_code, city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

type Compare = (a: ListedStation, b: ListedStation) => number;

const byId: Compare = (a, b) => a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
const byPrice: Compare = (a, b) => a.priceMilli - b.priceMilli || a.km - b.km || byId(a, b);
const byDistance: Compare = (a, b) => a.km - b.km || byPrice(a, b);
const byAge: Compare = (a, b) => b.atMs - a.atMs || byPrice(a, b);

/** A new list in an order: cheapest, nearest, freshest or least real cost first; ties by price, distance, id. */
export function sortStations(list: readonly ListedStation[], sort: Sort, car: Car): ListedStation[] {
  if (sort === "cost") {
    const costs = new Map(list.map((station) => [station, toCostCents(station, car)]));
    return [...list].sort((a, b) => costs.get(a)! - costs.get(b)! || byPrice(a, b));
  }
  return [...list].sort(sort === "price" ? byPrice : sort === "distance" ? byDistance : byAge);
}
