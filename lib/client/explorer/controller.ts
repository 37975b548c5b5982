/** What the map page does: one place for moves, choices, the address and the sheet. @module */

import { batch, computed, signal } from "@preact/signals";
import type { Curves, ExplorerStart, PanelModel, Sheet } from "../../shared/explorer_model.ts";
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
import { type Favourite, readFavourites, toggleFavourite, watchFavourites } from "../favourites.ts";
import { requestHtml, requestJson, shareLink } from "../request.ts";
import { createLoader, type Loader } from "./loading.ts";
import { createStore, PAGE_ROWS, readCar, saveCar, setPlace, type Store } from "./store.ts";

/** What the page's parts call. */
export type Controller<S> = PanelModel<S> & {
  store: Store;
  loader: Loader;
  attach(map: StationMap): void;
  choose(choice: Choice): void;
  settled(settled: Settled): void;
  /** Reads what the browser stores for the visitor, and again when it changes. Returns what ends that. */
  readStored(): () => void;
  /** The browser's back and forward. */
  restore(): void;
};

type Options<S> = { start: ExplorerStart; lang: Lang; station: S | null };

function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}

/** The sheet's state, and what shows a station in it (null: none); one that is there already is not fetched again. */
function createSheet<S>(id: string | null, station: S | null) {
  const sheet = signal<Sheet<S> | null>(id && station ? { kind: "filled", id, station } : null);
  async function show(id: string | null): Promise<void> {
    const known = sheet.peek();
    if (id === null) sheet.value = null;
    if (id === null || (known?.id === id && known.kind === "filled")) return;
    sheet.value = { kind: "waiting", id };
    const answer = await requestJson<{ data: S }>(`/api/v1/stations/${id}`);
    if (sheet.peek()?.id !== id) return;
    if (answer.kind === "ok") sheet.value = { kind: "filled", id, station: answer.body.data };
    else sheet.value = { kind: answer.kind === "gone" ? "gone" : "failed", id };
  }
  return { sheet, show };
}

/** The curves of the sheet, and what fetches them; an answer that is no longer wanted is dropped. */
function createCurves() {
  const curves = signal<Curves | null>(null);
  let wanted = "";
  async function needCurves(path: string): Promise<void> {
    if (wanted === path) return;
    wanted = path;
    const html = await requestHtml(path);
    if (wanted !== path) return;
    curves.value = html === null ? null : { path, html };
    if (html === null) wanted = "";
  }
  return { curves, needCurves };
}

/** The server's link to the other language is to show the view as it is now. */
function followAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".nav a[hreflang]")) link.search = location.search;
}

/** Whether the server took another spelling of a brand for the stored one: the map going back must find the stored one. */
function isBrandRespelled({ brand }: View): boolean {
  return readView(new URLSearchParams(location.search)).view.brand !== brand;
}

/** Makes the controller of one page. Touches the browser only when its parts are called. */
export function createController<S>({ start, station }: Options<S>): Controller<S> {
  const store = createStore(start);
  const loader = createLoader(store);
  const places = new Map<string, PlaceRef>();
  if (start.where.place) places.set(start.where.place.code, start.where.place);
  const { sheet, show } = createSheet(start.view.station, station);
  const { curves, needCurves } = createCurves();
  let map: StationMap | null = null;
  let isOpened = false;

  function write(how: "push" | "replace"): void {
    const query = toQuery(store.view.peek());
    const url = location.pathname + (query === "" ? "" : `?${query}`);
    // An entry without a state of its own would get Fresh's, and going back to that one reloads the page.
    history.replaceState({}, "", how === "push" ? location.href : url);
    if (how === "push") history.pushState({}, "", url);
    followAddress();
  }

  function change(part: Partial<View>, how: "push" | "replace" = "push"): void {
    const before = store.view.peek();
    batch(() => {
      store.view.value = { ...before, ...part };
      if (!("station" in part)) store.shown.value = PAGE_ROWS;
    });
    if (part.services) loader.serve(store.view.peek());
    write(how);
    const { lat, lng } = store.where.peek();
    if (part.radiusKm != null) map?.moveTo({ lat, lng }, part.radiusKm);
    else loader.settle();
  }

  /** Moves to the location of a view read from an address; false when only the server knows it. */
  function goTo(view: View): boolean {
    const place = view.place === null ? null : places.get(view.place) ?? null;
    const centre = view.at ?? place;
    if (centre === null || (view.place !== null && place === null)) return false;
    setPlace(store, place, centre);
    map?.setOrigin(store.where.peek().from);
    map?.moveTo(centre, view.radiusKm ?? start.first.radiusKm);
    return true;
  }

  const { view, where, first, box, listing, loading, car, favourites, message, shown, nowMs } = store;
  return {
    ...{ store, loader, sheet, curves, needCurves },
    ...{ view, where, first, box, listing, loading, car, favourites, message, shown, nowMs },
    brands: computed(() => store.stations.value?.brands ?? []),
    hover: (id) => store.hoveredId.value = id,
    more: () => store.shown.value += PAGE_ROWS,
    retry: loader.start,
    readStored() {
      const { savedAt } = document.documentElement.dataset;
      if (savedAt !== undefined) {
        store.savedAtMs.value = Date.parse(savedAt);
        // The address may be of a later view than the stored page.
        this.restore();
      } else if (isBrandRespelled(store.view.peek())) write("replace");
      store.car.value = readCar();
      const look = () => store.favourites.value = readFavourites().map(({ id }) => id);
      look();
      return watchFavourites(look);
    },
    saveCar: (next) => saveCar(store.car.value = next),
    toggleFavourite: (station: Favourite) => toggleFavourite(station),
    async share(copied) {
      store.message.value = await shareLink(document.title, location.href) === "copied" ? copied : "";
    },
    attach(created) {
      map = created;
      map.setOrigin(store.where.peek().from);
    },
    change,
    choose(choice) {
      if (choice.kind === "place") places.set(choice.place.code, choice.place);
      const view = moveTo(store.view.peek(), choice);
      store.view.value = view;
      sheet.value = null;
      goTo(view);
      write("push");
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
    retrySheet() {
      const { station: id } = store.view.peek();
      if (id !== null) show(id);
    },
    settled({ box, centre, radiusKm, byVisitor }) {
      const at = { lat: round(centre.lat, 3), lng: round(centre.lng, 3) };
      batch(() => {
        store.box.value = box;
        store.where.value = { ...store.where.peek(), ...at };
        if (byVisitor) {
          store.shown.value = PAGE_ROWS;
          store.view.value = { ...store.view.peek(), at, radiusKm: Math.min(MAX_RADIUS_KM, round(radiusKm, 1)) };
        }
      });
      if (byVisitor) write("replace");
      loader.settle();
    },
    restore() {
      const { view } = readView(new URLSearchParams(location.search));
      const before = store.view.peek();
      const hasMoved = view.place !== before.place || view.q !== before.q ||
        toQuery({ ...before, at: view.at }) !== toQuery(before);
      isOpened = false;
      followAddress();
      store.view.value = view;
      show(view.station);
      loader.serve(view);
      // An address that only the server can read is read by the server.
      if (hasMoved && !goTo(view) && store.savedAtMs.peek() === null) location.reload();
    },
  };
}
