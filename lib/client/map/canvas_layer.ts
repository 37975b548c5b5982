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

/** Drawn beyond each border, as a part of the view, for drags. */
const PADDING = 0.2;
/** A drag that has used up this part of it draws again. */
const USED_UP = 0.7;
/** Sharper screens are not worth four times the pixels. */
const MAX_RATIO = 2;

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
  pane.append(canvas);
  const context = canvas.getContext("2d")!;
  let corner = { x: 0, y: 0 };
  let drawn = { center: map.getCenter(), zoom: map.getZoom() };
  let waiting = 0;

  function paint(): void {
    waiting = 0;
    const scene = options.scene();
    canvas.hidden = !scene;
    if (!scene) return;
    const size = map.getSize();
    const ratio = Math.min(MAX_RATIO, devicePixelRatio || 1);
    const [padX, padY] = [Math.round(size.x * PADDING), Math.round(size.y * PADDING)];
    const [width, height] = [size.x + 2 * padX, size.y + 2 * padY];
    corner = map.containerPointToLayerPoint([-padX, -padY]).round();
    if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    place(corner.x, corner.y, 1);
    drawn = { center: map.getCenter(), zoom: map.getZoom() };
    const origin = map.getPixelOrigin();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const [left, top] = [origin.x + corner.x, origin.y + corner.y];
    options.draw(context, scene, { scale: worldSize(drawn.zoom), left, top, width, height, zoom: drawn.zoom });
  }

  function place(x: number, y: number, scale: number): void {
    canvas.style.transform = `translate3d(${x}px,${y}px,0) scale(${scale})`;
  }

  /** While a zoom runs the last drawing is stretched, as Leaflet does with its own. */
  function stretch({ center, zoom }: Pick<ZoomAnimEvent, "center" | "zoom">): void {
    const scale = map.getZoomScale(zoom, drawn.zoom);
    const half = map.getSize().multiplyBy(0.5 + PADDING);
    const corner = half.multiplyBy(-scale).add(map.project(drawn.center, zoom))
      .subtract((map as Inner)._getNewPixelOrigin(center, zoom));
    place(corner.x, corner.y, scale);
  }

  function waitAndPaint(frames: number): void {
    if (frames === 0) paint();
    else waiting = requestAnimationFrame(() => waitAndPaint(frames - 1));
  }

  function redraw(): void {
    if (waiting === 0) waiting = requestAnimationFrame(() => waitAndPaint(wait));
  }

  /** While a drag runs, before it leaves what was drawn. */
  function follow(): void {
    const size = map.getSize();
    const now = map.containerPointToLayerPoint([0, 0]);
    const isUsedUp = (moved: number, room: number) => Math.abs(moved - room) > room * USED_UP;
    if (isUsedUp(now.x - corner.x, size.x * PADDING) || isUsedUp(now.y - corner.y, size.y * PADDING)) redraw();
  }

  map.on("moveend resize viewreset", redraw);
  map.on("move", follow);
  map.on("zoomanim", stretch);
  map.on("zoom", () => stretch({ center: map.getCenter(), zoom: map.getZoom() }));
  listen(globalThis, { themechange: redraw });
  return redraw;
}

/** Colours of the canvas layers, from the page's tokens; read again when the theme changes. */
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ...{ sea: read("map-sea"), abroad: read("map-abroad"), land: read("map-land"), border: read("map-border") },
    ...{ river: read("map-river"), label: read("muted"), rim: read("map-rim"), line: read("petrol") },
    /** Fill of each level: not ranked, low, mid, high. */
    levels: [read("line-strong"), "#006d77", "#f6d58e", "#c2410c"] as const,
  };
}

/** Colours by role. */
export type MapColours = ReturnType<typeof readColours>;
