/** What axe finds wrong with a page as it stands. @module */

import axe from "axe-core";
import type { Page } from "playwright-core";

type Result = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };

/** Violations in words: the rule, where, and what to do. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<Result> } }).axe.run()
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)
  );
}
