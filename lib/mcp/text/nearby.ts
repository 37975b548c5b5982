/** The text of a search: the cheapest first, with price, distance and age. @module */

import type { Filters } from "../../domain/params.ts";
import type { NearbyEntry } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { type Answer, toText } from "./body.ts";
import { countOf, cut, FUEL_NAMES, toAge, toKm, toPlaceText } from "./words.ts";

/** What was asked. */
export type NearbyQuestion = Filters & { lat: number; lng: number; fuel: Fuel; radius: number; limit: number };

const NAME_MAX = 28;
const TOWN_MAX = 24;

function toLabel(entry: NearbyEntry): string {
  return cut(entry.name ?? entry.brand ?? entry.address ?? "Station without a name", NAME_MAX);
}

/** The full address of the best answer; the others are a call of lookup_station away. */
function toBest(best: NearbyEntry, asOf: string): string {
  const place = [best.address, [best.postal_code, best.city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const isNamed = best.name !== null || best.brand !== null || best.address === null;
  const where = isNamed ? `${toLabel(best)}, ${cut(place, 90)}` : cut(place, 90);
  return `Cheapest: ${best.price} €/L at ${where}; ${toKm(best.distance_km)} away, ` +
    `price set ${toAge(best.updated_at, asOf)}.`;
}

function toLine(entry: NearbyEntry, index: number, asOf: string): string {
  const town = entry.city ? `, ${cut(entry.city, TOWN_MAX)}` : "";
  const motorway = entry.motorway ? " (motorway)" : "";
  const age = toAge(entry.updated_at, asOf);
  return `${index + 1}. ${entry.price} ${toLabel(entry)}${town}${motorway}, ${
    toKm(entry.distance_km)
  }, ${age}, id ${entry.id}`;
}

function toNothing(asked: NearbyQuestion): string {
  const ways = [
    asked.radius < 50 ? "widen radius (up to 50 km)" : null,
    asked.brand === undefined ? null : "drop brand",
    asked.motorway === "exclude" ? "allow motorways" : null,
    asked.open_now ? "drop open_now" : null,
    asked.max_age_days < 365 ? "raise max_age_days" : null,
  ].filter((way) => way !== null);
  return `No station within ${asked.radius} km of ${toPlaceText(asked)} has a price in force for ` +
    `${FUEL_NAMES[asked.fuel]}${ways.length > 0 ? `. To find some: ${ways.join(", ")}` : ""}.`;
}

function toFilterText(asked: NearbyQuestion): string {
  const filters = [
    asked.brand === undefined ? null : `brand ${cut(asked.brand, 40)}`,
    asked.motorway === "exclude" ? "no motorways" : null,
    asked.open_now ? "open now or hours unknown" : null,
    asked.max_age_days === 30 ? null : `prices up to ${countOf(asked.max_age_days, "day")} old`,
  ].filter((filter) => filter !== null);
  return filters.length > 0 ? ` (${filters.join(", ")})` : "";
}

/** About 60 to 110 bytes a station. */
export function nearbyText(answer: Answer<NearbyEntry[]>, asked: NearbyQuestion): string {
  const { data, meta } = answer;
  if (data.length === 0) return toText([toNothing(asked)], answer);
  const total = meta.total as number;
  const asOf = meta.generated_at;
  const more = total > data.length ? ` ${total - data.length} dearer ones are left out by limit.` : "";
  return toText([
    toBest(data[0], asOf),
    `${countOf(data.length, "station")} of ${total} selling ${FUEL_NAMES[asked.fuel]} within ${asked.radius} km of ` +
    `${toPlaceText(asked)}${toFilterText(asked)}, cheapest first, €/L.${more}`,
    ...data.map((entry, index) => toLine(entry, index, asOf)),
  ], answer);
}
