/** The map of stations put together: outlines, tiles, dots, pills, and what a visitor does with them. @module */

// The parts of Leaflet that the map needs: 17 KB instead of 43. Each file registers itself with the map it extends; the
// types are those of the whole library.
// @ts-types="@types/leaflet"
import { Map as LeafletMap } from "leaflet/src/map/Map.js";
import "leaflet/src/map/handler/Map.DoubleClickZoom.js";
import "leaflet/src/map/handler/Map.Drag.js";
import "leaflet/src/map/handler/Map.Keyboard.js";
import "leaflet/src/map/handler/Map.ScrollWheelZoom.js";
import "leaflet/src/map/handler/Map.TouchZoom.js";
import type { BaseFiles, Point } from "../../shared/url_state.ts";
import { addBase } from "./base_layer.ts";
import { type MapColours, readColours } from "./colours.ts";
import { createCamera, type Settled, ZOOM } from "./camera.ts";
import { addDots, type DotScene, findDot } from "./dots.ts";
import { addPills, type Area, type PillText } from "./pills.ts";
import type { TileSource } from "../../shared/tile_sources.ts";
import { addTiles } from "./tiles.ts";

// Leaflet's layers bring this method along; the map calls it even when it has none.
LeafletMap.include({ _addLayers() {} });

/** What the map shows. */
export type Scene = DotScene & {
  /** Indexes of the stations that may have a pill, best first. */
  candidates: Int32Array;
  /** Of them those that the visitor cares for: they come first. */
  preferred: readonly number[];
  mostPills: number;
  selectedId: string | null;
  textOf(index: number): PillText;
};

/** What the map needs of the page. */
export type MapOptions = {
  centre: Point;
  radiusKm: number;
  files: BaseFiles;
  reducedMotion: boolean;
  /** Height in pixels that a sheet covers at the bottom. */
  inset(): number;
  onSettled(settled: Settled): void;
  onPick(id: string): void;
  onHover(id: string | null): void;
  onSource(source: TileSource | null): void;
  /** What covers the map, in pixels of its element. */
  covered(): Area[];
};

/** The map as the page uses it. */
export type StationMap = {
  /** For layers that come later. */
  leaflet: LeafletMap;
  /** Asked at each drawing, so that a change of theme needs no more than {@link StationMap.repaint}. */
  colours(): MapColours;
  show(scene: Scene): void;
  mark(id: string | null, mark: "is-hovered" | "is-selected"): void;
  moveTo(centre: Point, radiusKm: number | null): void;
  zoomBy(steps: number): void;
  /** Where distances are measured from. */
  setOrigin(point: Point | null): void;
  repaint(): void;
  /** The sheet's or the window's height has changed: the middle of what is seen stays in the middle. */
  refit(): void;
  remove(): void;
};

/** So wide that the whole country fits into the part above a sheet. */
const LIMITS: [[number, number], [number, number]] = [[-25, -60], [75, 65]];
/** Pixels around a dot that count as the dot. */
const REACH = { fine: 12, coarse: 22 } as const;

function createMap(element: HTMLElement, { reducedMotion }: MapOptions) {
  return new LeafletMap(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: ZOOM.min,
    maxZoom: ZOOM.max,
    maxBounds: LIMITS,
    maxBoundsViscosity: 0.6,
    zoomAnimation: !reducedMotion,
    fadeAnimation: !reducedMotion,
    inertia: !reducedMotion,
  });
}

/** Clicks on dots open stations; the mouse above a dot marks it. */
function watchPointer(map: LeafletMap, options: MapOptions & { element: HTMLElement; scene(): Scene | null }): void {
  const reach = REACH[matchMedia("(pointer: coarse)").matches ? "coarse" : "fine"];
  const find = ({ x, y }: { x: number; y: number }): string | null => {
    const scene = options.scene();
    const found = scene && findDot(map, scene, { x, y, reach });
    return found === null ? null : String(scene!.stations.id[found]);
  };
  let hovered: string | null = null;
  map.on("click", ({ containerPoint }) => {
    const found = find(containerPoint);
    if (found !== null) options.onPick(found);
  });
  map.on("mousemove", ({ containerPoint, originalEvent }) => {
    // Pills report it themselves.
    if ((originalEvent.target as Element).closest("[data-station]")) return;
    const found = find(containerPoint);
    if (found === hovered) return;
    hovered = found;
    options.element.classList.toggle("has-dot", found !== null);
    options.onHover(found);
  });
}

/** The station that is looked at and the cheapest one: even where there is no room. */
function toForced({ stations, candidates, selectedId }: Scene): number[] {
  const selected = selectedId === null ? undefined : stations.indexOf.get(selectedId);
  const forced = [selected, candidates[0]].filter((index) => index !== undefined);
  return [...new Set(forced)];
}

/** Makes the map in an element. Needs a browser. */
export function createStationMap(element: HTMLElement, options: MapOptions): StationMap {
  let scene: Scene | null = null;
  const putPills = () => {
    if (!scene) return;
    pills.show({ ...scene, forced: toForced(scene) });
    pills.mark(scene.selectedId, "is-selected");
  };
  const map = createMap(element, options);
  const camera = createCamera(map, { ...options.centre, radiusKm: options.radiusKm }, options);
  const base = addBase(map, options.files, readColours);
  addTiles(map, options.onSource);
  const dots = addDots(map, () => scene, readColours);
  const pills = addPills(map, options);
  const setOrigin = addOrigin(map);
  watchPointer(map, { ...options, element, scene: () => scene });
  // At once: the list may wait until the zoom has come to rest, what lies on the map may not.
  map.on("zoomend", putPills);
  // After the caller has got hold of the map.
  queueMicrotask(camera.settle);
  return {
    leaflet: map,
    colours: readColours,
    show(next) {
      scene = next;
      dots.redraw();
      putPills();
    },
    mark: pills.mark,
    moveTo: (centre, radiusKm) => camera.moveTo(centre, radiusKm, true),
    zoomBy: camera.zoomBy,
    setOrigin,
    repaint() {
      base.redraw();
      dots.redraw();
    },
    refit: camera.refit,
    remove: () => map.remove(),
  };
}

/** Adds a pane with the pin; the answer puts it somewhere, or takes it away (null). */
function addOrigin(map: LeafletMap): (point: Point | null) => void {
  const pin = document.createElement("span");
  pin.className = "map-origin";
  pin.hidden = true;
  const pane = map.createPane("origin");
  pane.style.zIndex = "500";
  pane.append(pin);
  let point: Point | null = null;
  const put = () => {
    if (!point) return;
    const { x, y } = map.latLngToLayerPoint([point.lat, point.lng]);
    pin.style.transform = `translate(${x}px,${y}px)`;
  };
  map.on("zoomend viewreset", put);
  map.on("zoomstart", () => pane.classList.add("is-zooming"));
  map.on("zoomend", () => pane.classList.remove("is-zooming"));
  return (next) => {
    point = next;
    pin.hidden = next === null;
    put();
  };
}

// Each file registers itself with the map it extends; the types are those of the whole library.
