/**
 * Paints pictures in a separate thread: one takes a tenth of a second, which no request should wait
 * for.
 *
 * @module
 */

import { loadBrush } from "./paint.ts";
import type { SharePicture } from "./share_picture.ts";

const loading = loadBrush();

self.onmessage = async ({ data }: MessageEvent<SharePicture>) => {
  postMessage((await loading).paint(data));
};
