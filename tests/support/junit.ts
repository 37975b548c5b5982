/** Counts the outcome of a `deno test` from its JUnit file. @module */

/** How many tests passed, failed and were left out. Steps are part of their test. */
export type Tally = { passed: number; failed: number; skipped: number };

const CASE = /<testcase name="([^"]*)"[^>]*>([\s\S]*?)<\/testcase>/g;

/** The counts of a JUnit file as Deno writes it. */
export function countTests(xml: string): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  const suites = xml.split("<testsuite ").slice(1);
  for (const suite of suites) {
    const cases = [...suite.matchAll(CASE)].map(([, name = "", body = ""]) => ({ name, body }));
    const names = new Set(cases.map(({ name }) => name));
    for (const { name, body } of cases) {
      // a step is written as "test &gt; step"
      const isStep = name.split(" &gt; ").slice(0, -1).some((_, end, parts) =>
        names.has(parts.slice(0, end + 1).join(" &gt; "))
      );
      if (isStep) continue;
      if (body.includes("<failure")) tally.failed++;
      else if (body.includes("<skipped")) tally.skipped++;
      else tally.passed++;
    }
  }
  return tally;
}
