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
  /** Stations whose pills come before those of the candidates. */
  preferred: readonly number[];
  mostPills: number;
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

/** Room that a pill takes with its tip, in pixels at letters of the usual size. */
const [WIDTH, HEIGHT] = [72, 36];
const USUAL_LETTERS_PX = 16;
/** Farther from its station a pill would be taken for another's. */
const MAX_MOVED_PX = 160;

type Spot = { index: number; id: string; x: number; y: number; isMoved: boolean };
type Offset = { x: number; y: number };

/** The map's element, what covers it, and the size of a pill. */
type Ground = { size: Offset; covered: readonly Area[]; width: number; height: number };

function toGround(map: LeafletMap, covered: readonly Area[]): Ground {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_LETTERS_PX;
  return { size: map.getSize(), covered, width: WIDTH * letters, height: HEIGHT * letters };
}

/** Whether a pill whose tip is at a point of the map's element would be clipped or covered. */
function isCovered({ x, y }: Offset, { size, covered, width, height }: Ground): boolean {
  const [left, right, top] = [x - width / 2, x + width / 2, y - height];
  if (left < 0 || right > size.x || top < 0 || y > size.y) return true;
  return covered.some((area) => right > area.left && left < area.right && y > area.top && top < area.bottom);
}

/** The spot nearest to a point of the map's element at which nothing covers a pill; the point itself when none is near. */
function findUncovered(point: Offset, ground: Ground): Offset {
  if (!isCovered(point, ground)) return point;
  const { size, covered, width, height } = ground;
  const [half, right, bottom] = [width / 2, size.x - width / 2, size.y];
  const xs = [point.x, half, right, ...covered.flatMap((area) => [area.left - half, area.right + half])];
  const ys = [point.y, height, bottom, ...covered.flatMap((area) => [area.top, area.bottom + height])];
  const far = ({ x, y }: Offset) => Math.hypot(x - point.x, y - point.y);
  const free = xs.flatMap((x) => ys.map((y) => ({ x, y })))
    .filter((spot) => far(spot) <= MAX_MOVED_PX && !isCovered(spot, ground));
  return free.sort((a, b) => far(a) - far(b))[0] ?? point;
}

/** Greedy and cheapest first: a pill that would cover another stays a dot; one that must be seen moves out of the way. */
function findSpots(map: LeafletMap, scene: PillScene, ground: Ground): Spot[] {
  const { stations, candidates, preferred, forced, mostPills } = scene;
  const origin = map.getPixelOrigin();
  const { xOf, yOf } = toPixels(stations, { scale: worldSize(map.getZoom()), left: origin.x, top: origin.y });
  const spots: Spot[] = [];
  const shift = map.layerPointToContainerPoint([0, 0]);
  const idOf = (index: number) => String(stations.id[index]);
  // The cheapest one is drawn larger than the others.
  const large = { ...ground, width: ground.width * 1.2, height: ground.height * 1.15 };
  const addForced = (index: number) => {
    const at = { x: xOf(index) + shift.x, y: yOf(index) + shift.y };
    const { x, y } = findUncovered(at, large);
    const isMoved = x !== at.x || y !== at.y;
    spots.push({ index, id: idOf(index), x: Math.round(x - shift.x), y: Math.round(y - shift.y), isMoved });
  };
  const addFree = (index: number) => {
    const [x, y] = [Math.round(xOf(index)), Math.round(yOf(index))];
    if (spots.some((spot) => Math.abs(spot.x - x) < ground.width && Math.abs(spot.y - y) < ground.height)) return;
    if (isCovered({ x: x + shift.x, y: y + shift.y }, ground)) return;
    spots.push({ index, id: idOf(index), x, y, isMoved: false });
  };
  for (const index of forced) addForced(index);
  for (const some of [preferred, candidates]) {
    for (const index of some) {
      if (spots.length >= mostPills) break;
      if (!forced.includes(index)) addFree(index);
    }
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

const MARKS = ["is-hovered", "is-selected"] as const;

function write(button: HTMLButtonElement, { price, sign, level, label }: PillText, isMoved: boolean): void {
  const marks = MARKS.filter((mark) => button.classList.contains(mark));
  button.className = ["map-pill", `level-${level}`, isMoved ? "is-moved" : "", ...marks].join(" ");
  if (button.getAttribute("aria-label") === label) return;
  button.textContent = `${sign}\u2009${price}`;
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
    const spots = scene === null ? [] : findSpots(map, scene, toGround(map, handlers.covered()));
    const staying = new Set(spots.map(({ id }) => id));
    // Before the others find their places: moving an element that stays would take its focus away.
    for (const [id, button] of shown) {
      if (staying.has(id)) continue;
      button.remove();
      shown.delete(id);
    }
    spots.forEach(({ index, id, x, y, isMoved }, order) => {
      const button = shown.get(id) ?? createPill(id, handlers);
      shown.set(id, button);
      write(button, scene!.textOf(index), isMoved);
      button.style.transform = `translate(${x}px,${y}px) translate(-50%,-100%)`;
      button.style.zIndex = String(spots.length - order);
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
