/**
 * Defines how much is tested: `first` is the newcomer's command, `all` is CI, `long` runs before a
 * release.
 *
 * @module
 */

/** The commands, from the shortest to the longest. */
export const TIERS = ["first", "all", "long"] as const;
export type Tier = typeof TIERS[number];

/** The command that runs this test. A file run on its own runs as in CI. */
export const TIER = (Deno.env.get("TEST_TIER") ?? "all") as Tier;

/** Returns the number of rounds of a random test: `few`, or `many` before a release. */
export function toRounds(few: number, many: number): number {
  return TIER === "long" ? many : few;
}
