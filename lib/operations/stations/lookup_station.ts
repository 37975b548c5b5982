/** `GET /api/v1/stations/{id}`, `lookup_station`: one station in full. @module */

import { z } from "zod";
import { findListedChanges, findListedIds } from "../../db/current/listed_stations.ts";
import { getStation } from "../../db/current/stations.ts";
import { DomainError } from "../../domain/errors.ts";
import { stationIdParam } from "../../domain/params.ts";
import type { DayHours } from "../../domain/station/fact.ts";
import { toStation } from "../../domain/station/station_record.ts";
import { type Station, stationSchema } from "../../domain/wire.ts";
import { toStationPath } from "../../site/paths.ts";
import { toAddress } from "../../site/listed_station.ts";
import { quoteValue } from "../input.ts";
import { addNumbers } from "../numbers.ts";
import {
  type Backend,
  type Body,
  defineOperation,
  LazyResult,
  readState,
  requireState,
} from "../operation.ts";
import { jsonsOf } from "./station_list.ts";
import { FUEL_NAMES, toAge, toParisText, toQuoted, toToolText } from "../tool_text.ts";

/**
 * Returns the ID as the number in the database; null if no station can have it (IDs are integers
 * without a leading zero).
 */
export function parseStationId(id: string): number | null {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
}

