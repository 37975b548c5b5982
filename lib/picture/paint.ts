/** Measures texts and paints pictures by resvg, with our own fonts. @module */

import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { drawPicture, drawText, FONT_FAMILY, type MeasureText, toSvg } from "./draw.ts";
import type { SharePicture } from "./share_picture.ts";

const CODE = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
const FONT_FILES = [500, 800].map((weight) =>
  new URL(`../../static/fonts/bricolage-grotesque-${weight}.ttf`, import.meta.url)
);

/** Texts are measured at this size; widths grow in proportion to it. */
const MEASURED_SIZE = 100;

/** What paints pictures, once code and fonts are loaded. */
export type Brush = {
  /** A letter that the fonts lack is blank. */
  measure: MeasureText;
  /** Returns the picture as PNG. */
  paint(picture: SharePicture): Uint8Array;
};

/** Loads the code of resvg and the fonts. It can be called once in a thread. */
export async function loadBrush(): Promise<Brush> {
  await initWasm(Deno.readFile(CODE));
  const font = {
    fontBuffers: await Promise.all(FONT_FILES.map((file) => Deno.readFile(file))),
    defaultFontFamily: FONT_FAMILY,
  };
  const measure: MeasureText = (text, weight) => {
    const style = { x: 0, y: 0, size: MEASURED_SIZE, weight, fill: "#000" };
    const drawing = new Resvg(toSvg(drawText(text, style)), { font });
    const bounds = drawing.getBBox();
    drawing.free();
    return bounds ? (bounds.x + bounds.width) / MEASURED_SIZE : 0;
  };
  const paint = (picture: SharePicture) => {
    const drawing = new Resvg(drawPicture(picture, measure), { font });
    const png = drawing.render().asPng();
    drawing.free();
    return png;
  };
  return { measure, paint };
}
