/** Draws a line over the base map and beneath the stations. @module */

import type { Map as LeafletMap } from "leaflet";
import type { Point } from "../../shared/url_state.ts";
import { addCanvas, type CanvasLayer, type Frame } from "./canvas_layer.ts";
import { worldX, worldY } from "./mercator.ts";

/** A line to be drawn; one that no road follows is dashed. */
export type DrawnLine = { readonly places: readonly Point[]; readonly isStraight: boolean };

/** Colours of the line and of its rim. */
export type LineColours = { line: string; rim: string };

const [WIDTH, RIM] = [4, 2];

function trace(context: CanvasRenderingContext2D, { places }: DrawnLine, { scale, left, top }: Frame): void {
  context.beginPath();
  for (const { lat, lng } of places) context.lineTo(worldX(lng) * scale - left, worldY(lat) * scale - top);
}

/** Adds the layer; `line` and `colours` are asked at each drawing. */
export function addLine(map: LeafletMap, line: () => DrawnLine | null, colours: () => LineColours): CanvasLayer {
  return addCanvas(map, {
    name: "line",
    zIndex: 350,
    draw(context, frame) {
      const drawn = line();
      if (!drawn) return;
      const { line: ink, rim } = colours();
      context.lineJoin = context.lineCap = "round";
      trace(context, drawn, frame);
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
