/**
 * Makes PNGs in a separate thread: one takes a tenth of a second, which no request should wait for.
 *
 * @module
 */

import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { SharePicture } from "./share_picture.ts";
import { drawPicture } from "./draw.ts";

const code = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
const ready = initWasm(Deno.readFile(code));

self.onmessage = async ({ data }: MessageEvent<SharePicture>) => {
  await ready;
  // the letters are outlines
  const drawing = new Resvg(drawPicture(data), { font: { loadSystemFonts: false } });
  const png = drawing.render().asPng();
  drawing.free();
  postMessage(png);
};
