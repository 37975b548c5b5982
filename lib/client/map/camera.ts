/**
 * Moves the map, and reports which part of it is visible above a sheet that covers its lower part.
 *
 * @module
 */

import type { Map as LeafletMap } from "leaflet";
import type { Box } from "../stations.ts";
import type { Point } from "../../places/point.ts";
import { kmPerPixel, zoomFor } from "../../site/map/mercator.ts";

/**
 * The visible part of the map: its box, its middle, and the km from the middle to the nearer
 * border.
 */
export type Settled = {
  box: Box;
  centre: Point;
  radiusKm: number;
  zoom: number;
  byVisitor: boolean;
};

/** Callbacks of the camera. */
export type CameraOptions = {
  /** Height in pixels that a sheet covers at the bottom. */
  inset(): number;
  onSettled(settled: Settled): void;
};

/** Bounds of the zoom. */
export const ZOOM = { min: 4, max: 18 } as const;
const MIN_HEIGHT = 80;
/** A zoom by the visitor has ended if no other zoom follows within this time. */
const REST_MS = 250;

/**
 * Private members of Leaflet's map: whether an animated zoom runs, and a method that ends an
 * animated move.
 */
type Inner = LeafletMap & { _animatingZoom?: boolean; _stop(): void };

function openPixels(map: LeafletMap, inset: number): { width: number; height: number } {
  const size = map.getSize();
  return { width: size.x, height: Math.max(MIN_HEIGHT, size.y - inset) };
}

function lookAt(map: LeafletMap, inset: number): Omit<Settled, "byVisitor"> {
  const { width, height } = openPixels(map, inset);
  const northWest = map.containerPointToLatLng([0, 0]);
  const southEast = map.containerPointToLatLng([width, height]);
  const { lat, lng } = map.containerPointToLatLng([width / 2, height / 2]);
  const radiusKm = (kmPerPixel(lat, map.getZoom()) * Math.min(width, height)) / 2;
  const box = {
    north: northWest.lat,
    west: northWest.lng,
    south: southEast.lat,
    east: southEast.lng,
  };
  return { box, centre: { lat, lng }, radiusKm, zoom: map.getZoom() };
}

/** Controls the view of a map, sets the first one, and reports the view after each move. */
export function createCamera(
  map: LeafletMap,
  start: Point & { radiusKm: number },
  options: CameraOptions,
) {
  let isByVisitor = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let last: Omit<Settled, "byVisitor"> | null = null;
  /** The last move that came during a zoom, which Leaflet would drop. */
  let waiting: (() => void) | null = null;

  /**
   * Marks on the map's element whether the map moves. With `data-moving="false"`, the address and
   * the list match the view.
   */
  function setMoving(isMoving: boolean): void {
    map.getContainer().dataset.moving = String(isMoving);
  }

  function place(centre: Point, zoom: number, animate: boolean): void {
    setMoving(true);
    if ((map as Inner)._animatingZoom) {
      waiting = () => place(centre, zoom, animate);
      return;
    }
    waiting = null;
    // Ends a running move of the visitor, which fires `moveend` and must not count as theirs.
    isByVisitor = false;
    (map as Inner)._stop();
    isByVisitor = false;
    const middle = map.project([centre.lat, centre.lng], zoom).add([0, options.inset() / 2]);
    map.setView(map.unproject(middle, zoom), zoom, {
      animate: animate && map.options.zoomAnimation,
    });
  }

  function zoomOf({ lat }: Point, radiusKm: number): number {
    const { width, height } = openPixels(map, options.inset());
    const zoom = zoomFor(lat, { radiusKm, pixels: Math.min(width, height) / 2 });
    return Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));
  }

  /** Reports the view. From now on, moves count as the visitor's. */
  function settle(): void {
    last = lookAt(map, options.inset());
    options.onSettled({ ...last, byVisitor: isByVisitor });
    isByVisitor = true;
    setMoving(waiting !== null);
  }

  map.on("movestart", () => setMoving(true));
  place(start, zoomOf(start, start.radiusKm), false);
  map.on("zoomend", () => setTimeout(() => waiting?.(), 0));
  map.on("moveend", () => {
    clearTimeout(resting);
    // A wheel zooms in many steps, and the list should not change at each of them. After a pan,
    // list and map change in a task after its last frame.
    if (isByVisitor) resting = setTimeout(settle, map.getZoom() === last?.zoom ? 0 : REST_MS);
    else settle();
  });
  return {
    settle,
    moveTo: (centre: Point, radiusKm: number) => place(centre, zoomOf(centre, radiusKm), true),
    zoomBy(steps: number): void {
      setMoving(true);
      const { width, height } = openPixels(map, options.inset());
      map.setZoomAround(map.containerPointToLatLng([width / 2, height / 2]), map.getZoom() + steps);
    },
    /** Centres the map again after the sheet or the window has changed its height. */
    refit(): void {
      map.invalidateSize({ pan: false });
      place((last ?? lookAt(map, options.inset())).centre, map.getZoom(), true);
    },
  };
}
