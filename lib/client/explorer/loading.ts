/** Fetches what the map page needs, and retries when the server says so: the bulk file, addresses of the rows, lists of services. @module */

import type { CurrentColumns } from "../../domain/bulk_files.ts";
import { pause } from "../pause.ts";
import { requestJson } from "../request.ts";
import { toStations } from "../stations.ts";
import type { Store } from "./store.ts";

const CURRENT_URL = "/data/current.json";
/** No addresses are fetched while the map still moves. */
const SETTLE_MS = 350;
/** A browser does not always know that the network is back. */
const OFFLINE_RETRY_MS = 30_000;
/** The feed comes every ten minutes. */
const FRESH_MS = 10 * 60_000;

/** Loads of one page. */
export type Loader = {
  /** Fetches all stations, again when it is called again. */
  start(): void;
  /** The list or the map has settled: the addresses that its rows lack are fetched, and those of pills with them. */
  settle(): void;
  /** The view may have a filter by services. */
  serve(): void;
  stop(): void;
};

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
    const known = store.details.peek();
    if (performance.now() < limitedUntil || store.listing.peek().stations.every(({ id }) => known.has(id))) return;
    calls?.abort();
    calls = new AbortController();
    const { addDetails } = await import("./details.ts");
    const retryAfterS = await addDetails(store, calls.signal);
    if (retryAfterS !== null) waitFor(retryAfterS, fetchDetails);
    else if (store.loading.peek().kind === "limited") store.loading.value = { kind: "ready" };
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
