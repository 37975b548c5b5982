/** Where the map page is: the view, its address and the map move together. @module */

import { batch, effect } from "@preact/signals";
import { hasOrigin, isMoved, toAround, toMoved } from "../../site/explorer/area.ts";
import {
  type Choice,
  MAX_RADIUS_KM,
  moveTo,
  readView,
  toQuery,
  type View,
} from "../../site/explorer/url_state.ts";
import { type PlaceRef, roundPoint } from "../../places/point.ts";
import type { Settled } from "../map/camera.ts";
import { type Model, PAGE_ROWS } from "./model.ts";

type How = "push" | "replace";

/** The server's link to the other language is to show the view as it is now. */
function followAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".nav a[hreflang]")) {
    link.search = location.search;
  }
}

/** Writes a view into the address, as a new entry of the history or in place of the last one. */
export function writeAddress(view: View, how: How): void {
  const query = toQuery(view);
  const url = location.pathname + (query && `?${query}`);
  // An entry without a state of its own would get Fresh's, and going back to that one reloads the
  // page.
  history.replaceState({}, "", how === "push" ? location.href : url);
  if (how === "push") history.pushState({}, "", url);
  followAddress();
}

function toLocationKey({ place, q, at, from, radiusKm }: View): string {
  return JSON.stringify([place, q, at, from, radiusKm]);
}

/** The view of the address. */
export function readAddress(): View {
  return readView(new URLSearchParams(location.search)).view;
}

/**
 * The view after a move of the map. A typed text that the server found as a place would name the
 * map's centre.
 */
function toMovedView({ view, place }: Model, { centre, radiusKm }: Settled): View {
  const now = view.peek();
  const found = place.peek();
  const placed = now.place === null && found ? { ...now, place: found.code, q: "" } : now;
  const moved = {
    at: roundPoint(centre),
    radiusKm: Math.min(MAX_RADIUS_KM, Math.round(radiusKm * 10) / 10),
  };
  return { ...placed, ...toMoved(placed, moved) };
}

/**
 * Keeps the pin where distances are measured from, and moves the map whenever the surroundings that
 * it shows change.
 */
export function followArea({ view, where, area, map }: Model): void {
  effect(() => map.value?.setOrigin(hasOrigin(view.value) ? where.value.from : null));
  let isFirst = true;
  effect(() => {
    const { value: now } = area;
    if (!map.value) return;
    if (!isFirst && now.kind !== "view") map.value.moveTo(now.from, now.radiusKm);
    isFirst = false;
  });
}

/** Makes the moves of one page. */
export function createNavigation(model: Model) {
  const { start, view, place, where, shown, savedAtMs } = model;
  // By code. The server knows the place of its own address; an address with another one only the
  // server can read.
  const places = new Map<string, PlaceRef>(
    start.where.place ? [[start.where.place.code, start.where.place]] : [],
  );

  function setView(next: View, how: How): void {
    batch(() => {
      if (next.station === view.peek().station) shown.value = PAGE_ROWS;
      view.value = next;
    });
    writeAddress(next, how);
  }

  function change(part: Partial<View>): void {
    setView({ ...view.peek(), ...part }, "push");
    if (part.radiusKm != null) showMoved();
  }

  /** Shows a view that was moved; the surroundings of a place are shown whenever they change. */
  function showMoved(): void {
    if (isMoved(view.peek())) model.map.peek()?.moveTo(where.peek(), model.shownKm.peek());
  }

  /** Goes to a view; false when only the server knows where it is. */
  function goTo(next: View): boolean {
    const found = places.get(next.place ?? "") ?? null;
    if (found === null && (next.place !== null || next.at === null)) return false;
    batch(() => {
      view.value = next;
      place.value = found;
      shown.value = PAGE_ROWS;
    });
    showMoved();
    return true;
  }

  function restore(): void {
    const next = readAddress();
    const hasMoved = toLocationKey(next) !== toLocationKey(view.peek());
    model.isSheetOpened.value = false;
    followAddress();
    // An address that only the server can read is read by the server.
    if (hasMoved && !goTo(next) && savedAtMs.peek() === null) location.reload();
    view.value = next;
  }

  return {
    places,
    change,
    restore,
    /** Back to what was chosen, as wide as it takes. */
    recentre: () => change(toAround(view.peek(), null)),
    choose(choice: Choice): void {
      if ("code" in choice) places.set(choice.code, choice);
      goTo(moveTo(view.peek(), choice));
      writeAddress(view.peek(), "push");
    },
    settled(settled: Settled): void {
      batch(() => {
        [model.box.value, model.zoom.value] = [settled.box, settled.zoom];
        if (settled.byVisitor) setView(toMovedView(model, settled), "replace");
      });
    },
  };
}

/** The moves of the page. */
export type Navigation = ReturnType<typeof createNavigation>;
