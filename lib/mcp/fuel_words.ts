/** Finds the fuels that people and models name in their own words. @module */

import ALIASES from "../operations/places/aliases.json" with { type: "json" };
import { type Fuel, isFuel } from "../shared/fuels.ts";

/** Fuels by words in lower case without accents, spaces and signs, the likeliest fuel first. */
const FUELS_OF_WORD = new Map(
  ALIASES.fuels.flatMap(({ words, fuels }) =>
    words.split(" ").map((word) => [word, fuels as Fuel[]])
  ),
);

/** The fuels that a word may mean, the likeliest first; empty for one that means none. */
export function findFuels(word: string): readonly Fuel[] {
  const key = word.slice(0, 60).normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "");
  return isFuel(key) ? [key] : FUELS_OF_WORD.get(key) ?? [];
}

/**
 * The likeliest fuel of a word, with a remark where it may mean others too; null for a word that
 * means none.
 */
export function readFuel(word: string): { fuel: Fuel; remark: string | null } | null {
  const [fuel, ...others] = findFuels(word);
  if (fuel === undefined) return null;
  if (others.length === 0) return { fuel, remark: null };
  const shown = word.replace(/[^\p{L}\p{N} -]/gu, "").slice(0, 30).trim();
  return {
    fuel,
    remark: `"${shown}" is taken for ${fuel}; it may also mean ${others.join(" or ")}`,
  };
}
