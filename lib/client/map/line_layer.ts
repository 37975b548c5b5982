/** Draws a line over the base map and beneath the stations. @module */

import type { Map as LeafletMap } from "leaflet";
import type { Point } from "../../shared/explorer/url_state.ts";
import { addCanvas, trace } from "./canvas_layer.ts";
import { worldX, worldY } from "./mercator.ts";

/** A line to be drawn; one that no road follows is dashed. */
export type DrawnLine = { readonly places: readonly Point[]; readonly isStraight: boolean };

const [WIDTH, RIM] = [4, 2];

/** Adds the layer; `line` and `colours` are called at each drawing. Returns what draws it again. */
export function addLine(
  map: LeafletMap,
  line: () => DrawnLine | null,
  colours: () => { line: string; rim: string },
): () => void {
  return addCanvas(map, {
    name: "line",
    zIndex: 350,
    draw(context, frame) {
      const drawn = line();
      if (!drawn) return;
      const { line: ink, rim } = colours();
      context.lineJoin = context.lineCap = "round";
      context.beginPath();
      trace(context, drawn.places.map(({ lat, lng }) => [worldX(lng), worldY(lat)] as const), frame);
      context.setLineDash([]);
      context.lineWidth = WIDTH + 2 * RIM;
      context.strokeStyle = rim;
      context.stroke();
      context.setLineDash(drawn.isStraight ? [2, 10] : []);
      context.lineWidth = WIDTH;
      context.strokeStyle = ink;
      context.stroke();
    },
  });
}
