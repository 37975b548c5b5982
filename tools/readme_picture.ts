/**
 * `deno task dev:picture [ORIGIN]`: photographs the map of a running service for the README.
 *
 * @module
 */

import { chromium } from "playwright-core";
import { findChromium } from "../tests/support/provision.ts";

/** The service of `deno task start`. */
const USUAL_ORIGIN = "http://127.0.0.1:8000";
const PATH = "/en?fuel=e10&place=56260&radius=50";
const SIZE = { width: 1200, height: 750 };
const TARGET = new URL("../docs/map.jpg", import.meta.url);
const MAX_BYTES = 150_000;
const QUALITIES = [90, 80, 70, 60, 50];
/** Tiles come after the stations. */
const SETTLE_MS = 3_000;

/** The best JPEG of the map that is small enough. */
async function photograph(origin: string): Promise<Uint8Array> {
  const browser = await chromium.launch({ executablePath: await findChromium() ?? undefined, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    await page.goto(origin + PATH);
    await page.locator('.explorer[data-live="true"]').waitFor();
    await page.waitForTimeout(SETTLE_MS);
    for (const quality of QUALITIES) {
      const bytes = await page.screenshot({ type: "jpeg", quality });
      if (bytes.length <= MAX_BYTES) return bytes;
    }
    throw new RangeError(`The picture has more than ${MAX_BYTES} bytes at any quality`);
  } finally {
    await browser.close();
  }
}

if (import.meta.main) {
  const picture = await photograph(Deno.args[0] ?? USUAL_ORIGIN);
  await Deno.writeFile(TARGET, picture);
  console.log(`docs/map.jpg: ${picture.length} bytes`);
}
