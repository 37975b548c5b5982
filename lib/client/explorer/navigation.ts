/** Keeps the view, the address and the map of the page in step. @module */

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

/** Makes the server's link to the other language lead to the current view. */
function followAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".nav a[hreflang]")) {
    link.search = location.search;
  }
}

/** Writes a view to the address, as a new entry of the history or in place of the current one. */
export function writeAddress(view: View, how: How): void {
  const query = toQuery(view);
  const url = location.pathname + (query && `?${query}`);
  // An entry without a state would get Fresh's own, and going back to that one reloads the page.
  history.replaceState({}, "", how === "push" ? location.href : url);
  if (how === "push") history.pushState({}, "", url);
  followAddress();
}

function toLocationKey({ place, q, at, from, radiusKm }: View): string {
  return JSON.stringify([place, q, at, from, radiusKm]);
}

/** Returns the view of the address. */
export function readAddress(): View {
  return readView(new URLSearchParams(location.search)).view;
}

/**
 * Returns the view after a move of the map, without a typed text whose place the server found: the
 * text would name the map's new centre.
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
 * Keeps the pin at the point from which distances are measured, and moves the map whenever its area
 * changes.
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

/** Makes the navigation of one page. */
export function createNavigation(model: Model) {
  const { start, view, place, where, shown, savedAtMs } = model;
  // Places by code. The server knows the place of its own address. An address with another place
  // needs the server.
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

  /**
   * Shows a view after a move of the map. Shows the surroundings of a place whenever they change.
   */
  function showMoved(): void {
    if (isMoved(view.peek())) model.map.peek()?.moveTo(where.peek(), model.shownKm.peek());
  }

  /** Shows a view. Returns false if only the server knows its location. */
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
    // Reload an address whose place only the server knows.
    if (hasMoved && !goTo(next) && savedAtMs.peek() === null) location.reload();
    view.value = next;
  }

  return {
    places,
    change,
    restore,
    /** Goes back to the chosen place, with the usual radius. */
    recentre: () => change(toAround(view.peek(), null)),
    choose(choice: Choice): void {
      if ("code" in choice) places.set(choice.code, choice);
      goTo(moveTo(view.peek(), choice));
      writeAddress(view.peek(), "push");
    },
    settled(settled: Settled): void {
      batch(() => {
        model.box.value = settled.box;
        model.zoom.value = settled.zoom;
        if (settled.byVisitor) setView(toMovedView(model, settled), "replace");
      });
    },
  };
}

/** The navigation of the page. */
export type Navigation = ReturnType<typeof createNavigation>;
