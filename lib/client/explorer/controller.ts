/** What the map page does: one place for moves, choices, the address and the sheet. @module */

import { batch, computed, effect, signal } from "@preact/signals";
import { hasOrigin, isMoved, toAround, toMoved } from "../../shared/area.ts";
import type { Drawn, ExplorerStart, PanelModel, Sheet } from "../../shared/explorer_model.ts";
import { DRIVER_KEY } from "../../shared/real_cost.ts";
import type { Lang } from "../../shared/lang.ts";
import {
  type Choice,
  MAX_RADIUS_KM,
  moveTo,
  type PlaceRef,
  readView,
  toQuery,
  type View,
} from "../../shared/url_state.ts";
import type { Settled } from "../map/camera.ts";
import type { StationMap } from "../map/station_map.ts";
import { type Favourite, readFavourites, watchFavourites } from "../favourites.ts";
import { createLoader, type Loader } from "./loading.ts";
import { createStore, PAGE_ROWS, type Store } from "./store.ts";

/** What the page's parts call. */
export type Controller<S> = PanelModel<S> & {
  store: Store;
  loader: Loader;
  attach(map: StationMap): void;
  choose(choice: Choice): void;
  /** Back to what was chosen, as wide as it takes. */
  recentre(): void;
  settled(settled: Settled): void;
  /** Reads what the browser stores for the visitor, and again when it changes. Returns what ends that. */
  readStored(): () => void;
  /** The browser's back and forward. */
  restore(): void;
};

type Options<S> = { start: ExplorerStart; lang: Lang; station: S | null };

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** The sheet's state, and what shows a station in it (null: none); one that is there already is not fetched again. */
function createSheet<S>(id: string | null, station: S | null, store: Store) {
  const sheet = signal<Sheet<S> | null>(id && station ? { kind: "filled", id, station } : null);
  async function show(id: string | null): Promise<void> {
    const known = sheet.peek();
    if (known?.id === id && known.kind === "filled") return;
    sheet.value = id === null ? null : { kind: "waiting", id };
    if (id === null) return;
    await import("./later.ts").then(({ fillSheet }) => fillSheet(id, { sheet, store }), () => {
      if (sheet.peek()?.id === id) sheet.value = { kind: "failed", id };
    });
  }
  return { sheet, show };
}

/** What the server drew for the sheet, and what fetches it. */
function createDrawn() {
  const drawn = signal<Drawn>(new Map());
  const needDrawn = (path: string) => void import("./later.ts").then((later) => later.needDrawn(path, drawn), () => {});
  return { drawn, needDrawn };
}

function writeAddress(view: View, how: "push" | "replace"): void {
  const query = toQuery(view);
  const url = location.pathname + (query && `?${query}`);
  // An entry without a state of its own would get Fresh's, and going back to that one reloads the page.
  history.replaceState({}, "", how === "push" ? location.href : url);
  if (how === "push") history.pushState({}, "", url);
  followAddress();
}

function toLocationKey({ place, q, at, from, radiusKm }: View): string {
  return JSON.stringify([place, q, at, from, radiusKm]);
}

/** The server's link to the other language is to show the view as it is now. */
function followAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".nav a[hreflang]")) link.search = location.search;
}

function readAddress(): View {
  return readView(new URLSearchParams(location.search)).view;
}

/** Whether the server took another spelling of a brand for the stored one: the map going back must find the stored one. */
function isBrandRespelled({ brands }: View): boolean {
  return readAddress().brands.join() !== brands.join();
}

/** The view with its place by code: a text alone, which the server looked up, cannot be told from one that names the centre. */
function toPlaced({ view, place }: Store): View {
  const [now, found] = [view.peek(), place.peek()];
  return now.place === null && found !== null ? { ...now, place: found.code, q: "" } : now;
}

/** Places by code, of which the first is the server's: an address with another one only the server can read. */
function toKnownPlaces({ where: { place } }: ExplorerStart): Map<string, PlaceRef> {
  return new Map(place ? [[place.code, place]] : []);
}

/** Keeps the pin where distances are measured from, and moves the map whenever the surroundings that it shows change. */
function followArea({ view, where, area }: Store, map: StationMap): void {
  effect(() => map.setOrigin(hasOrigin(view.value) ? where.value.from : null));
  let isFirst = true;
  effect(() => {
    const { value: now } = area;
    if (!isFirst && now.kind !== "view") map.moveTo(now.from, now.radiusKm);
    isFirst = false;
  });
}

/** Whether the device remembers something under a name. */
function hasStored(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false; // Storage is refused.
  }
}

/** Remembers each view from now on. */
export async function rememberViews({ view, where }: Store): Promise<void> {
  const { rememberView } = await import("../last_visit.ts");
  effect(() => rememberView(view.value, where.value));
}

