/**
 * The map page: the model of its state, and the visitor's actions.
 *
 * @module
 */

import type { Verdict } from "../../words/verdict.ts";
import { findVerdictAt } from "./verdicts.ts";
import { effect } from "@preact/signals";
import type { Station } from "../../domain/wire.ts";
import { type Driver, DRIVER_KEY } from "../../shared/price/real_cost.ts";
import type { PlaceRef } from "../../places/point.ts";
import type { keepPrices } from "../device/price_memory.ts";
import type { Favourite } from "../../site/favourites.ts";
import { readFavourites, toggleFavourite, watchFavourites } from "../device/favourites.ts";
import { readStored } from "../browser.ts";
import { createLoader } from "./loading.ts";
import {
  createNavigation,
  followArea,
  type Navigation,
  readAddress,
  writeAddress,
} from "./navigation.ts";
import type { ExplorerStart } from "./listing.ts";
import { createModel, type Model, PAGE_ROWS } from "./model.ts";

const loadMore = () => import("./lazy_loading.ts");

/**
 * Shows a station in the sheet, or closes the sheet if `id` is empty. Does not fetch a station that
 * is already shown.
 */
async function showStation(id: string, model: Model): Promise<void> {
  const { sheet } = model;
  const before = sheet.peek();
  if (before?.id === id && before.kind === "filled") return;
  sheet.value = id === "" ? null : { kind: "waiting", id };
  if (id === "") return;
  await loadMore().then(({ fillSheet }) => fillSheet(id, model), () => {
    if (sheet.peek()?.id === id) sheet.value = { kind: "failed", id };
  });
}

function followStation(model: Model): void {
  let shownId = model.stationId.peek();
  effect(() => {
    const id = model.stationId.value;
    if (id !== shownId) showStation(shownId = id, model);
  });
}

/**
 * Shows the address of a page that the service worker had stored, perhaps for another place or an
 * earlier view.
 */
function readStoredPage({ savedAtMs, view, where }: Model, { places, restore }: Navigation): void {
  const { savedAt, place } = document.documentElement.dataset;
  if (savedAt === undefined) {
    // The server may have corrected the spelling of a brand. Write it to the address, so that going
    // back to this entry finds the stored brand.
    if (readAddress().brands.join() !== view.peek().brands.join()) {
      writeAddress(view.peek(), "replace");
    }
    return;
  }
  savedAtMs.value = Date.parse(savedAt);
  const found: PlaceRef | null = JSON.parse(place ?? "null");
  if (found) places.set(found.code, found);
  restore();
  // The search field still has the text of the stored page.
  const field = document.querySelector<HTMLInputElement>(".search-input")!;
  field.value = where.peek().place?.name ?? view.peek().q;
}

/** Loads the code for the visitor's own prices. Until then the page shows the pumps' prices. */
async function loadPricing({ pricing }: Model) {
  const loaded = await loadMore();
  pricing.value = loaded.toOwnColumn;
  return loaded;
}

function followDevice(model: Model): void {
  const recall = () =>
    loadPricing(model).then(({ readDriver }) => model.driver.value = readDriver(), reportError);
  const read = (event?: Event) => {
    model.favourites.value = readFavourites().map(({ id }) => id);
    if (event instanceof StorageEvent && (event.key ?? DRIVER_KEY) === DRIVER_KEY) recall();
  };
  // Only a device that remembers a car needs the code that reads it.
  if (readStored(DRIVER_KEY) !== null) recall();
  read();
  watchFavourites(read);
}

/**
 * Makes the model and the actions of one page. Touches the browser only when an action is called.
 */
export function createExplorer(start: ExplorerStart, station: Station | null) {
  const model = createModel(start, station);
  const loader = createLoader(model);
  const navigation = createNavigation(model);
  const { change } = navigation;
  return {
    ...model,
    ...navigation,
    /** Starts with the data that the browser stores, and loads the stations. */
    begin(): void {
      followStation(model);
      followArea(model);
      readStoredPage(model, navigation);
      followDevice(model);
      loader.start();
    },
    /** Returns the verdict on a station's price, or null until the stations are loaded. */
    verdictOf(id: string): Verdict | null {
      const stations = model.stations.value;
      const column = model.column.value;
      const index = stations?.indexOf.get(id);
      return index === undefined ? null : findVerdictAt(stations!, column!, index);
    },
    open(id: string): void {
      model.isSheetOpened.value = true;
      change({ station: id });
    },
    close: () => change({ station: null }),
    retrySheet: () => showStation(model.stationId.peek(), model),
    more: () => void (model.shown.value += PAGE_ROWS),
    retry: loader.load,
    countServices: loader.loadServices,
    /** Fetches the server's HTML at a path, unless it is already loaded. */
    needFragment: (path: string) =>
      loadMore().then(({ needFragment }) => needFragment(path, model), () => {}),
    /** Changes the driver that the device remembers. Null forgets the driver. */
    changeDriver: async (change: ((driver: Driver) => Driver) | null) =>
      (await loadPricing(model)).changeDriver(model.driver, change),
    /** Remembers the prices of a new favourite, which the page `shows`. */
    async toggleFavourite(
      favourite: Favourite,
      ...shows: Parameters<typeof keepPrices>
    ): Promise<void> {
      if (toggleFavourite(favourite)) (await loadMore()).keepPrices(...shows);
    },
    loadMore,
    /** Shares the page's address. Shows the message `copied` if it went to the clipboard. */
    async share(copied: string): Promise<void> {
      const { shareLink } = await loadMore();
      model.message.value = await shareLink(document.title, location.href) === "copied"
        ? copied
        : "";
    },
  };
}

/** The map page: state, computed values, and actions. */
export type Explorer = ReturnType<typeof createExplorer>;
