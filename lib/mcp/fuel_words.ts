/** Finds the fuels that people and models name in their own words. @module */

import { type Fuel, isFuel } from "../shared/station/fuels.ts";

/** Petrol of no stated kind: SP95-E10 first, which France burns most of. */
const PETROL: readonly Fuel[] = ["e10", "sp95", "sp98"];

/** Words in lower case without accents, spaces and signs, and the fuels that each may mean, the likeliest first. */
const WORDS: readonly (readonly [words: string, ...fuels: Fuel[]])[] = [
  ["diesel gasoil gazoil gasoleo b7", "gazole"],
  ["essence petrol gasoline unleaded sansplomb sp super", ...PETROL],
  ["gas", ...PETROL, "gplc"],
  ["gaz", "gplc", "gazole"],
  // "95" is on the pumps of both
  ["95 sansplomb95 super95 unleaded95 essence95", "sp95", "e10"],
  ["e5", "sp95", "sp98"],
  ["sp95e5 95e5", "sp95"],
  ["98 sansplomb98 super98 unleaded98 essence98 premium sp98e5 98e5", "sp98"],
  ["sp95e10 95e10 sansplomb95e10", "e10"],
  ["ethanol bioethanol superethanol superethanole85 bioethanole85", "e85"],
  ["lpg gpl autogas", "gplc"],
];

const FUELS_OF_WORD = new Map(WORDS.flatMap(([words, ...fuels]) => words.split(" ").map((word) => [word, fuels])));

/** The fuels that a word may mean, the likeliest first; empty for one that means none. */
export function findFuels(word: string): readonly Fuel[] {
  const key = word.slice(0, 60).normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "");
  return isFuel(key) ? [key] : FUELS_OF_WORD.get(key) ?? [];
}

/** The likeliest fuel of a word, with a remark where it may mean others too; null for a word that means none. */
export function readFuel(word: string): { fuel: Fuel; remark: string | null } | null {
  const [fuel, ...others] = findFuels(word);
  if (fuel === undefined) return null;
  if (others.length === 0) return { fuel, remark: null };
  const shown = word.replace(/[^\p{L}\p{N} -]/gu, "").slice(0, 30).trim();
  return { fuel, remark: `"${shown}" is taken for ${fuel}; it may also mean ${others.join(" or ")}` };
}
