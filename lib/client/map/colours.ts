/** Reads the colours of the map's canvas layers from the page. @module */

import type { BaseColours } from "./base_layer.ts";
import type { DotColours } from "./dots.ts";

/** Colours of canvas layers. */
export type MapColours = BaseColours & DotColours;

/** Colours of the canvas layers, from the page's tokens. */
export function readColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    sea: read("map-sea"),
    abroad: read("map-abroad"),
    land: read("map-land"),
    border: read("map-border"),
    river: read("map-river"),
    label: read("muted"),
    levels: [read("line-strong"), "#006d77", "#f6d58e", "#c2410c"],
    rim: read("map-rim"),
  };
}
