/** Draws a picture for link previews as SVG, whose texts need the fonts of `paint.ts`. @module */

import type { SharePicture } from "./share_picture.ts";

/** Width of a picture in pixels, as link previews want it. */
export const WIDTH = 1200;
/** Height of a picture in pixels. */
export const HEIGHT = 630;

/** The font family in the SVG. */
export const FONT_FAMILY = "Bricolage Grotesque";

/** The weights that there are font files for. */
export type FontWeight = 500 | 800;

/** Returns the width of a text as a multiple of its font size. */
export type MeasureText = (text: string, weight: FontWeight) => number;

type TextStyle = { x: number; y: number; size: number; weight: FontWeight; fill: string };

const INK = {
  ground: "#0a3138",
  text: "#f0f5ef",
  sand: "#f6d58e",
  pale: "#a9c3c2",
};
const MARGIN = 80;
const ROOM = WIDTH - 2 * MARGIN;
const ELLIPSIS = "…";
/** The title is as large as it can be in one line. */
const LARGER_TITLE_SIZES = [84, 72, 60];
const SMALLEST_TITLE_SIZE = 50;

/** Cuts a text at its end until it is at most `room` wide, in multiples of its font size. */
function cutText(text: string, room: number, measure: (text: string) => number): string {
  let letters = [...text.normalize("NFC")];
  let shown = text;
  for (let width = measure(shown); width > room; width = measure(shown)) {
    const fitting = Math.floor(letters.length * room / width);
    letters = letters.slice(0, Math.min(fitting, letters.length - 1));
    shown = letters.join("").trimEnd() + ELLIPSIS;
  }
  return shown;
}

/** Escapes a text for XML, without the characters that XML forbids. */
function escapeXml(text: string): string {
  return text.replace(/\p{C}/gu, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Returns an SVG element with a text of one line. */
export function drawText(text: string, { x, y, size, weight, fill }: TextStyle): string {
  const font = `font-family="${FONT_FAMILY}" font-weight="${weight}" font-size="${size}"`;
  return `<text x="${x}" y="${y}" ${font} fill="${fill}">${escapeXml(text)}</text>`;
}

function drawTicks(): string {
  const ticks = Array.from({ length: WIDTH / 24 }, (_, index) => {
    const height = index % 5 === 0 ? 34 : 17;
    return `<rect x="${index * 24}" y="${HEIGHT - height}" width="3" height="${height}"/>`;
  });
  return `<g fill="${INK.sand}">${ticks.join("")}</g>`;
}

const LOGO = `<g transform="translate(${
  MARGIN - 14
} 56) scale(1.06)" fill="none" stroke="${INK.sand}">
<rect x="14" y="12" width="18" height="40" rx="5" stroke-width="4"/>
<rect x="19.5" y="28" width="7" height="18.5" rx="1.5" fill="${INK.sand}" stroke="none"/>
<path d="M38 14h14M38 23h8M38 32h14M38 41h8M38 50h14" stroke-width="3.5"/></g>`;

/** Returns an SVG document of the size of a picture. */
export function toSvg(...elements: string[]): string {
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  return [`<svg xmlns="http://www.w3.org/2000/svg" ${size}>`, ...elements, "</svg>"].join("\n");
}

/** Returns the picture as SVG, {@link WIDTH} × {@link HEIGHT}. Texts that are too wide are cut. */
export function drawPicture(picture: SharePicture, measure: MeasureText): string {
  const { title, place, label, price, detail, date } = picture;
  const titleWidth = measure(title, 800);
  const titleSize = LARGER_TITLE_SIZES.find((size) => titleWidth * size <= ROOM);
  const line = (text: string, style: Omit<TextStyle, "x">) => {
    const { size, weight } = style;
    const shown = cutText(text, ROOM / size, (part) => measure(part, weight));
    return drawText(shown, { x: MARGIN, ...style });
  };
  return toSvg(
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${INK.ground}"/>`,
    LOGO,
    drawText("Jauge", { x: MARGIN + 60, y: 108, size: 52, weight: 800, fill: INK.text }),
    line(title, { y: 226, size: titleSize ?? SMALLEST_TITLE_SIZE, weight: 800, fill: INK.text }),
    line(place, { y: 280, size: 32, weight: 500, fill: INK.pale }),
    line(label, { y: 364, size: 42, weight: 800, fill: INK.sand }),
    price === null ? "" : line(price, { y: 486, size: 132, weight: 800, fill: INK.text }),
    line(detail, { y: price === null ? 430 : 536, size: 32, weight: 500, fill: INK.text }),
    line(date, { y: 580, size: 26, weight: 500, fill: INK.pale }),
    drawTicks(),
  );
}
