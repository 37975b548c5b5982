/**
 * A station with one price, as list and map show it: its fields, name and distance, and the orders
 * of a list.
 *
 * @module
 */

import type { StationEntry } from "../domain/wire.ts";
import { parsePriceText } from "../shared/price/money.ts";
import type { Paid } from "../shared/price/my_price.ts";
import { type Car, toCostCents } from "../shared/price/real_cost.ts";
import type { Sort } from "./explorer/filters.ts";
import { type Point, toKm } from "../places/point.ts";

/** A station in a list. Its fields from the API are unchanged. */
export type ListedStation =
  & Readonly<Pick<StationEntry, "id" | "name" | "brand" | "address" | "city" | "motorway">>
  & {
    readonly lat: number;
    readonly lng: number;
    readonly h24: boolean;
    /** Thousandths of a euro per litre, by which stations are compared. */
    readonly priceMilli: number;
    /** The visitor's price. Absent if they pay the pump price, which is `priceMilli`. */
    readonly paid?: Paid;
    /** When the price was set or confirmed, ms since 1970. */
    readonly atMs: number;
    /** Km from the origin of distances, as the crow flies. */
    readonly km: number;
  };

/** An entry of the API's lists, with or without a position. A search adds the distance. */
export type ListEntry = Omit<StationEntry, "latitude" | "longitude"> & { distance_km?: number };

/** Converts an entry of the API. Distances are measured from `from`. */
export function toListedStation(entry: StationEntry, from: Point): ListedStation {
  const { id, name, brand, address, city, motorway, latitude: lat, longitude: lng } = entry;
  return {
    id,
    name,
    brand,
    address,
    city,
    motorway,
    lat,
    lng,
    h24: entry.automate_24_7,
    priceMilli: parsePriceText(entry.price),
    atMs: Date.parse(entry.updated_at),
    km: toKm(from, { lat, lng }),
  };
}

/** Returns a station's title: its brand, otherwise its name, or null. */
export function toTitle(
  { brand, name }: { brand: string | null; name: string | null },
): string | null {
  return brand ?? name;
}

function toWords(text: string): string[] {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/**
 * Returns a station's name if it adds to its title, or null if it repeats the brand.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * equal(toOwnName({ brand: "TotalEnergies", name: "Total Access" }), null);
 * equal(toOwnName({ brand: "Système U", name: "La Station U" }), null);
 * equal(toOwnName({ brand: "Intermarché", name: "SAS INTERMARCHE" }), null);
 * equal(toOwnName({ brand: "TotalEnergies", name: "Relais Malifeu" }), "Relais Malifeu");
 * equal(toOwnName({ brand: null, name: "Relais Malifeu" }), null);
 * ```
 */
export function toOwnName(
  { brand, name }: { brand: string | null; name: string | null },
): string | null {
  if (brand === null || name === null) return null;
  const own = toWords(name);
  const repeats = toWords(brand).some((word) =>
    own.some((other) => word === other || (other.length > 3 && word.startsWith(other)))
  );
  return repeats ? null : name;
}

/** Returns a station's name on a page: its title, or the words for a station without a name. */
export function toStationName(
  station: { brand: string | null; name: string | null },
  words: { station: { unknownName: string } },
): string {
  return toTitle(station) ?? words.station.unknownName;
}

/** Returns street, postal code and town; empty if all are unknown. */
export function toAddress(
  { address, postal_code, city }: {
    address: string | null;
    postal_code: string | null;
    city: string | null;
  },
): string {
  return [address, [postal_code, city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

type Compare = (a: ListedStation, b: ListedStation) => number;

const byId: Compare = (a, b) => a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
const byPrice: Compare = (a, b) => a.priceMilli - b.priceMilli || a.km - b.km || byId(a, b);
const byDistance: Compare = (a, b) => a.km - b.km || byPrice(a, b);
const byAge: Compare = (a, b) => b.atMs - a.atMs || byPrice(a, b);

/**
 * Returns a sorted copy: cheapest, nearest, freshest or lowest real cost first. Ties are sorted by
 * price, distance and ID.
 */
export function sortStations(
  list: readonly ListedStation[],
  sort: Sort,
  car: Car,
): ListedStation[] {
  if (sort === "cost") {
    const costs = new Map(list.map((station) => [station, toCostCents(station, car)]));
    return [...list].sort((a, b) => costs.get(a)! - costs.get(b)! || byPrice(a, b));
  }
  return list.toSorted({ price: byPrice, distance: byDistance, fresh: byAge }[sort]);
}
