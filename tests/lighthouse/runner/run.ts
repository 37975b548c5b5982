/**
 * Runs Lighthouse on the phone profile. It reads addresses, one per line, and prints the figures of
 * each as JSON.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import lighthouse from "lighthouse";
import { throttling } from "lighthouse/core/config/constants.js";
import type { Figures } from "../../support/lighthouse_figures.ts";

const [port] = Deno.args;

const { mobileSlow4G } = throttling;
/**
 * The benchmark index of a machine that this multiplier slows down to a phone (Lighthouse's
 * docs/throttling.md: 1500 to 2000).
 */
const FAST_MACHINE = 1750;

/** The speed of the machine in the last run. */
type Machine = {
  /** Its benchmark index, as Lighthouse measures it. */
  benchmarkIndex: number;
  /**
   * How many times longer than its processor time a task of the page took, because of other
   * programs and the browser itself.
   */
  contention: number;
};
let machine: Machine | null = null;

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
};

/** Measures the tasks of the thread that starts a page's navigation, from then on. */
function measureContention(events: readonly TraceEvent[]): number {
  const begin = events.findLast(({ name }) => name === "navigationStart");
  const tasks = events.filter(({ name, ph, pid, tid, ts }) =>
    name.endsWith("RunTask") && ph === "X" && pid === begin?.pid &&
    tid === begin.tid && ts > begin.ts
  );
  const sum = (key: "dur" | "tdur") =>
    tasks.reduce((total, task) => total + (task[key] ?? 0), 0);
  return Math.max(1, sum("dur") / sum("tdur") || 1);
}

/**
 * Returns the multiplier that simulates the same phone on each machine, whatever its speed and
 * load.
 */
function toMultiplier({ benchmarkIndex, contention }: Machine): number {
  return mobileSlow4G.cpuSlowdownMultiplier *
    Math.min(1, benchmarkIndex / FAST_MACHINE) / contention;
}

async function measure(url: string): Promise<Figures> {
  const before = machine;
  const result = await lighthouse(url, {
    port: Number(port),
    output: "json",
    logLevel: "error",
    disableFullPageScreenshot: true, // nothing reads this report
    throttling: {
      ...mobileSlow4G,
      ...(before ? { cpuSlowdownMultiplier: toMultiplier(before) } : {}),
    },
  });
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) {
    throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
  }

  machine = {
    benchmarkIndex: result.lhr.environment.benchmarkIndex,
    contention: measureContention(result.artifacts.Trace.traceEvents),
  };
  if (!before) return await measure(url); // the first run only measures the machine

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
    multiplier: Math.round(toMultiplier(before) * 100) / 100,
    failed: [...new Set(failed)],
  };
}

for await (const url of createInterface({ input: process.stdin })) {
  const answer = await measure(url).catch((error: Error) => ({
    error: error.message,
  }));
  console.log(JSON.stringify(answer));
}
Deno.exit(0);
