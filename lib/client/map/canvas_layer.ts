/** A canvas in a pane that follows the map as it pans and zooms, and the colours of all such layers. @module */

import type { Map as LeafletMap, Point, ZoomAnimEvent } from "leaflet";
import { listen } from "../browser.ts";
import { worldSize } from "../../shared/draw/mercator.ts";

/** How world fractions become pixels of the canvas: `x * scale - left`, `y * scale - top`. */
export type Frame = { scale: number; left: number; top: number; width: number; height: number; zoom: number };

type Options<Scene> = {
  name: string;
  zIndex: number;
  /** Frames to let pass before drawing, so that not all layers draw in one. */
  wait?: number;
  /** What to draw now; without it the canvas costs nothing. */
  scene(): Scene | null;
  draw(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): void;
};

/** Pixels drawn beyond each border, for drags. */
const PADDING = 80;
/** A drag that has used up this part of it draws again. */
const USED_UP = 0.7;
/** Sharper screens are not worth their pixels: a phone spends most of the time of a drawing on these. */
const MAX_RATIO = 1.5;

/** Members of Leaflet's map that its own layers use to follow an animated zoom. */
export type Inner = LeafletMap & { _getNewPixelOrigin(center: unknown, zoom: number): Point };

/** Adds a line to the path of a context; its points are fractions of the world. */
export function trace(context: CanvasRenderingContext2D, line: readonly (readonly [number, number])[], frame: Frame) {
  const { scale, left, top } = frame;
  line.forEach(([x, y], at) => context[at ? "lineTo" : "moveTo"](x * scale - left, y * scale - top));
}

/** Adds a canvas in a pane. Returns what draws it at the next frame. */
export function addCanvas<Scene>(map: LeafletMap, options: Options<Scene>): () => void {
  const { name, zIndex, wait = 0 } = options;
  const pane = map.createPane(name);
  pane.style.zIndex = String(zIndex);
  pane.style.pointerEvents = "none";
  const canvas = document.createElement("canvas");
  canvas.className = "leaflet-zoom-animated";
  canvas.setAttribute("aria-hidden", "true");
  canvas.hidden = true;
  pane.append(canvas);
  const context = canvas.getContext("2d")!;
  let corner = { x: 0, y: 0 };
  let drawn = { center: map.getCenter(), zoom: map.getZoom() };
  let waiting = 0;

  /** Gives the canvas its size. The first clearing of so many pixels takes a slow phone as long as a drawing. */
  function clear(): { width: number; height: number } {
    const size = map.getSize();
    const ratio = Math.min(MAX_RATIO, devicePixelRatio || 1);
    const [width, height] = [size.x + 2 * PADDING, size.y + 2 * PADDING];
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    return { width, height };
  }

  function paint(): void {
    waiting = 0;
    const scene = options.scene();
    canvas.hidden = !scene;
    if (!scene) return;
    const { width, height } = clear();
    corner = map.containerPointToLayerPoint([-PADDING, -PADDING]).round();
    place(corner.x, corner.y, 1);
    drawn = { center: map.getCenter(), zoom: map.getZoom() };
    const origin = map.getPixelOrigin();
    const [left, top] = [origin.x + corner.x, origin.y + corner.y];
    options.draw(context, scene, { scale: worldSize(drawn.zoom), left, top, width, height, zoom: drawn.zoom });
  }

  function place(x: number, y: number, scale: number): void {
    canvas.style.transform = `translate3d(${x}px,${y}px,0) scale(${scale})`;
  }

  /** While a zoom runs the last drawing is stretched, as Leaflet does with its own. */
  function stretch({ center, zoom }: Pick<ZoomAnimEvent, "center" | "zoom">): void {
    const scale = map.getZoomScale(zoom, drawn.zoom);
    const half = map.getSize().divideBy(2).add([PADDING, PADDING]);
    const corner = half.multiplyBy(-scale).add(map.project(drawn.center, zoom))
      .subtract((map as Inner)._getNewPixelOrigin(center, zoom));
    place(corner.x, corner.y, scale);
  }

  function waitAndPaint(frames: number): void {
    if (frames === 0) return paint();
    if (canvas.hidden && options.scene()) clear();
    waiting = requestAnimationFrame(() => waitAndPaint(frames - 1));
  }

  function redraw(): void {
    if (waiting === 0) waiting = requestAnimationFrame(() => waitAndPaint(wait));
  }

  /** While a drag runs, before it leaves what was drawn. */
  function follow(): void {
    const now = map.containerPointToLayerPoint([0, 0]);
    const isUsedUp = (moved: number) => Math.abs(moved - PADDING) > PADDING * USED_UP;
    if (isUsedUp(now.x - corner.x) || isUsedUp(now.y - corner.y)) redraw();
  }

  map.on("moveend resize viewreset", redraw);
  map.on("move", follow);
  map.on("zoomanim", stretch);
  map.on("zoom", () => stretch({ center: map.getCenter(), zoom: map.getZoom() }));
  listen(globalThis, { themechange: redraw });
  return redraw;
}

let colours: MapColours | undefined;

/** Colours of the canvas layers, from the page's tokens; read again only when the theme has changed: it makes the browser compute styles. */
export function readColours(): MapColours {
  const { theme } = document.documentElement.dataset;
  return colours?.theme === theme ? colours! : colours = findColours(theme);
}

function findColours(theme: string | undefined) {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme,
    ...{ sea: read("map-sea"), abroad: read("map-abroad"), land: read("map-land"), border: read("map-border") },
    ...{ river: read("map-river"), label: read("muted"), rim: read("map-rim"), line: read("petrol") },
    /** Fill of each level: not ranked, low, mid, high. */
    levels: [read("line-strong"), "#006d77", "#f6d58e", "#c2410c"] as const,
  };
}

/** Colours by role. */
export type MapColours = ReturnType<typeof findColours>;
