/** Draws texts that may be hard for a search, a parser or a database. @module */

import { pick } from "../support/random_state.ts";

const WORDS = [
  ..."saint sainte st la le les de sur rue place impasse avenue gare Lyon Paris Marseille Valence drôme loire"
    .split(
      " ",
    ),
  ..."pays-de-la-loire seine-saint-denis A6 aire bretagne insee 75015 13001 2a 75 15e 1 0 -1 1e308 NaN brand:Avia"
    .split(" "),
  ..."FR R84 s l m zz sa œuf École ﬁ İ null undefined __proto__ constructor".split(" "),
  "\0",
  "\u202e",
  "\ud800",
  "😀",
  "漢字",
  "'",
  '"',
  "\\",
  "%",
  "%00",
  "--",
  ";",
  ",",
  "{}",
  "[[",
  "<b>",
  "\n",
  "\u00ad",
  "48.85,2.35",
  "48.85,2.35;43.3,5.4",
  "_p~iF~ps|U_ulLnnqC",
  "2026-06-05",
  "Avia:0.1",
  "fuel://stations/1",
];

/**
 * Returns up to a hundred words, some repeated, some joined without a space, and occasionally a
 * very long text.
 */
export function drawText(random: () => number): string {
  const draw = () => pick(random, WORDS);
  const kind = random();
  if (kind < 0.15) return draw();
  if (kind < 0.25) return draw().repeat(1 + Math.floor(random() * 500));
  if (kind < 0.4) return `${draw()} ${`${draw()} `.repeat(1 + Math.floor(random() * 60))}${draw()}`;
  const count = 1 + Math.floor(random() ** 2 * 30);
  return Array.from({ length: count }, draw).join(random() < 0.8 ? " " : "");
}
