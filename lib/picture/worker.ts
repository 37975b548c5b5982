/** Makes PNGs in a thread of its own: one takes a tenth of a second, for which nobody else is to wait. @module */

import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { SharePicture } from "../shared/share_picture.ts";
import { drawPicture } from "./draw.ts";

const code = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
const ready = initWasm(Deno.readFile(code));

self.onmessage = async ({ data }: MessageEvent<SharePicture>) => {
  await ready;
  // The letters are outlines; system fonts would be looked for in vain.
  const drawing = new Resvg(drawPicture(data), { font: { loadSystemFonts: false } });
  const png = drawing.render().asPng();
  drawing.free();
  postMessage(png);
};
