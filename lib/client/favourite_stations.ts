/** The favourite stations with their current prices, fetched a few at a time since the API has a quota. @module */

import { type Signal, signal } from "@preact/signals";
import type { CurrentStation, Favourite, FoundStations } from "../shared/favourites.ts";
import { readFavourites, watchFavourites } from "./favourites.ts";

/** The favourites of this device; null before they are read. */
export type FavouriteStations = {
  favourites: Signal<Favourite[] | null>;
  found: Signal<FoundStations | null>;
  /** Reads the favourites, fetches their prices and follows changes. Returns what ends that. */
  start(): () => void;
};

/** How many are fetched at a time. */
const AT_ONCE = 4;

type Answer = { data: CurrentStation; meta: { generated_at: string } };

async function readOne(id: string, signal: AbortSignal): Promise<Answer | null> {
  const response = await fetch(`/api/v1/stations/${id}`, { signal, headers: { accept: "application/json" } });
  if (response.ok) return await response.json() as Answer;
  // A body that nobody reads would keep its connection.
  await response.body?.cancel();
  if (response.status !== 404) throw new Error(`Status ${response.status}`);
  return null;
}

async function readStations(ids: readonly string[], signal: AbortSignal): Promise<FoundStations> {
  const stations = new Map<string, CurrentStation | null>();
  let [asOf, hasFailed]: [string | null, boolean] = [null, false];
  const queue = [...ids];
  async function work(): Promise<void> {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        const answer = await readOne(id, signal);
        stations.set(id, answer?.data ?? null);
        const at = answer?.meta.generated_at ?? null;
        if (at !== null && (asOf === null || at < asOf)) asOf = at;
      } catch (error) {
        // The page is left: nobody waits for an answer.
        if (signal.aborted) throw error;
        hasFailed = true;
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { stations, asOf, hasFailed };
}

/** The favourite stations, of which the newest `most` are fetched. */
export function createFavouriteStations(most: number): FavouriteStations {
  const favourites = signal<Favourite[] | null>(null);
  const found = signal<FoundStations | null>(null);
  const look = () => favourites.value = readFavourites();
  return {
    favourites,
    found,
    start() {
      const ending = new AbortController();
      const ids = look().slice(0, most).map(({ id }) => id);
      readStations(ids, ending.signal).then((answer) => found.value = answer, () => {});
      const unwatch = watchFavourites(look);
      return () => {
        ending.abort();
        unwatch();
      };
    },
  };
}
