/** Finds fuels by the words that people and models use for them. @module */

import ALIASES from "../operations/places/aliases.json" with { type: "json" };
import { type Fuel, isFuel } from "../shared/fuels.ts";

/** Fuels by words in lower case without accents, spaces and signs, the likeliest fuel first. */
const FUELS_OF_WORD = new Map(
  ALIASES.fuels.flatMap(({ words, fuels }) =>
    words.split(" ").map((word) => [word, fuels as Fuel[]])
  ),
);

/** Returns the fuels that a word may refer to, the likeliest first; empty for an unknown word. */
export function findFuels(word: string): readonly Fuel[] {
  const key = word.slice(0, 60).normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "");
  return isFuel(key) ? [key] : FUELS_OF_WORD.get(key) ?? [];
}

/**
 * Returns the likeliest fuel for a word, with a remark if it may refer to others too; null for an
 * unknown word.
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
