/** Draws the icons and the link preview with Chromium: `deno run -A tools/icons/build.ts`; the pictures are committed. @module */

import { chromium } from "playwright-core";
import { FRANCE_MAP } from "../../lib/shared/department_paths.gen.ts";

const STATIC = new URL("../../static/", import.meta.url);
const GLYPH = `<rect x="14" y="12" width="18" height="40" rx="5" fill="none" stroke="#f6d58e" stroke-width="4"/>
<rect x="19.5" y="28" width="7" height="18.5" rx="1.5" fill="#f6d58e"/>
<path d="M38 14h14M38 23h8M38 32h14M38 41h8M38 50h14" stroke="#f6d58e" stroke-width="3.5"/>`;

/** An icon; a maskable one fills its square and keeps its glyph within the safe circle. */
function toIcon(size: number, isMaskable: boolean): string {
  const inner = isMaskable ? `<g transform="translate(10.2 10.2) scale(.68)">${GLYPH}</g>` : GLYPH;
  const radius = isMaskable ? 0 : 14;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">
<rect width="64" height="64" rx="${radius}" fill="#0a3138"/>${inner}</svg>`;
}

async function toPreview(): Promise<string> {
  const font = await Deno.readFile(new URL("fonts/bricolage-grotesque.woff2", STATIC));
  const bytes = btoa(Array.from(font, (byte) => String.fromCharCode(byte)).join(""));
  const shapes = FRANCE_MAP.shapes.map(({ path }) => `<path d="${path}"/>`).join("");
  return `<style>
@font-face { font-family: B; src: url(data:font/woff2;base64,${bytes}); font-weight: 400 800 }
body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #0a3138; color: #f0f5ef; font-family: B; position: relative }
.map { position: absolute; right: 10px; top: 24px; height: 580px; fill: #14454d; stroke: #0a3138; stroke-width: 2.5 }
.mark { position: absolute; left: 80px; top: 92px }
h1 { position: absolute; left: 224px; top: 74px; margin: 0; font: 800 132px/1 B; letter-spacing: -0.03em }
p { position: absolute; left: 80px; top: 292px; width: 720px; margin: 0; font: 700 66px/1.12 B; letter-spacing: -0.02em; color: #f6d58e }
small { position: absolute; left: 80px; top: 478px; font: 500 30px/1.3 system-ui, sans-serif; color: #a9c3c2 }
.ticks { position: absolute; left: 0; bottom: 0; width: 1200px; height: 34px; color: #f6d58e; background:
  repeating-linear-gradient(90deg, currentcolor 0 3px, transparent 3px 120px) 0 100% / 100% 100% no-repeat,
  repeating-linear-gradient(90deg, currentcolor 0 3px, transparent 3px 24px) 0 100% / 100% 50% no-repeat }
</style>
<svg class="map" viewBox="0 0 ${FRANCE_MAP.width} ${FRANCE_MAP.height}">${shapes}</svg>
<svg class="mark" width="120" height="106" viewBox="10 8 46 48">${GLYPH}</svg>
<h1>Jauge</h1>
<p>Le prix des carburants, au millième</p>
<small>Données officielles · sans compte · sans publicité</small>
<div class="ticks"></div>`;
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

async function draw(name: string, html: string, size: { width: number; height: number }): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: size });
  await page.setContent(`<!DOCTYPE html><style>body{margin:0}svg{display:block}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  const bytes = await page.screenshot({ path: new URL(name, STATIC).pathname, omitBackground: true });
  await page.close();
  console.log(name);
  return bytes;
}

/** A PNG of 32 pixels as an ICO: browsers ask for it beside answers that are no pages and so name no icon. */
function toIco(png: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(22));
  head.setUint16(2, 1, true); // an icon
  head.setUint16(4, 1, true); // one picture
  head.setUint8(6, 32);
  head.setUint8(7, 32);
  head.setUint16(10, 1, true); // planes
  head.setUint16(12, 32, true); // bits of a pixel
  head.setUint32(14, png.length, true);
  head.setUint32(18, head.byteLength, true);
  return new Uint8Array([...new Uint8Array(head.buffer), ...png]);
}

const square = (size: number) => ({ width: size, height: size });
await draw("icons/icon-192.png", toIcon(192, false), square(192));
await draw("icons/icon-512.png", toIcon(512, false), square(512));
await draw("icons/maskable-512.png", toIcon(512, true), square(512));
const small = await draw("icons/icon-32.png", toIcon(32, false), square(32));
await Deno.writeFile(new URL("favicon.ico", STATIC), toIco(small));
await Deno.remove(new URL("icons/icon-32.png", STATIC));
await draw("icons/apple-touch-icon.png", toIcon(180, true), square(180));
await draw("og.png", await toPreview(), { width: 1200, height: 630 });
await browser.close();
