/**
 * The cheapest prices as buttons on the map: keyboards and screen readers cannot reach a drawing.
 *
 * @module
 */

import type { Map as LeafletMap } from "leaflet";
import type { Stations } from "../stations.ts";
import { worldSize } from "../../site/map/mercator.ts";
import { toPixels } from "./dots.ts";

/** The text of a pill, its sign, its level's class, and its label for screen readers. */
export type PillText = { price: string; sign: string; level: string; label: string };

/** The stations that may have a pill, by index. */
export type PillScene = {
  stations: Pick<Stations, "id" | "lat" | "lng" | "indexOf">;
  /** Cheapest first. */
  candidates: Int32Array;
  /** Stations that matter to the visitor. Their pills are placed before the candidates'. */
  preferred: readonly number[];
  maxPills: number;
  /**
   * ID of the station whose sheet is open. Like the cheapest, it has a pill even without room for
   * one.
   */
  selectedId: string | null;
  textOf(index: number): PillText;
};

type Handlers = { onPick(id: string): void; onHover(id: string | null): void };

/** The room of a pill with its tip, in pixels at the usual font size. */
const WIDTH = 72;
const HEIGHT = 36;
const USUAL_LETTERS_PX = 16;
/** A pill farther from its station would seem to belong to another one. */
const MAX_MOVED_PX = 160;

type Spot = { index: number; id: string; x: number; y: number; isMoved: boolean };
type Offset = { x: number; y: number };

type Ground = ReturnType<typeof toGround>;

/** Elements over the map, which would block the clicks on a pill below them. */
const COVERS = ".panel, .map-legend, .map-layer, .map-controls, .map-credit";

function toGround(map: LeafletMap) {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) /
    USUAL_LETTERS_PX;
  const { left, top } = map.getContainer().getBoundingClientRect();
  const covered = Array.from(document.querySelectorAll(COVERS), (cover) => {
    const area = cover.getBoundingClientRect();
    return {
      left: area.left - left,
      top: area.top - top,
      right: area.right - left,
      bottom: area.bottom - top,
    };
  });
  return { size: map.getSize(), covered, width: WIDTH * letters, height: HEIGHT * letters };
}

/**
 * Returns whether a pill with its tip at a point of the map's element would be clipped or covered.
 */
function isCovered({ x, y }: Offset, { size, covered, width, height }: Ground): boolean {
  const left = x - width / 2;
  const right = x + width / 2;
  const top = y - height;
  if (left < 0 || right > size.x || top < 0 || y > size.y) return true;
  return covered.some((area) =>
    right > area.left && left < area.right && y > area.top && top < area.bottom
  );
}

/**
 * Returns the spot nearest to a point of the map's element where nothing covers a pill, or the
 * point itself if none is near.
 */
function findUncovered(point: Offset, ground: Ground): Offset {
  if (!isCovered(point, ground)) return point;
  const { size, covered, width, height } = ground;
  const half = width / 2;
  const right = size.x - width / 2;
  const bottom = size.y;
  const xs = [
    point.x,
    half,
    right,
    ...covered.flatMap((area) => [area.left - half, area.right + half]),
  ];
  const ys = [
    point.y,
    height,
    bottom,
    ...covered.flatMap((area) => [area.top, area.bottom + height]),
  ];
  const far = ({ x, y }: Offset) => Math.hypot(x - point.x, y - point.y);
  const free = xs.flatMap((x) => ys.map((y) => ({ x, y })))
    .filter((spot) => far(spot) <= MAX_MOVED_PX && !isCovered(spot, ground));
  return free.sort((a, b) => far(a) - far(b))[0] ?? point;
}

/**
 * Places pills greedily, the cheapest first. Leaves out a pill that would cover another; its dot
 * stays. Moves the cheapest and the selected pill if they are covered.
 */
