/** Fetches names and addresses of the stations that the page shows: the bulk file has only prices. @module */

import type { StationEntry } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import { toListedStation } from "../../shared/station/listed_station.ts";
import { requestJson } from "../request.ts";
import { valueOf } from "../stations.ts";
import type { Model } from "./model.ts";

const MAX_ENTRIES = 100;
/** What rounding may take off a border, degrees. */
const EDGE = 1e-4;

/** A station without an address yet, and the fuel whose price it shows. */
type Unnamed = { id: string; lat: number; lng: number; fuel: Fuel };

function findUnnamed({ found, listing, ranking, details, view }: Model): Unnamed[] {
  const { stations, column } = found.peek();
  const { fuel } = view.peek();
  const rows = listing.peek().stations.map(({ paid, ...row }) => ({ ...row, fuel: paid?.fuel ?? fuel }));
  const pills = Array.from(ranking.peek().candidates.subarray(0, MAX_ENTRIES), (index) => ({
    id: String(stations.id[index]),
    lat: valueOf(stations.lat, index),
    lng: valueOf(stations.lng, index),
    fuel: column.own?.paidAt(index).fuel ?? fuel,
  }));
  const unnamed = [...rows, ...pills].filter(({ id }) => !details.peek().has(id));
  return [...new Map(unnamed.map((one) => [one.id, one])).values()].slice(0, MAX_ENTRIES);
}

/** The address of some stations of a fuel, in the box around them. */
function toEntriesUrl(fuel: Fuel, some: readonly Unnamed[]): string {
  const [lats, lngs] = [some.map(({ lat }) => lat), some.map(({ lng }) => lng)];
  const borders = {
    north: Math.max(...lats) + EDGE,
    south: Math.min(...lats) - EDGE,
    east: Math.max(...lngs) + EDGE,
    west: Math.min(...lngs) - EDGE,
  };
  const query = new URLSearchParams({ fuel, limit: String(MAX_ENTRIES), ids: some.map(({ id }) => id).join() });
  for (const [name, value] of Object.entries(borders)) query.set(name, value.toFixed(4));
  return `/api/v1/stations/bbox?${query}`;
}

/** Fetches the missing addresses, fuel by fuel. Returns the seconds to wait after too many requests, else null. */
export async function addDetails(model: Model, signal: AbortSignal): Promise<number | null> {
  const { details, where } = model;
  const unnamed = findUnnamed(model);
  for (const fuel of new Set(unnamed.map((one) => one.fuel))) {
    const url = toEntriesUrl(fuel, unnamed.filter((one) => one.fuel === fuel));
    const answer = await requestJson<{ data: StationEntry[] }>(url, { signal });
    if (answer.kind === "limited") return answer.retryAfterS;
    if (answer.kind !== "ok") return null;
    const fetched = answer.body.data.map((entry) => [entry.id, toListedStation(entry, where.peek().from)] as const);
    details.value = new Map([...details.peek(), ...fetched]);
  }
  return null;
}
