/**
 * How long the first load of the map keeps a phone busy: Chromium at a quarter of this machine's
 * speed, 390 × 844 px, an empty cache, over the full feed. Prints the longest tasks of each turn,
 * in milliseconds, and the median of the longest ones.
 *
 * @module
 */

import { openBrowser, openVisit } from "../support/site.ts";
import { createServerDb } from "../support/server_db.ts";
import { ingest, readFullFeed } from "./support/feeds.ts";
import { median, printResult } from "./support/measure.ts";
import { startService } from "./support/servers.ts";

const TURNS = 7;
const SLOWDOWN = 4;
const PATH = "/?fuel=gazole&place=35238";

const feed = await readFullFeed();
const server = await createServerDb();
await ingest(server.db, feed);
const service = await startService({
  DATABASE_URL: server.url,
  CLOCK: feed.at.toISOString(),
});
const browser = await openBrowser();
try {
  const longest: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const origin = `http://127.0.0.1:${service.port}`;
    const visit = await openVisit(browser, { origin }, {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
    });
    const devtools = await visit.context.newCDPSession(visit.page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await visit.page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => {
        tasks.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: "longtask", buffered: true });
    });
    await visit.page.goto(origin + PATH);
    await visit.page.waitForSelector(".map-pill", { timeout: 120_000 });
    await visit.page.waitForLoadState("networkidle");
    const tasks: number[] = await visit.page.evaluate("tasks");
    longest.push(Math.max(0, ...tasks));
    printResult(`turn ${turn}`, tasks.map(Math.round).join(", "));
    await visit.close();
  }
  printResult("longest task, median", `${Math.round(median(longest))} ms`);
} finally {
  await browser.close();
  await service.stop();
  await server.drop();
}
