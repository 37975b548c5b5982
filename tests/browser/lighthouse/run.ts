/** Runs Lighthouse on the phone profile: reads addresses, one a line, and prints the figures of each as JSON. @module */

import process from "node:process";
import { createInterface } from "node:readline";
import lighthouse from "lighthouse";
import { throttling } from "lighthouse/core/config/constants.js";
import type { Figures } from "../../support/lighthouse_figures.ts";

const [port] = Deno.args;

const { mobileSlow4G } = throttling;
const CALIBRATION_MS = 500;

/** How many times longer than its processor time a task takes here: 1 on a machine that does nothing else. */
function measureContention(): number {
  const before = process.cpuUsage();
  const untilMs = performance.now() + CALIBRATION_MS;
  while (performance.now() < untilMs);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, CALIBRATION_MS * 1000 / (user + system));
}

async function measure(url: string): Promise<Figures> {
  // what other programs take of the processors lengthens every task; it is taken off, so that the phone stays the same
  const contention = measureContention();
  const result = await lighthouse(url, {
    port: Number(port),
    output: "json",
    logLevel: "error",
    disableFullPageScreenshot: true, // for a report that nobody opens
    throttling: {
      ...mobileSlow4G,
      cpuSlowdownMultiplier: mobileSlow4G.cpuSlowdownMultiplier / contention,
    },
  });
  if (!result) throw new Error(`Lighthouse answered nothing for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) {
    throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
  }

  const score = (id: string) => Math.round((categories[id].score ?? 0) * 100);
  const value = (id: string) => audits[id].numericValue ?? NaN;
  const strict = ["accessibility", "best-practices", "seo"];
  const failed = strict.flatMap((id) => categories[id].auditRefs)
    .filter(({ id, weight }) =>
      weight > 0 && audits[id].score !== null && audits[id].score! < 1
    )
    .map(({ id }) => `${id}: ${audits[id].title}`);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcpMs: Math.round(value("largest-contentful-paint")),
    cls: Math.round(value("cumulative-layout-shift") * 1000) / 1000,
    tbtMs: Math.round(value("total-blocking-time")),
    contention: Math.round(contention * 100) / 100,
    failed: [...new Set(failed)],
  };
}

for await (const url of createInterface({ input: process.stdin })) {
  const answer = await measure(url).catch((error: Error) => ({ error: error.message }));
  console.log(JSON.stringify(answer));
}
Deno.exit(0);
