/** The favourite stations with their current prices, fetched a few at a time since the API has a quota. @module */

import { signal } from "@preact/signals";
import type { CurrentStation, Favourite, FoundStations } from "../../shared/station/favourites.ts";
import { requestJson } from "../request.ts";
import { readFavourites, watchFavourites } from "./favourites.ts";

const AT_ONCE = 4;

type Body = { data: CurrentStation; meta: { generated_at: string } };

async function readStations(ids: readonly string[]): Promise<FoundStations> {
  const stations = new Map<string, CurrentStation | null>();
  let [asOf, hasFailed]: [string | null, boolean] = [null, false];
  const queue = [...ids];
  async function work(): Promise<void> {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const answer = await requestJson<Body>(`/api/v1/stations/${id}`);
      if (answer.kind === "ok") {
        const { data, meta: { generated_at: at } } = answer.body;
        stations.set(id, data);
        if (asOf === null || at < asOf) asOf = at;
      } else if (answer.kind === "gone") stations.set(id, null);
      else hasFailed = true;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { stations, asOf, hasFailed };
}

/** The favourite stations; the newest `max` are fetched. */
export function createFavouriteStations(max: number) {
  const favourites = signal<Favourite[] | null>(null);
  const found = signal<FoundStations | null>(null);
  const read = () => favourites.value = readFavourites();
  return {
    favourites,
    found,
    start(): void {
      const ids = read().slice(0, max).map(({ id }) => id);
      readStations(ids).then((answer) => found.value = answer);
      watchFavourites(read);
    },
  };
}
