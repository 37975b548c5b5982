/**
 * The favourite stations with their prices: first as the device stored them, then current ones,
 * renewed with the feed.
 *
 * @module
 */

import { batch, signal } from "@preact/signals";
import { type Favourite, type FavouritePrices, MAX_READ } from "../../site/favourites.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { toParisDay } from "../../shared/time/paris_time.ts";
import { followFeed } from "../browser.ts";
import { requestJson } from "../request.ts";
import { readFavourites, watchFavourites } from "./favourites.ts";
import { type Memory, NOTHING, readMemory, writeMemory } from "./price_memory.ts";

function remember(answer: FavouritePrices): Memory {
  const { before, last } = readMemory();
  const isSameVisit = last === null ||
    toParisDay(new Date(last.asOf)) === toParisDay(new Date(answer.asOf));
  const memory = { before: isSameVisit ? before : last, last: answer };
  writeMemory(memory);
  return memory;
}

function priceOf(answer: FavouritePrices | null, id: string, fuel: Fuel): string | undefined {
  return answer?.stations[id]?.prices.find((offer) => offer.fuel === fuel && offer.in_force)?.price;
}

/**
 * Returns the favourites with their last known prices. Figures are about `fuel`. `renewal` says
 * whether the current prices have arrived.
 */
export function createFavouritePrices(fuel: Fuel) {
  const favourites = signal<Favourite[] | null>(null);
  const memory = signal(NOTHING);
  const renewal = signal<"no" | "came" | "failed">("no");

  /** Reads the list. Returns the IDs whose prices are requested. */
  function read(): string[] {
    favourites.value = readFavourites();
    return favourites.value.slice(0, MAX_READ).map(({ id }) => id);
  }

  async function renew(ids = read()): Promise<void> {
    if (ids.length === 0) return;
    const answer = await requestJson<FavouritePrices>(`/favoris/prix?fuel=${fuel}&ids=${ids}`);
    batch(() => {
      renewal.value = answer.kind === "ok" ? "came" : "failed";
      if (answer.kind === "ok") memory.value = remember(answer.body);
    });
  }

  return {
    favourites,
    renewal,
    /**
     * Returns the last known prices and the time that their ages are measured to. `asOf` is null
     * without prices.
     */
    prices(nowMs: number) {
      const { stations = {}, asOf = null } = memory.value.last ?? {};
      return { stations, asOf, nowMs: Math.max(nowMs, Date.parse(asOf ?? "") || 0) };
    },
    /**
     * Returns how a price has changed since an instant, as signed text in euros, or null if it has
     * not changed or is unknown.
     */
    changeOf(id: string, fuel: Fuel): { difference: string; since: string } | null {
      const { before, last } = memory.value;
      const now = priceOf(last, id, fuel);
      const then = priceOf(before, id, fuel);
      if (now === undefined || then === undefined || now === then) return null;
      return { difference: (Number(now) - Number(then)).toFixed(3), since: before!.asOf };
    },
    start(): void {
      memory.value = readMemory();
      renew();
      followFeed(renew);
      watchFavourites(() => {
        const ids = read();
        if (ids.some((id) => !(id in (memory.peek().last?.stations ?? {})))) renew(ids);
      });
    },
  };
}
