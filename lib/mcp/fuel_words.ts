/** Knows what people and models call the fuels. @module */

import { type Fuel, FUELS, isFuel } from "../shared/fuels.ts";

/** Petrol of no stated kind: SP95-E10 first, which France burns most of. */
const PETROL: readonly Fuel[] = ["e10", "sp95", "sp98"];
/** "95" is on the pumps of both. */
const PETROL_95: readonly Fuel[] = ["sp95", "e10"];

/** What each word may mean, the likeliest first, by the word in lower case without accents, spaces and signs. */
const FUEL_WORDS: ReadonlyMap<string, readonly Fuel[]> = new Map(Object.entries<readonly Fuel[]>({
  diesel: ["gazole"],
  gasoil: ["gazole"],
  gazoil: ["gazole"],
  gasoleo: ["gazole"],
  b7: ["gazole"],
  essence: PETROL,
  petrol: PETROL,
  gasoline: PETROL,
  unleaded: PETROL,
  sansplomb: PETROL,
  sp: PETROL,
  super: PETROL,
  gas: [...PETROL, "gplc"],
  gaz: ["gplc", "gazole"],
  "95": PETROL_95,
  sansplomb95: PETROL_95,
  super95: PETROL_95,
  unleaded95: PETROL_95,
  essence95: PETROL_95,
  e5: ["sp95", "sp98"],
  sp95e5: ["sp95"],
  "95e5": ["sp95"],
  "98": ["sp98"],
  sansplomb98: ["sp98"],
  super98: ["sp98"],
  unleaded98: ["sp98"],
  essence98: ["sp98"],
  premium: ["sp98"],
  sp98e5: ["sp98"],
  "98e5": ["sp98"],
  sp95e10: ["e10"],
  "95e10": ["e10"],
  sansplomb95e10: ["e10"],
  ethanol: ["e85"],
  bioethanol: ["e85"],
  superethanol: ["e85"],
  superethanole85: ["e85"],
  bioethanole85: ["e85"],
  lpg: ["gplc"],
  gpl: ["gplc"],
  autogas: ["gplc"],
}));

/**
 * The fuels that a word may mean, the likeliest first; empty for one that means none.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(findFuelsMeant("Sans-plomb 95"), ["sp95", "e10"]);
 * deepEqual(findFuelsMeant("charbon"), []);
 * ```
 */
export function findFuelsMeant(word: string): readonly Fuel[] {
  const key = word.slice(0, 60).normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "");
  return isFuel(key) ? [key] : FUEL_WORDS.get(key) ?? [];
}

/** The fuel that a word most likely means, or null. */
export function guessFuel(word: string): Fuel | null {
  return findFuelsMeant(word)[0] ?? null;
}

/** A fuel word put into the code that the operations take, and what is to be said about it. */
export type ReadFuel = { fuel: Fuel; remark: string | null };

/** The fuel of a word with a remark where it may mean others too; null for one that means none. */
export function readFuel(word: string): ReadFuel | null {
  const [fuel, ...others] = findFuelsMeant(word);
  if (fuel === undefined) return null;
  if (others.length === 0) return { fuel, remark: null };
  return { fuel, remark: `"${toPlainWord(word)}" is taken for ${fuel}; it may also mean ${others.join(" or ")}` };
}

function toPlainWord(word: string): string {
  return word.replace(/[^\p{L}\p{N} -]/gu, "").slice(0, 30).trim();
}

/** Whether a value is to be read as a word for a fuel: no code of one. */
export function isFuelWord(value: unknown): value is string {
  return typeof value === "string" && !(FUELS as readonly string[]).includes(value);
}
