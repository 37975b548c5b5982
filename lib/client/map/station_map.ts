/**
 * The map of stations: outlines, tiles, dots, pills, and the visitor's actions.
 *
 * @module
 */

// The parts of Leaflet that the map needs: 17 KB instead of 43. Each file registers itself with the
// map it extends; the types are those of the whole library.
// @ts-types="npm:@types/leaflet@1.9.22"
import { Map as LeafletMap } from "leaflet/src/map/Map.js";
import "leaflet/src/map/handler/Map.DoubleClickZoom.js";
import "leaflet/src/map/handler/Map.Drag.js";
import "leaflet/src/map/handler/Map.Keyboard.js";
import "leaflet/src/map/handler/Map.ScrollWheelZoom.js";
import "leaflet/src/map/handler/Map.TouchZoom.js";
import type { Point } from "leaflet";
import type { GeoFiles } from "../../site/explorer/url_state.ts";
import type { Point as Place } from "../../places/point.ts";
import { lazy } from "../../shared/lazy.ts";
import { listen } from "../browser.ts";
import { type CameraOptions, createCamera, ZOOM } from "./camera.ts";
import { addDots, type DotScene, findDot } from "./dots.ts";
import { addPills, hideWhileZooming, type PillScene } from "./pills.ts";
import { addTiles } from "./tiles.ts";

// Leaflet calls this method of its module for layers, which we leave out.
LeafletMap.include({ _addLayers() {} });

/** The stations as the map draws them. */
export type Scene = DotScene & PillScene;

/** Options and callbacks of the map. */
export type MapOptions = CameraOptions & {
  centre: Place;
  radiusKm: number;
  files: GeoFiles;
  /** Whether the map is part of a page that scrolls. */
  isInPage?: boolean;
  onPick(id: string): void;
  onHover(id: string | null): void;
  /** The text of the credit when no base map is available. */
  noTiles: string;
};

const DOT_PARTS = [
  "stations",
  "ranked",
  "unranked",
  "levelOf",
  "around",
] as const satisfies (keyof DotScene)[];

/** Wide enough for the whole country in the part above a sheet. */
const LIMITS: [[number, number], [number, number]] = [[-25, -60], [75, 65]];

function createMap(element: HTMLElement) {
  const isAnimated = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return new LeafletMap(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: ZOOM.min,
    maxZoom: ZOOM.max,
    maxBounds: LIMITS,
    maxBoundsViscosity: 0.6,
    zoomAnimation: isAnimated,
    inertia: isAnimated,
  });
}

/** Leaves a single finger to the page for scrolling. Two fingers move the map. */
function leaveScrolling(element: HTMLElement): void {
  element.style.touchAction = "pan-x pan-y";
  // Leaflet would drag the map with the first finger.
  const hide = (event: TouchEvent) => event.touches.length === 1 && event.stopPropagation();
  element.addEventListener("touchstart", hide, { capture: true, passive: true });
}

function watchPointer(
  map: LeafletMap,
  options: MapOptions & { element: HTMLElement; scene(): Scene | null },
): void {
  // Pixels around a dot that count as the dot: a finger is less exact than a mouse.
  const reach = matchMedia("(pointer: coarse)").matches ? 22 : 12;
  const find = (at: Point): string | null => {
    const scene = options.scene();
    const found = scene && findDot(map, scene, { at, reach });
    return found === null ? null : String(scene!.stations.id[found]);
  };
  map.on("click", ({ containerPoint }) => {
    const found = find(containerPoint);
    if (found !== null) options.onPick(found);
  });
  map.on("mousemove", ({ containerPoint, originalEvent }) => {
    // Pills report hovers themselves.
    if ((originalEvent.target as Element).closest("[data-station]")) return;
    const found = find(containerPoint);
    options.element.classList.toggle("has-dot", found !== null);
    options.onHover(found);
  });
}

/** Makes the map in an element. Needs a browser. */
export function createStationMap(element: HTMLElement, options: MapOptions) {
  let scene: Scene | null = null;
  const putPills = () => {
    if (!scene) return;
    pills.show(scene);
    pills.mark(scene.selectedId, "is-selected");
  };
  const map = createMap(element);
  if (options.isInPage) leaveScrolling(element);
  const camera = createCamera(map, { ...options.centre, radiusKm: options.radiusKm }, options);
  const addOutlines = lazy(async () =>
    (await import("./base_layer.ts")).addBase(map, options.files)
  );
  // If tiles arrive in time, outlines would be invisible, and loading and drawing them keeps a
  // phone busy.
  map.on("tileslate", () => void addOutlines().catch(() => {}));
  addTiles(map, options.noTiles);
  const redrawDots = addDots(map, () => scene);
  const pills = addPills(map, options);
  watchPointer(map, { ...options, element, scene: () => scene });
  // Do not wait for `settle`, as the list does: pills must move with the map.
  map.on("zoomend", putPills);
  listen(globalThis, { resize: camera.refit });
  // In a separate task, when the caller has the map. Making the map already keeps a slow phone
  // busy.
  setTimeout(camera.settle, 0);
  return {
    /** For layers that are added later. */
    leaflet: map,
    show(next: Scene): void {
      const before = scene;
      scene = next;
      // New names of stations change only pills.
      if (DOT_PARTS.some((part) => next[part] !== before?.[part])) redrawDots();
      putPills();
    },
    /** Marks the pill of a station, if it has one. */
    mark: (id: string | null) => pills.mark(id, "is-hovered"),
    moveTo: camera.moveTo,
    zoomBy: camera.zoomBy,
    /** Puts the pin at the point from which distances are measured. Null removes it. */
    setOrigin: addOrigin(map),
    refit: camera.refit,
  };
}

/** The map of stations. */
export type StationMap = ReturnType<typeof createStationMap>;

/** Adds a pane with the pin. Returns a function that moves it, or hides it if the point is null. */
function addOrigin(map: LeafletMap): (point: Place | null) => void {
  const pin = document.createElement("span");
  pin.className = "map-origin";
  pin.hidden = true;
  const pane = map.createPane("origin");
  pane.style.zIndex = "500";
  pane.append(pin);
  let point: Place | null = null;
  const put = () => {
    if (!point) return;
    const { x, y } = map.latLngToLayerPoint([point.lat, point.lng]);
    pin.style.transform = `translate(${x}px,${y}px)`;
  };
  map.on("zoomend viewreset", put);
  hideWhileZooming(map, pane);
  return (next) => {
    point = next;
    pin.hidden = next === null;
    put();
  };
}
