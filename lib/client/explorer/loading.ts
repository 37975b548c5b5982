/**
 * Fetches the bulk file, the addresses of the rows and the lists of services, and retries when the
 * server allows it.
 *
 * @module
 */

import { effect } from "@preact/signals";
import type { CurrentColumns } from "../../domain/bulk_files.ts";
import { followFeed, listen, pause } from "../browser.ts";
import { lazy } from "../../shared/lazy.ts";
import { requestJson } from "../request.ts";
import { toStations } from "../stations.ts";
import type { Model } from "./model.ts";

/** Addresses are fetched once the map has been still for this time. */
const SETTLE_MS = 350;
/** A browser does not always notice that the network is back. */
const OFFLINE_RETRY_MS = 30_000;

/** Makes the loader of one page. */
export function createLoader(model: Model) {
  const { start, stations, loading, listing, details, view, savedAtMs } = model;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let calls: AbortController | null = null;

  /** Shows that the page waits, and retries after that time. */
  function waitFor(retryAfterS: number, again: () => void): void {
    loading.value = { kind: "limited", untilMs: model.nowMs() + retryAfterS * 1000 };
    clearTimeout(retry);
    retry = setTimeout(() => {
      loading.value = { kind: stations.peek() === null ? "waiting" : "ready" };
      again();
    }, retryAfterS * 1000);
  }

  /** Fetches all stations. Without a network, the list stays and shows its date. */
  async function load(): Promise<void> {
    const isStoredPage = savedAtMs.peek() !== null;
    const isFirst = stations.peek() === null;
    if (isFirst) {
      loading.value = isStoredPage ? { kind: "offline", asOfMs: start.nowMs } : { kind: "waiting" };
    }
    const answer = await requestJson<CurrentColumns>("/data/current.json");
    if (answer.kind === "ok") {
      // Reading, sorting and drawing in one task would block a slow phone.
      await pause();
      const all = toStations(answer.body);
      await pause();
      stations.value = all;
      // The service worker dates the copies that it returns.
      loading.value = answer.savedAt ? { kind: "offline", asOfMs: all.asOfMs } : { kind: "ready" };
    } else if (answer.kind === "limited") waitFor(answer.retryAfterS, load);
    else if (isFirst && !isStoredPage) loading.value = { kind: "failed" };
    if (loading.peek().kind !== "offline") return;
    clearTimeout(retry);
    retry = setTimeout(load, OFFLINE_RETRY_MS);
  }

  async function fetchDetails(): Promise<void> {
    const known = details.peek();
    if (
      loading.peek().kind === "limited" || listing.peek().stations.every(({ id }) => known.has(id))
    ) return;
    calls?.abort();
    calls = new AbortController();
    const { addDetails } = await import("./lazy_loading.ts");
    const retryAfterS = await addDetails(model, calls.signal);
    if (retryAfterS !== null) waitFor(retryAfterS, fetchDetails);
  }

  /** Loads once. After a failure the next call retries. */
  const followServices = lazy(async () =>
    await (await import("./lazy_loading.ts")).followServices(model)
  );
  const loadServices = () => void followServices().catch(() => {});

  return {
    load,
    loadServices,
    start(): void {
      load();
      effect(() => {
        listing.value;
        clearTimeout(timer);
        timer = setTimeout(fetchDetails, SETTLE_MS);
      });
      effect(() => view.value.services[0] && loadServices());
      followFeed(load);
      listen(globalThis, {
        online: load,
        offline() {
          const all = stations.peek();
          if (all) loading.value = { kind: "offline", asOfMs: all.asOfMs };
        },
      });
    },
  };
}
