/** Fetches what the map page needs, and retries when the server says so: the bulk file, addresses of the rows, lists of services. @module */

import type { CurrentColumns } from "../../domain/bulk_files.ts";
import type { StationEntry } from "../../domain/wire.ts";
import { type Area, toApiFilters, WORLD } from "../../shared/area.ts";
import type { Box } from "../../shared/explorer_model.ts";
import { toListedStation } from "../../shared/listed_station.ts";
import type { View } from "../../shared/url_state.ts";
import { type Answer, requestJson } from "../request.ts";
import { toStations } from "../stations.ts";
import { PAGE_ROWS, type Store } from "./store.ts";

const CURRENT_URL = "/data/current.json";
/** No addresses are fetched while the map still moves. */
const SETTLE_MS = 350;
/** A browser does not always know that the network is back. */
const OFFLINE_RETRY_MS = 30_000;
/** The feed comes every ten minutes. */
const FRESH_MS = 10 * 60_000;
const MAX_ENTRIES = "100";

/** Loads of one page. */
export type Loader = {
  /** Fetches all stations, again when it is called again. */
  start(): void;
  /** The map has settled: addresses for the rows in view are fetched, at most one call. */
  settle(): void;
  /** The view may have a filter by services. */
  serve(): void;
  stop(): void;
};

/** Asks for the entries of an area: those around a point, of some departments, or in the box that is seen. */
function toEntriesUrl({ area, box, view }: { area: Area; box: Box; view: View }): string {
  const isAround = area.kind === "around";
  const where = isAround ? { ...area.from, radius: area.radiusKm } : area.kind === "territory" ? WORLD : box;
  const query = new URLSearchParams({ fuel: view.fuel, limit: MAX_ENTRIES, ...toApiFilters(view) as object });
  for (const [name, value] of Object.entries(where)) query.set(name, value.toFixed(4));
  if (area.kind === "territory") query.set("department", area.departments.join());
  return `/api/v1/stations/${isAround ? "search" : "bbox"}?${query}`;
}

/** Lets the browser do what waits, such as answering a finger. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Watches over the requests of a store. */
export function createLoader(store: Store): Loader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let limitedUntil = 0;
  let loadedAt = -Infinity;
  let calls: AbortController | null = null;

  /** Says that it waits, and comes back when the time has come. */
  function waitFor(retryAfterS: number, again: () => void): void {
    limitedUntil = performance.now() + retryAfterS * 1000;
    store.loading.value = { kind: "limited", untilMs: store.nowMs() + retryAfterS * 1000 };
    clearTimeout(retry);
    retry = setTimeout(() => {
      limitedUntil = 0;
      store.loading.value = { kind: store.stations.peek() === null ? "waiting" : "ready" };
      again();
    }, retryAfterS * 1000);
  }

  /** The network went away: what is shown stays, with its date. */
  function sayOffline(): void {
    const stations = store.stations.peek();
    if (stations) store.loading.value = { kind: "offline", asOfMs: stations.asOfMs };
  }

  async function start(): Promise<void> {
    // Adding the same listener again does nothing.
    document.addEventListener("visibilitychange", onVisible);
    addEventListener("online", start);
    addEventListener("offline", sayOffline);
    const isStoredPage = store.savedAtMs.peek() !== null;
    const isFirst = store.stations.peek() === null;
    if (isFirst) {
      store.loading.value = isStoredPage ? { kind: "offline", asOfMs: store.startedMs } : { kind: "waiting" };
    }
    const answer = await requestJson<CurrentColumns>(CURRENT_URL);
    if (answer.kind === "ok") {
      // Reading, sorting and drawing in one go would hold up a slow phone.
      await pause();
      const stations = toStations(answer.body);
      await pause();
      store.stations.value = stations;
      // The service worker answered with what it had stored.
      const { savedAt } = answer;
      store.loading.value = savedAt ? { kind: "offline", asOfMs: stations.asOfMs } : { kind: "ready" };
      loadedAt = performance.now();
    } else if (answer.kind === "limited") waitFor(answer.retryAfterS, start);
    else if (isFirst && !isStoredPage) store.loading.value = { kind: "failed" };
    if (store.loading.peek().kind === "offline") {
      clearTimeout(retry);
      retry = setTimeout(start, OFFLINE_RETRY_MS);
    }
  }

  async function fetchDetails(): Promise<void> {
    const box = store.box.peek();
    const { stations } = store.listing.peek();
    const known = store.details.peek();
    const rows = stations.slice(0, PAGE_ROWS);
    if (!box || performance.now() < limitedUntil || rows.every(({ id }) => known.has(id))) return;
    calls?.abort();
    calls = new AbortController();
    const url = toEntriesUrl({ area: store.area.peek(), box, view: store.view.peek() });
    const answer: Answer<{ data: StationEntry[] }> = await requestJson(url, { signal: calls.signal });
    if (answer.kind === "ok") {
      const { from } = store.where.peek();
      const found = answer.body.data.map((entry) => [entry.id, toListedStation(entry, from)] as const);
      store.details.value = new Map([...known, ...found]);
      if (store.loading.peek().kind === "limited") store.loading.value = { kind: "ready" };
    } else if (answer.kind === "limited") waitFor(answer.retryAfterS, fetchDetails);
  }

  const onVisible = () => {
    if (document.visibilityState === "visible" && performance.now() - loadedAt > FRESH_MS) start();
  };
  return {
    start,
    async serve() {
      if (store.view.peek().services[0]) (await import("./later.ts")).followServed(store);
    },
    settle() {
      clearTimeout(timer);
      timer = setTimeout(fetchDetails, SETTLE_MS);
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(retry);
      calls?.abort();
      document.removeEventListener("visibilitychange", onVisible);
      removeEventListener("online", start);
      removeEventListener("offline", sayOffline);
    },
  };
}
