/**
 * Draws a picture for link previews as SVG; its letters are outlines, so that it looks the same
 * wherever it is drawn.
 *
 * @module
 */

import type { SharePicture } from "./share_picture.ts";
import { GLYPHS } from "./glyphs.gen.ts";

/** What link previews are made for. */
export const WIDTH = 1200;
/** Pixels, as `WIDTH`. */
export const HEIGHT = 630;

const INK = { ground: "#0a3138", text: "#f0f5ef", sand: "#f6d58e", pale: "#a9c3c2" };
const MARGIN = 80;
const ELLIPSIS = "…";

type Weight = keyof typeof GLYPHS;
type TextStyle = { x: number; y: number; size: number; weight: Weight; fill: string };

/**
 * A letter with its outline; of one that the font lacks the letter without its accents, or nothing.
 */
function findGlyph(letter: string, weight: Weight): readonly [number, string] {
  const font = GLYPHS[weight];
  return font[letter] ?? font[letter.normalize("NFD").charAt(0)] ?? [0, ""];
}

/** How wide a text is, in pixels. */
export function measureText(
  text: string,
  { size, weight }: Pick<TextStyle, "size" | "weight">,
): number {
  return [...text].reduce((sum, letter) => sum + findGlyph(letter, weight)[0], 0) * size / 1000;
}

/** A text that is as wide as there is room: cut at the end where it is wider. */
function cutText(text: string, style: Pick<TextStyle, "size" | "weight">, room: number): string {
  if (measureText(text, style) <= room) return text;
  let letters = [...text];
  while (letters.length > 0 && measureText(letters.join("") + ELLIPSIS, style) > room) {
    letters = letters.slice(0, -1);
  }
  return letters.join("").trimEnd() + ELLIPSIS;
}

function drawText(text: string, { x, y, size, weight, fill }: TextStyle): string {
  let pen = 0;
  const paths = [...text].map((letter) => {
    const [advance, outline] = findGlyph(letter, weight);
    const path = outline === "" ? "" : `<path transform="translate(${pen} 0)" d="${outline}"/>`;
    pen += advance;
    return path;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size / 1000})">${
    paths.join("")
  }</g>`;
}

/** The title is as large as it can be in one line. */
const [SMALLEST_TITLE, ...LARGER_TITLES] = [50, 84, 72, 60];

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

/** The picture as SVG, {@link WIDTH} × {@link HEIGHT}. */
export function drawPicture({ title, place, label, price, detail, date }: SharePicture): string {
  const room = WIDTH - 2 * MARGIN;
  const titleSize = LARGER_TITLES.find((size) => measureText(title, { size, weight: 800 }) <= room);
  const line = (text: string, style: Omit<TextStyle, "x">) =>
    drawText(cutText(text, style, room), { x: MARGIN, ...style });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${INK.ground}"/>`,
    LOGO,
    drawText("Jauge", { x: MARGIN + 60, y: 108, size: 52, weight: 800, fill: INK.text }),
    line(title, { y: 226, size: titleSize ?? SMALLEST_TITLE, weight: 800, fill: INK.text }),
    line(place, { y: 280, size: 32, weight: 500, fill: INK.pale }),
    line(label, { y: 364, size: 42, weight: 800, fill: INK.sand }),
    price === null ? "" : line(price, { y: 486, size: 132, weight: 800, fill: INK.text }),
    line(detail, { y: price === null ? 430 : 536, size: 32, weight: 500, fill: INK.text }),
    line(date, { y: 580, size: 26, weight: 500, fill: INK.pale }),
    drawTicks(),
    "</svg>",
  ].join("\n");
}