function findSpots(map: LeafletMap, scene: PillScene, ground: Ground): Spot[] {
  const { stations, candidates, preferred, maxPills, selectedId } = scene;
  const selected = selectedId === null ? undefined : stations.indexOf.get(selectedId);
  const forced = [...new Set([selected, candidates[0]])].filter((index) => index !== undefined);
  const origin = map.getPixelOrigin();
  const { xOf, yOf } = toPixels(stations, {
    scale: worldSize(map.getZoom()),
    left: origin.x,
    top: origin.y,
  });
  const spots: Spot[] = [];
  const shift = map.layerPointToContainerPoint([0, 0]);
  const pointOf = (index: number) => ({ x: xOf(index) + shift.x, y: yOf(index) + shift.y });
  const add = (index: number, at: Offset, isMoved: boolean) => {
    const x = Math.round(at.x - shift.x);
    const y = Math.round(at.y - shift.y);
    const isFree = !spots.some((spot) =>
      Math.abs(spot.x - x) < ground.width && Math.abs(spot.y - y) < ground.height
    );
    if (isFree || forced.includes(index)) {
      spots.push({ index, id: String(stations.id[index]), x, y, isMoved });
    }
  };
  // The cheapest pill is larger than the others.
  const large = { ...ground, width: ground.width * 1.2, height: ground.height * 1.15 };
  for (const index of forced) {
    const at = pointOf(index);
    const uncovered = findUncovered(at, large);
    add(index, uncovered, uncovered !== at);
  }
  for (const some of [preferred, candidates]) {
    for (const index of some) {
      if (spots.length >= maxPills) break;
      const at = pointOf(index);
      if (!forced.includes(index) && !isCovered(at, ground)) add(index, at, false);
    }
  }
  return spots;
}

function createPill(id: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.station = id;
  return button;
}

const MARKS = ["is-hovered", "is-selected"] as const;

function write(
  button: HTMLButtonElement,
  { price, sign, level, label }: PillText,
  isMoved: boolean,
): void {
  const marks = MARKS.filter((mark) => button.classList.contains(mark));
  button.className = ["map-pill", `level-${level}`, isMoved ? "is-moved" : "", ...marks].join(" ");
  if (button.getAttribute("aria-label") === label) return;
  button.textContent = `${sign}\u2009${price}`;
  button.setAttribute("aria-label", label);
}

/** Adds the pane of the pills, above all others. */
export function addPills(map: LeafletMap, handlers: Handlers) {
  const pane = map.createPane("pills");
  pane.style.zIndex = "600";
  const shown = new Map<string, HTMLButtonElement>();

  const idOf = ({ target }: Event) => (target as HTMLElement).dataset.station ?? null;
  // Keep Leaflet from handling the click, and ignore the click after a drag.
  pane.addEventListener("click", (event) => {
    const id = idOf(event);
    event.stopPropagation();
    const { dragging } = map as LeafletMap & { dragging: { moved(): boolean } };
    if (id && !dragging.moved()) handlers.onPick(id);
  });
  for (const name of ["pointerover", "focusin"]) {
    pane.addEventListener(name, (event) => handlers.onHover(idOf(event)));
  }
  for (const name of ["pointerout", "focusout"]) {
    pane.addEventListener(name, () => handlers.onHover(null));
  }
  hideWhileZooming(map, pane);

  function show(scene: PillScene): void {
    const spots = findSpots(map, scene, toGround(map));
    const staying = new Set(spots.map(({ id }) => id));
    // Remove buttons first: moving a button that stays would take its focus away.
    for (const [id, button] of shown) {
      if (staying.has(id)) continue;
      button.remove();
      shown.delete(id);
    }
    spots.forEach(({ index, id, x, y, isMoved }, order) => {
      const button = shown.get(id) ?? createPill(id);
      shown.set(id, button);
      write(button, scene.textOf(index), isMoved);
      button.style.transform = `translate(${x}px,${y}px) translate(-50%,-100%)`;
      button.style.zIndex = String(spots.length - order);
      if (pane.children[order] !== button) pane.insertBefore(button, pane.children[order] ?? null);
    });
  }

  return {
    show,
    mark(id: string | null, mark: typeof MARKS[number]): void {
      for (const [other, button] of shown) button.classList.toggle(mark, other === id);
    },
  };
}

/** Hides a pane during a zoom, when its elements would be out of place. */
export function hideWhileZooming(map: LeafletMap, pane: HTMLElement): void {
  map.on("zoomstart", () => pane.classList.add("is-zooming"));
  map.on("zoomend", () => pane.classList.remove("is-zooming"));
}
