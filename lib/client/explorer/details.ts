/** Fetches names and addresses of the stations that the page shows: the bulk file has only prices. @module */

import type { StationEntry } from "../../domain/wire.ts";
import { WORLD } from "../../shared/explorer/area.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import { toListedStation } from "../../shared/station/listed_station.ts";
import { requestJson } from "../request.ts";
import type { Model } from "./model.ts";

const MAX_ENTRIES = 100;

/** A station without an address yet, and the fuel whose price it shows. */
type Unnamed = { id: string; fuel: Fuel };

function findUnnamed({ found, listing, ranking, details, view }: Model): Unnamed[] {
  const { stations, column } = found.peek();
  const { fuel } = view.peek();
  const rows = listing.peek().stations.map(({ id, paid }) => ({ id, fuel: paid?.fuel ?? fuel }));
  const pills = Array.from(ranking.peek().candidates.subarray(0, MAX_ENTRIES), (index) => ({
    id: String(stations.id[index]),
    fuel: column.own?.paidAt(index).fuel ?? fuel,
  }));
  const unnamed = [...rows, ...pills].filter(({ id }) => !details.peek().has(id));
  return [...new Map(unnamed.map((one) => [one.id, one])).values()].slice(0, MAX_ENTRIES);
}

/** The address of some stations of a fuel. */
function toEntriesUrl(fuel: Fuel, some: readonly Unnamed[]): string {
  const values = { ...WORLD, fuel, limit: MAX_ENTRIES, ids: some.map(({ id }) => id).join() };
  return `/api/v1/stations/bbox?${new URLSearchParams(values as unknown as Record<string, string>)}`;
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
