/** How much of a page moves by itself while it loads. @module */

import type { Page } from "playwright-core";

type Shifts = { shift: number };

/** Notes layout shifts of the pages opened from now on; those that follow an input do not count. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) (globalThis as unknown as Shifts).shift += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What was noted so far. */
export async function readShift(page: Page): Promise<number> {
  return await page.evaluate(() => (globalThis as unknown as Shifts).shift);
}
