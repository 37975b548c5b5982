/** The cheapest prices as buttons on the map: what a canvas cannot give to keyboards and readers. @module */

import type { Map as LeafletMap } from "leaflet";
import type { Stations } from "../stations.ts";
import { toPixels, worldSize } from "./mercator.ts";

/** What a pill shows: its text, its sign, its level's class, and the label that readers hear. */
export type PillText = { price: string; sign: string; level: string; label: string };

/** What the pills show. */
type PillScene = {
  stations: Stations;
  /** Candidates in the order of preference: cheapest first. */
  candidates: Int32Array;
  /** Stations that get a pill even where there is no room. */
  forced: readonly number[];
  textOf(index: number): PillText;
};

/** Pills in the map. */
export type Pills = {
  show(scene: PillScene | null): void;
  /** Marks the pill of a station, if it has one. */
  mark(id: string | null, mark: "is-hovered" | "is-selected"): void;
  remove(): void;
};

/** A rectangle in pixels of the map's element. */
export type Area = { left: number; top: number; right: number; bottom: number };

type Handlers = {
  onPick(id: string): void;
  onHover(id: string | null): void;
  /** What covers the map: a pill beneath could not be pressed. */
  covered(): Area[];
};

/** More would be neither readable nor fast. */
const MAX_PILLS = 150;
/** Room that a pill takes with its tip, in pixels. */
const [WIDTH, HEIGHT] = [72, 36];

type Spot = { index: number; id: string; x: number; y: number };

/** Whether a pill whose tip is at a point of the map's element would be clipped or covered. */
function isCovered(
  { x, y }: { x: number; y: number },
  size: { x: number; y: number },
  covered: readonly Area[],
): boolean {
  const [left, right, top] = [x - WIDTH / 2, x + WIDTH / 2, y - HEIGHT];
  if (left < 0 || right > size.x || top < 0 || y > size.y) return true;
  return covered.some((area) => right > area.left && left < area.right && y > area.top && top < area.bottom);
}

/** Greedy and cheapest first: a pill that would cover another stays a dot. */
function findSpots(map: LeafletMap, scene: PillScene, covered: readonly Area[]): Spot[] {
  const { stations, candidates, forced } = scene;
  const origin = map.getPixelOrigin();
  const { xOf, yOf } = toPixels(stations, { scale: worldSize(map.getZoom()), left: origin.x, top: origin.y });
  const spots: Spot[] = [];
  const size = map.getSize();
  const shift = map.layerPointToContainerPoint([0, 0]);
  const add = (index: number, must: boolean) => {
    const [x, y] = [Math.round(xOf(index)), Math.round(yOf(index))];
    const isFree = () =>
      !spots.some((spot) => Math.abs(spot.x - x) < WIDTH && Math.abs(spot.y - y) < HEIGHT) &&
      !isCovered({ x: x + shift.x, y: y + shift.y }, size, covered);
    if (must || isFree()) spots.push({ index, id: String(stations.id[index]), x, y });
  };
  for (const index of forced) add(index, true);
  for (const index of candidates) {
    if (spots.length >= MAX_PILLS) break;
    if (!forced.includes(index)) add(index, false);
  }
  return spots;
}

function createPill(id: string, handlers: Handlers): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.station = id;
  button.addEventListener("focus", () => handlers.onHover(id));
  button.addEventListener("blur", () => handlers.onHover(null));
  button.addEventListener("pointerenter", () => handlers.onHover(id));
  button.addEventListener("pointerleave", () => handlers.onHover(null));
  return button;
}

function write(button: HTMLButtonElement, { price, sign, level, label }: PillText): void {
  const text = `${sign}\u2009${price}`;
  const name = `map-pill level-${level}`;
  for (const mark of ["is-hovered", "is-selected"]) if (button.classList.contains(mark)) button.dataset.mark = mark;
  if (button.className !== name) button.className = name;
  if (button.dataset.mark) button.classList.add(button.dataset.mark);
  delete button.dataset.mark;
  if (button.getAttribute("aria-label") === label) return;
  button.textContent = text;
  button.setAttribute("aria-label", label);
}

/** Adds the pane of the pills, above all others. */
export function addPills(map: LeafletMap, handlers: Handlers): Pills {
  const pane = map.createPane("pills");
  pane.style.zIndex = "600";
  const shown = new Map<string, HTMLButtonElement>();

  // Leaflet would take the click for its own; after a drag it is none.
  pane.addEventListener("click", (event) => {
    const pill = (event.target as Element).closest<HTMLElement>("[data-station]");
    event.stopPropagation();
    const { dragging } = map as LeafletMap & { dragging: { moved(): boolean } };
    if (pill && !dragging.moved()) handlers.onPick(pill.dataset.station!);
  });
  const hide = () => pane.classList.add("is-zooming");
  const reveal = () => pane.classList.remove("is-zooming");
  map.on("zoomstart", hide);
  map.on("zoomend", reveal);

  function show(scene: PillScene | null): void {
    const spots = scene === null ? [] : findSpots(map, scene, handlers.covered());
    const staying = new Set(spots.map(({ id }) => id));
    // Before the others find their places: moving an element that stays would take its focus away.
    for (const [id, button] of shown) {
      if (staying.has(id)) continue;
      button.remove();
      shown.delete(id);
    }
    spots.forEach(({ index, id, x, y }, order) => {
      const button = shown.get(id) ?? createPill(id, handlers);
      shown.set(id, button);
      write(button, scene!.textOf(index));
      button.style.transform = `translate(${x}px,${y}px) translate(-50%,-100%)`;
      button.style.zIndex = String(MAX_PILLS - order);
      if (pane.children[order] !== button) pane.insertBefore(button, pane.children[order] ?? null);
    });
  }

  return {
    show,
    mark(id, mark) {
      for (const [other, button] of shown) button.classList.toggle(mark, other === id);
    },
    remove() {
      map.off("zoomstart", hide);
      map.off("zoomend", reveal);
      pane.remove();
    },
  };
}
