/** Asks our API for some stations by id, gently: the API counts requests. @module */

import type { Fuel } from "../shared/fuels.ts";

/** The fields of the API's station that a kept one shows. */
export type CurrentStation = {
  id: string;
  brand: string | null;
  address: string | null;
  prices: { fuel: Fuel; price: string; updated_at: string; in_force: boolean }[];
};

/** What was found; `asOf` is the oldest instant among the answers, null when there are none. */
export type FoundStations = { stations: Map<string, CurrentStation>; asOf: string | null; hasFailed: boolean };

/** So many are asked for at once, and at most. */
const AT_ONCE = 4;
const MOST = 30;

type Answer = { data: CurrentStation; meta: { generated_at: string } };

async function readOne(id: string, signal: AbortSignal): Promise<Answer | null> {
  const response = await fetch(`/api/v1/stations/${id}`, { signal, headers: { accept: "application/json" } });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return await response.json() as Answer;
}

/** The stations of some ids. Those that could not be read are left out, and `hasFailed` says so. */
export async function readStations(ids: readonly string[], signal: AbortSignal): Promise<FoundStations> {
  const found: FoundStations = { stations: new Map(), asOf: null, hasFailed: false };
  const queue = ids.slice(0, MOST);
  async function work(): Promise<void> {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        const answer = await readOne(id, signal);
        if (answer === null) continue;
        found.stations.set(id, answer.data);
        const at = answer.meta.generated_at;
        if (found.asOf === null || at < found.asOf) found.asOf = at;
      } catch (error) {
        // The page is left: nobody waits for an answer.
        if (signal.aborted) throw error;
        found.hasFailed = true;
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
