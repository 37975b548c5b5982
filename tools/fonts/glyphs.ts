/** Writes the outlines of the display font's letters for pictures that the server draws: `deno run -A tools/fonts/glyphs.ts`. @module */

import { Buffer } from "node:buffer";
import opentype from "opentype.js";
import subsetFont from "subset-font";

const SOURCE = new URL(
  "node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  import.meta.url,
);
const TARGET = new URL("../../lib/picture/glyphs.gen.ts", import.meta.url);
const WEIGHTS = [500, 800];

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));
const LETTERS = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ..."ŒœŸ€‘’“”–—…\u202f−▲▼"].filter((char) =>
  char !== "\u00ad"
);

const bytes = Buffer.from(await Deno.readFile(SOURCE)); // the package looks at the signature as a Buffer's
const fonts: string[] = [];
for (const wght of WEIGHTS) {
  const ttf = await subsetFont(bytes, LETTERS.join(""), { targetFormat: "truetype", variationAxes: { wght } });
  const font = opentype.parse(new Uint8Array(ttf).buffer);
  const lines = LETTERS.flatMap((char) => {
    const glyph = font.charToGlyph(char);
    if (glyph.index === 0) return [];
    const advance = Math.round((glyph.advanceWidth * 1000) / font.unitsPerEm);
    return [`    ${JSON.stringify(char)}: [${advance}, ${JSON.stringify(glyph.getPath(0, 0, 1000).toPathData(0))}],`];
  });
  console.log(`${wght}: ${lines.length} letters of ${LETTERS.length}`);
  fonts.push(`  ${wght}: {\n${lines.join("\n")}\n  },`);
}
await Deno.writeTextFile(
  TARGET,
  `/** Letters of Bricolage Grotesque (OFL 1.1, see static/fonts/OFL.txt), written by tools/fonts/glyphs.ts; never edited. @module */

// deno-fmt-ignore-file

/** By weight and letter: how far the pen moves on, and the outline; in thousandths of an em, the baseline at 0. */
export const GLYPHS: Readonly<Record<${WEIGHTS.join(" | ")}, Readonly<Record<string, readonly [number, string]>>>> = {
${fonts.join("\n")}
};
`,
);