function notFound(id: string): never {
  throw new DomainError("STATION_NOT_FOUND", `No station has the id ${quoteValue(id)}`);
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const SERVICES_MAX = 25;

function toTitle(station: Station): string {
  const named = station.name ?? station.brand;
  const name = named === null ? "Station without a known name" : toQuoted(named, 80);
  const brand = station.brand && station.brand !== station.name
    ? ` (${toQuoted(station.brand, 60)})`
    : "";
  const address = [toAddress(station), station.region].filter(Boolean).join(", ");
  const motorway = station.motorway ? ", on a motorway" : "";
  const place = address === "" ? "address unknown" : toQuoted(address, 200);
  return `${name}${brand}, ${place}${motorway}; id ${station.id}.`;
}

function toPriceLine(price: Station["prices"][number], station: Station, asOf: string): string {
  const fuel = FUEL_NAMES[price.fuel];
  const set = `${price.price} €/L, set ${toAge(price.updated_at, asOf)}`;
  if (price.in_force) return `${fuel}: ${set}`;
  if (price.suspect) {
    return `${fuel}: suspect price, not counted (far from all others and from the station's past, not confirmed): ${set}`;
  }
  return `${fuel}: not in force (${toAbsence(price, station)}); was ${set}`;
}

/** Returns why a price that is not suspect is not in force. */
function toAbsence(price: Station["prices"][number], station: Station): string {
  const isClosed = station.closed_since !== null && price.updated_at <= station.closed_since;
  if (isClosed) return "station closed";
  const isOut = station.out_of_stock.some(({ fuel }) => fuel === price.fuel);
  return isOut ? "sold out now" : "too old or no longer announced";
}

function toClosure({ closed_since: since, closed_kind: kind }: Station): string | null {
  if (since === null) return null;
  const closed = kind === "permanent" ? "Closed for good" : "Temporarily closed";
  return `${closed} since ${toParisText(since)}.`;
}

function toStockOuts(station: Station, asOf: string): string | null {
  if (station.out_of_stock.length === 0) return null;
  const items = station.out_of_stock.map(({ fuel, since, kind }) =>
    `${fuel} ${kind === "permanent" ? "no longer sold" : "sold out"}, begun ${toAge(since, asOf)}`
  );
  return `Out of stock: ${items.join("; ")}.`;
}

function toDayText({ closed, slots }: DayHours): string {
  if (closed) return "closed";
  if (slots.length === 0) return "unknown";
  return slots.map(({ open, close }) =>
    open === "00:00" && close === "00:00" ? "all day" : `${open}-${close}`
  )
    .join(" and ");
}

/** Returns the hours with equal days grouped: "Mon-Fri 07:00-19:30, Sat-Sun closed". */
export function toHours(hours: readonly DayHours[]): string {
  const groups: { first: number; last: number; text: string }[] = [];
  for (const day of [...hours].sort((a, b) => a.day - b.day)) {
    const text = toDayText(day);
    const group = groups.at(-1);
    if (group && group.text === text && group.last === day.day - 1) group.last = day.day;
    else groups.push({ first: day.day, last: day.day, text });
  }
  return groups.map(({ first, last, text }) =>
    `${DAYS[first - 1]}${last > first ? `-${DAYS[last - 1]}` : ""} ${text}`
  )
    .join(", ");
}

function toOpening(station: Station): string {
  const staffed = station.opening_hours
    ? `Staffed: ${toHours(station.opening_hours)}.`
    : "Staffed hours unknown.";
  return station.automate_24_7 ? `${staffed} Card terminal sells fuel 24/7.` : staffed;
}

function toServices({ services }: Station): string | null {
  if (services.length === 0) return null;
  const more = services.length > SERVICES_MAX ? ` and ${services.length - SERVICES_MAX} more` : "";
  const shown = services.slice(0, SERVICES_MAX).map((service) => toQuoted(service, 60));
  return `Services: ${shown.join(", ")}${more}.`;
}

function toText(body: Body<Station>): string {
  const { data: station, meta } = body;
  const asOf = meta.generated_at;
  const left = Date.parse(station.last_seen_at) >= Date.parse(asOf)
    ? null
    : `Left the State's feed ${toAge(station.last_seen_at, asOf)}: likely closed, no price counts.`;
  return toToolText([
    toTitle(station),
    left,
    toClosure(station),
    ...station.prices.map((price) => toPriceLine(price, station, asOf)),
    station.prices.length === 0 ? "No price of it is known." : null,
    toStockOuts(station, asOf),
    toOpening(station),
    toServices(station),
  ], body);
}

/**
 * Returns the IDs of listed stations that start with `prefix`, ascending as text. Throws
 * SERVICE_UNAVAILABLE before the first ingest.
 */
export async function findStationIds(backend: Backend, prefix = ""): Promise<string[]> {
  const snapshot = backend.snapshots.current();
  if (snapshot) {
    return snapshot.stations.map(({ record }) => record.id).filter((id) => id.startsWith(prefix));
  }
  await readState(backend);
  return await findListedIds(backend.db, prefix);
}

/**
 * Returns the listed stations, ascending by ID as text, with the instant of their newest price;
 * null without a price. Throws SERVICE_UNAVAILABLE before the first ingest.
 */
export async function findStationChanges(
  backend: Backend,
): Promise<{ id: string; changedAtMs: number | null }[]> {
  const snapshot = backend.snapshots.current();
  if (snapshot) {
    return snapshot.stations.map(({ record: { id }, prices }) => ({
      id,
      changedAtMs: prices.length > 0 ? Math.max(...prices.map(({ atMs }) => atMs)) : null,
    }));
  }
  await readState(backend);
  return await findListedChanges(backend.db);
}

/** Also finds a station that has left the feed. */
export const lookupStation = defineOperation({
  id: "lookupStation",
  tag: "Stations",
  path: "/api/v1/stations/{id}",
  title: "One station in full",
  description:
    "A station with its last known prices, stock-outs, hours and services. A station that has " +
    "left the feed is still found: its last_seen_at no longer changes, and none of its prices is " +
    "in force.",
  example: "/api/v1/stations/75015007",
  tool: {
    name: "lookup_station",
    description: "One station by ID: every fuel's price, its age, stock-outs, hours, services, " +
      "address. Next: get_price_history.",
    toText,
    toPage: ({ data }) => toStationPath(data.id),
  },
  input: z.strictObject({ id: stationIdParam }),
  output: stationSchema,
  refusals: { STATION_NOT_FOUND: 'No station has the id "75999999"' },
  fromSnapshot(snapshot, { id }) {
    const station = snapshot.byId.get(id);
    if (!station) return null;
    const { state, asOfMs } = snapshot;
    const toData = () => toStation(station.record, { ...station, asOfMs });
    const toJson = () =>
      jsonsOf(state, 0)[station.rank] ??= JSON.stringify(addNumbers(toData(), asOfMs));
    return new LazyResult({}, state, toJson, toData);
  },
  async fromDatabase(backend, { id }) {
    const number = parseStationId(id);
    if (number === null) notFound(id);
    const { state: row, known } = await getStation(backend.db, number);
    const state = requireState(row, backend);
    if (!known) notFound(id);
    return { data: toStation(known.station, { ...known, asOfMs: state.asOfMs }), meta: {}, state };
  },
});
