/** How much is tested: `first` is the newcomer's command, `all` what CI runs, `long` what is run by hand before a release. @module */

/** Of these tests. */
export const TIER = (Deno.env.get("TEST_TIER") ?? "all") as "first" | "all" | "long";

/** How many rounds of a random test to run: few, or many before a release. */
export function toRounds(few: number, many: number): number {
  return TIER === "long" ? many : few;
}
