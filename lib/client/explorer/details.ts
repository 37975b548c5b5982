/** Fetches names and addresses of the stations that the page shows: the bulk file has prices alone. @module */

import type { StationEntry } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { toListedStation } from "../../shared/listed_station.ts";
import { requestJson } from "../request.ts";
import { valueOf } from "../stations.ts";
import type { Store } from "./store.ts";

/** Stations that one request asks for. */
const MAX_ENTRIES = 100;
/** What rounding may take off a border, degrees. */
const EDGE = 1e-4;

/** A station whose address is not known yet, and the fuel whose price it shows. */
type Unnamed = { id: string; lat: number; lng: number; fuel: Fuel };

/** Stations of the rows, then of pills, that have no address yet. */
function findUnnamed(store: Store): Unnamed[] {
  const [stations, column, known] = [store.stations.peek(), store.matching.peek()?.column, store.details.peek()];
  const { fuel } = store.view.peek();
  const rows = store.listing.peek().stations.map(({ paid, ...row }) => ({ ...row, fuel: paid?.fuel ?? fuel }));
  if (!stations || !column) return [];
  const pills = Array.from(store.candidates.peek()?.slice(0, MAX_ENTRIES) ?? [], (index) => ({
    id: String(stations.id[index]),
    lat: valueOf(stations.lat, index),
    lng: valueOf(stations.lng, index),
    fuel: column.own?.paidAt(index).fuel ?? fuel,
  }));
  const unnamed = [...rows, ...pills].filter(({ id }) => !known.has(id)).map((one) => [one.id, one] as const);
  return [...new Map(unnamed).values()].slice(0, MAX_ENTRIES);
}

/** Asks for some stations of a fuel, in the box around them. */
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

/**
 * Asks once, and with own prices once for each fuel that is shown. Answers after how many seconds to ask again when there were
 * too many requests, else null.
 */
export async function addDetails(store: Store, signal: AbortSignal): Promise<number | null> {
  const unnamed = findUnnamed(store);
  for (const fuel of new Set(unnamed.map((one) => one.fuel))) {
    const url = toEntriesUrl(fuel, unnamed.filter((one) => one.fuel === fuel));
    const answer = await requestJson<{ data: StationEntry[] }>(url, { signal });
    if (answer.kind === "limited") return answer.retryAfterS;
    if (answer.kind !== "ok") return null;
    const { from } = store.where.peek();
    const found = answer.body.data.map((entry) => [entry.id, toListedStation(entry, from)] as const);
    store.details.value = new Map([...store.details.peek(), ...found]);
  }
  return null;
}
