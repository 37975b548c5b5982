/** Layers that follow the map as it pans and zooms, and their colours. @module */

import type { Map as LeafletMap, Point, ZoomAnimEvent } from "leaflet";
import { listen, readColour } from "../browser.ts";
import { worldSize } from "../../site/map/mercator.ts";

/**
 * Converts fractions of the world to pixels of the drawing: `x * scale - left`, `y * scale - top`.
 */
export type Frame = {
  scale: number;
  left: number;
  top: number;
  width: number;
  height: number;
  zoom: number;
};

type LayerOptions<Scene> = {
  name: string;
  zIndex: number;
  /** Frames to wait before drawing, so that not all layers draw in the same one. */
  wait?: number;
  /** Returns the data to draw. Null hides the layer. */
  scene(): Scene | null;
};

type DrawnElement = HTMLCanvasElement | SVGSVGElement;

/** Pixels drawn beyond each border, for drags. */
const PADDING = 40;
/** The layer redraws when a drag has moved by this fraction of the padding. */
const USED_UP = 0.7;
/** A higher pixel ratio is not worth it: a phone spends most of a drawing on pixels. */
const MAX_RATIO = 1.5;

/** Private members of Leaflet's map that its own layers use to follow an animated zoom. */
export type Inner = LeafletMap & { _getNewPixelOrigin(center: unknown, zoom: number): Point };

/** Adds a line to the path of a context. Its points are fractions of the world. */
export function trace(
  context: CanvasRenderingContext2D,
  line: readonly (readonly [number, number])[],
  frame: Frame,
) {
  const { scale, left, top } = frame;
  line.forEach(([x, y], at) =>
    context[at ? "lineTo" : "moveTo"](x * scale - left, y * scale - top)
  );
}

/** Adds an element in a pane. Returns a function that draws it at the next frame. */
function addLayer<Scene>(
  map: LeafletMap,
  { name, zIndex, wait = 0, scene: getScene }: LayerOptions<Scene>,
  { element, draw }: { element: DrawnElement; draw(scene: Scene, frame: Frame): void },
): () => void {
  const pane = map.createPane(name);
  pane.style.zIndex = String(zIndex);
  pane.style.pointerEvents = "none";
  element.setAttribute("class", "leaflet-zoom-animated");
  element.setAttribute("aria-hidden", "true");
  element.style.display = "none";
  pane.append(element);
  let corner = { x: 0, y: 0 };
  let drawn = { center: map.getCenter(), zoom: map.getZoom() };
  let waiting = 0;

  function paint(): void {
    waiting = 0;
    const scene = getScene();
    element.style.display = scene ? "" : "none";
    if (!scene) return;
    corner = map.containerPointToLayerPoint([-PADDING, -PADDING]).round();
    place(corner.x, corner.y, 1);
    drawn = { center: map.getCenter(), zoom: map.getZoom() };
    const size = map.getSize();
    const origin = map.getPixelOrigin();
    const width = size.x + 2 * PADDING;
    const height = size.y + 2 * PADDING;
    const left = origin.x + corner.x;
    const top = origin.y + corner.y;
    draw(scene, { scale: worldSize(drawn.zoom), left, top, width, height, zoom: drawn.zoom });
  }

  function place(x: number, y: number, scale: number): void {
    element.style.transform = `translate3d(${x}px,${y}px,0) scale(${scale})`;
  }

  /** Stretches the last drawing while a zoom runs, as Leaflet does with its own layers. */
  function stretch({ center, zoom }: Pick<ZoomAnimEvent, "center" | "zoom">): void {
    const scale = map.getZoomScale(zoom, drawn.zoom);
    const half = map.getSize().divideBy(2).add([PADDING, PADDING]);
    const corner = half.multiplyBy(-scale).add(map.project(drawn.center, zoom))
      .subtract((map as Inner)._getNewPixelOrigin(center, zoom));
    place(corner.x, corner.y, scale);
  }

  function waitAndPaint(frames: number): void {
    if (frames === 0) return paint();
    waiting = requestAnimationFrame(() => waitAndPaint(frames - 1));
  }

  function redraw(): void {
    if (waiting === 0) waiting = requestAnimationFrame(() => waitAndPaint(wait));
  }

  /** Redraws during a drag before it leaves the drawn area. */
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

type CanvasOptions<Scene> = LayerOptions<Scene> & {
  draw(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): void;
};

/**
 * Adds a canvas, which is fast for thousands of lines. It needs memory and time on the page's
 * thread.
 */
export function addCanvas<Scene>(map: LeafletMap, options: CanvasOptions<Scene>): () => void {
  const element = document.createElement("canvas");
  const context = element.getContext("2d")!;
  return addLayer(map, options, {
    element,
    draw(scene, frame) {
      const ratio = Math.min(MAX_RATIO, devicePixelRatio || 1);
      Object.assign(element, {
        width: Math.round(frame.width * ratio),
        height: Math.round(frame.height * ratio),
      });
      Object.assign(element.style, { width: `${frame.width}px`, height: `${frame.height}px` });
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      options.draw(context, scene, frame);
    },
  });
}

/**
 * Adds SVG, which the browser rasterises outside the page's thread. `draw` returns its elements.
 */
export function addSvg<Scene>(
  map: LeafletMap,
  options: LayerOptions<Scene> & { draw(scene: Scene, frame: Frame): string },
): () => void {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  return addLayer(map, options, {
    element,
    draw(scene, frame) {
      element.setAttribute("width", String(frame.width));
      element.setAttribute("height", String(frame.height));
      element.innerHTML = options.draw(scene, frame);
    },
  });
}

let colours: MapColours | undefined;

/**
 * Returns the colours of the layers, from the page's tokens. Reads them again only after a change
 * of theme, because the browser then computes styles.
 */
export function readColours(): MapColours {
  const { theme } = document.documentElement.dataset;
  return colours?.theme === theme ? colours! : colours = findColours(theme);
}

function findColours(theme: string | undefined) {
  return {
    theme,
    sea: readColour("map-sea"),
    abroad: readColour("map-abroad"),
    land: readColour("map-land"),
    border: readColour("map-border"),
    river: readColour("map-river"),
    label: readColour("muted"),
    rim: readColour("map-rim"),
    line: readColour("petrol"),
    /** Fill of each level: not ranked, low, mid, high. */
    levels: [readColour("line-strong"), "#006d77", "#f6d58e", "#c2410c"] as const,
  };
}

/** Colours by role. */
export type MapColours = ReturnType<typeof findColours>;