/** Makes the controller of one page. Touches the browser only when its parts are called. */
export function createController<S>({ start, station }: Options<S>): Controller<S> {
  const store = createStore(start);
  const loader = createLoader(store);
  const places = toKnownPlaces(start);
  const { sheet, show } = createSheet(start.view.station, station, store);
  let [map, isOpened]: [StationMap | null, boolean] = [null, false];

  function change(part: Partial<View>, how: "push" | "replace" = "push"): void {
    const before = store.view.peek();
    batch(() => {
      store.view.value = { ...before, ...part };
      if (!("station" in part)) store.shown.value = PAGE_ROWS;
    });
    loader.serve();
    writeAddress(store.view.peek(), how);
    if (part.radiusKm != null) showMoved();
    loader.settle();
  }

  /** Shows a view that was moved; the surroundings of a place are shown whenever they change. */
  function showMoved(): void {
    const view = store.view.peek();
    if (isMoved(view)) map?.moveTo(store.where.peek(), view.radiusKm ?? start.first.radiusKm);
  }

  /** Takes over a view; false when only the server knows where it is. */
  function goTo(view: View): boolean {
    const place = places.get(view.place ?? "") ?? null;
    if (place === null && (view.place !== null || view.at === null)) return false;
    batch(() => {
      store.view.value = view;
      store.place.value = place;
      store.shown.value = PAGE_ROWS;
    });
    showMoved();
    return true;
  }

  return {
    ...store,
    ...{ store, loader, sheet, ...createDrawn() },
    brands: computed(() => store.stations.value?.brands ?? []),
    needStanding: () => void import("./later.ts").then((later) => later.followStanding(store), () => {}),
    hover: (id) => store.hoveredId.value = id,
    more() {
      store.shown.value += PAGE_ROWS;
      loader.settle();
    },
    retry: loader.start,
    countServices: () => void import("./later.ts").then((served) => served.countServices(store)).catch(reportError),
    readStored() {
      const { savedAt, place } = document.documentElement.dataset;
      if (savedAt !== undefined) {
        store.savedAtMs.value = Date.parse(savedAt);
        // The stored page is of another place than its address, which the service worker has looked up.
        const known: PlaceRef | null = JSON.parse(place ?? "null");
        if (known) places.set(known.code, known);
        // The address may be of a later view than the stored page.
        this.restore();
      } else if (isBrandRespelled(store.view.peek())) writeAddress(store.view.peek(), "replace");
      const recall = () => import("./later.ts").then(({ recallDriver }) => recallDriver(store), reportError);
      const look = (event?: Event) => {
        store.favourites.value = readFavourites().map(({ id }) => id);
        // What another tab has set, or everything forgotten there.
        if (event instanceof StorageEvent && (event.key ?? DRIVER_KEY) === DRIVER_KEY) recall();
      };
      // Only a device that remembers a car needs what reads it.
      if (hasStored(DRIVER_KEY)) recall();
      look();
      return watchFavourites(look);
    },
    changeDriver: async (change) => (await import("./later.ts")).changeDriver(change, store),
    toggleFavourite: async (station: Favourite) => (await import("../toggle_favourite.ts")).toggleFavourite(station),
    async share(copied) {
      const { shareLink } = await import("../share.ts");
      store.message.value = await shareLink(document.title, location.href) === "copied" ? copied : "";
    },
    attach(created) {
      map = created;
      followArea(store, created);
    },
    change,
    recentre: () => change(toAround(store.view.peek(), null)),
    choose(choice) {
      if (choice.kind === "place") places.set(choice.place.code, choice.place);
      sheet.value = null;
      goTo(moveTo(store.view.peek(), choice));
      writeAddress(store.view.peek(), "push");
      loader.settle();
    },
    hasOpened: () => isOpened,
    open(id) {
      isOpened = true;
      change({ station: id });
      show(id);
    },
    close() {
      change({ station: null });
      show(null);
    },
    retrySheet: () => show(store.view.peek().station),
    settled({ box, centre, radiusKm, zoom, byVisitor }) {
      const at = { lat: round(centre.lat, 3), lng: round(centre.lng, 3) };
      batch(() => {
        [store.box.value, store.zoom.value] = [box, zoom];
        if (!byVisitor) return;
        const view = toPlaced(store);
        const moved = toMoved(view, { at, radiusKm: Math.min(MAX_RADIUS_KM, round(radiusKm, 1)) });
        store.shown.value = PAGE_ROWS;
        store.view.value = { ...view, ...moved };
      });
      if (byVisitor) writeAddress(store.view.peek(), "replace");
      loader.settle();
    },
    restore() {
      const view = readAddress();
      const hasMoved = toLocationKey(view) !== toLocationKey(store.view.peek());
      isOpened = false;
      followAddress();
      // An address that only the server can read is read by the server.
      if (hasMoved && !goTo(view) && store.savedAtMs.peek() === null) location.reload();
      store.view.value = view;
      show(view.station);
      loader.serve();
    },
  };
}
