/**
 * How much is tested: `first` is the newcomer's command, `all` what CI runs, `long` what is run by
 * hand before a release.
 *
 * @module
 */

/** The commands, from the shortest to the longest. */
export const TIERS = ["first", "all", "long"] as const;
export type Tier = typeof TIERS[number];

/** The command that runs this test; a file that is run by itself is run as CI runs it. */
export const TIER = (Deno.env.get("TEST_TIER") ?? "all") as Tier;

/** How many rounds of a random test to run: few, or many before a release. */
export function toRounds(few: number, many: number): number {
  return TIER === "long" ? many : few;
}
