/** The pin where distances are measured from. @module */

import type { Map as LeafletMap } from "leaflet";
import type { Point } from "../../shared/where.ts";

/** Adds a pane with the pin; the answer puts it somewhere, or takes it away (null). */
export function addOrigin(map: LeafletMap): (point: Point | null) => void {
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
