/**
 * Fetches names and addresses of the stations that the page shows, because the bulk file has only
 * prices.
 *
 * @module
 */

import type { StationEntry } from "../../domain/wire.ts";
import { WORLD } from "../../site/explorer/area.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { toListedStation } from "../../site/listed_station.ts";
import { requestJson } from "../request.ts";
import type { Model } from "./model.ts";

const MAX_ENTRIES = 100;

/** Returns the fuel whose price each station without an address shows, by ID of the station. */
function findUnnamed({ found, listing, ranking, details, view }: Model): Map<string, Fuel> {
  const { stations, column } = found.peek();
  const { fuel } = view.peek();
  const rows = listing.peek().stations.map(({ id, paid }) => [id, paid?.fuel ?? fuel] as const);
  const pills = Array.from(
    ranking.peek().candidates.subarray(0, MAX_ENTRIES),
    (index) => [String(stations.id[index]), column.own?.paidAt(index).fuel ?? fuel] as const,
  );
  return new Map(
    [...rows, ...pills].filter(([id]) => !details.peek().has(id)).slice(0, MAX_ENTRIES),
  );
}

/**
 * Fetches the missing addresses, fuel by fuel. Returns the seconds to wait if the server
 * rate-limits it, otherwise null.
 */
export async function addDetails(model: Model, signal: AbortSignal): Promise<number | null> {
  const { details, where } = model;
  const unnamed = findUnnamed(model);
  for (const fuel of new Set(unnamed.values())) {
    const ids = [...unnamed].filter(([, shown]) => shown === fuel).map(([id]) => id).join();
    const values = Object.entries({ ...WORLD, fuel, ids, limit: MAX_ENTRIES });
    const query = new URLSearchParams(values.map(([name, value]) => [name, String(value)]));
    const answer = await requestJson<{ data: StationEntry[] }>(`/api/v1/stations/bbox?${query}`, {
      signal,
    });
    if (answer.kind === "limited") return answer.retryAfterS;
    if (answer.kind !== "ok") return null;
    const fetched = answer.body.data.map((entry) =>
      [entry.id, toListedStation(entry, where.peek().from)] as const
    );
    details.value = new Map([...details.peek(), ...fetched]);
  }
  return null;
}
