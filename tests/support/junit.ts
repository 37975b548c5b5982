/** Reads the outcome of a `deno test` from its JUnit file. @module */

import { XMLParser } from "fast-xml-parser";

/**
 * How many tests passed, failed and were skipped, and the messages of the failures. Steps are part
 * of their test.
 */
export type Tally = { passed: number; failed: number; skipped: number; failures: string[] };

type Case = { name: string; failure?: { "#text": string }; skipped?: string };
type Suites = { testsuite?: { testcase?: Case[] }[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  isArray: (name) => name === "testsuite" || name === "testcase",
  parseTagValue: false,
});

/** Reads the results from a JUnit file. */
export function readTally(xml: string): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const { testsuite = [] }: Suites = parser.parse(xml).testsuites;
  for (const { testcase = [] } of testsuite) {
    const names = new Set(testcase.map(({ name }) => name));
    for (const { name, failure, skipped } of testcase) {
      if (failure !== undefined) tally.failures.push(`${name}\n${failure["#text"]}`);
      // A step is written as "test > step".
      const isStep = name.split(" > ").slice(0, -1).some((_, end, parts) =>
        names.has(parts.slice(0, end + 1).join(" > "))
      );
      if (isStep) continue;
      if (failure !== undefined) tally.failed++;
      else if (skipped !== undefined) tally.skipped++;
      else tally.passed++;
    }
  }
  return tally;
}
