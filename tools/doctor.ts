/**
 * `deno task doctor URL` checks a running deployment from outside: `/readyz`, `/metrics` and three
 * pages.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import { findBackupFault } from "../lib/operations/backups.ts";
import type { Status } from "../lib/operations/status.ts";
import { toPrintable } from "../lib/platform/log.ts";

const TIMEOUT_MS = 15_000;
/** The feed comes every ten minutes. */
const MAX_AGE_S = 3_600;
/** Its content does not change at night. */
const MAX_FEED_AGE_S = 24 * 3_600;
const MAX_CLOCK_DIFFERENCE_S = 60;
const STATUS_TRIES = 10;
const STATUS_PAUSE_MS = 500;

const PAGES = ["/", "/docs", "/etat"];
const HEADERS = [
  "content-security-policy",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
];

/** A check and its result. */
export type Finding = { check: string; isWell: boolean; detail: string };

function require(isWell: boolean, fault: string): asserts isWell {
  if (!isWell) throw new Error(fault);
}

async function request(url: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { response, text: await response.text() };
}

/**
 * Returns the status of `/readyz`. Waits a few seconds for the data in memory, which follow an
 * ingest within two.
 */
async function getStatus(origin: string): Promise<Status> {
  for (let tries = 1;; tries++) {
    const { response, text } = await request(`${origin}/readyz`);
    require(
      response.status === 200 || response.status === 503,
      `/readyz returned ${response.status}`,
    );
    const status: Status = JSON.parse(text);
    if (status.served.revision === status.revision || tries === STATUS_TRIES) return status;
    await delay(STATUS_PAUSE_MS);
  }
}

/** Checks of the status. Each returns a detail, or throws an error that names the fault. */
const STATUS_CHECKS: Record<string, (status: Status) => string> = {
  data({ ready, database, writable, ingest, stations, source }) {
    require(ready, "there are no data yet");
    require(database === "up", "the database is down; current prices are served from memory");
    require(writable === true || ingest === "off", "the database is read-only: no feed is loaded");
    require(source === "official", `the data are not from the official feed but from: ${source}`);
    return `${stations} stations of the official feed`;
  },

  age({ as_of_age_s: ageS, feed_age_s: feedAgeS, last_run: run }) {
    require(
      ageS !== null && ageS <= MAX_AGE_S,
      `the last good ingest is ${ageS} s old; at most ${MAX_AGE_S}`,
    );
    const isMoving = feedAgeS !== null && feedAgeS <= MAX_FEED_AGE_S;
    require(isMoving, `the newest price of the feed is ${feedAgeS} s old: the source has stopped`);
    const isBad = run?.outcome === "refused" || run?.outcome === "failed";
    require(!isBad, `the last run of the feed was ${run?.outcome}: ${run?.message}`);
    return `last good ingest ${ageS} s ago, newest price ${feedAgeS} s`;
  },

  served({ served, revision }) {
    require(served.renewed, "the data in memory cannot be refreshed");
    require(
      served.revision === revision,
      `serves revision ${served.revision}, but the database has ${revision}`,
    );
    return `revision ${revision}, as in the database`;
  },

  answers({ self_check: check }) {
    if (!check) return "not compared with the feed yet";
    const { at, differences, questions } = check;
    require(
      differences === 0,
      `${differences} of ${questions} answers differed from the feed at ${at}`,
    );
    return `${questions} compared with the feed at ${at}, no difference`;
  },

  quota({ quota }) {
    require(quota === "shared", "each instance counts its own requests: KV is missing");
    return "shared by all instances";
  },

  backup({ backup }) {
    if (!backup) return "the platform's";
    const fault = findBackupFault(backup, new Date());
    require(fault === "", fault);
    return `made at ${backup.succeeded_at}`;
  },

  clock({ time }) {
    const aheadS = Math.round((Date.parse(time) - Date.now()) / 1000);
    require(
      Math.abs(aheadS) <= MAX_CLOCK_DIFFERENCE_S,
      `the service's clock says ${time}, ${aheadS} s ahead of this machine's`,
    );
    return "as this machine's";
  },
};

async function checkMetrics(origin: string): Promise<string> {
  const { response, text } = await request(`${origin}/metrics`);
  if (response.status === 404) return "not open to this address";
  require(
    response.status === 200 && text.includes("\njauge_build_info{"),
    `/metrics returned ${response.status}`,
  );
  require(
    !origin.startsWith("https:"),
    "the public can read /metrics: the proxy hides its clients' addresses",
  );
  return "open to this address";
}

/**
 * Returns the paths of a page's modules. Our framework writes them as attributes, Fresh as imports
 * of an inline script.
 */
function findScripts(html: string): Set<string> {
  return new Set(
    [...html.matchAll(/(?:src=|href=|from )"(\/[^"]+\.js)(?:\?[^"]*)?"/g)].map(([, path]) => path!),
  );
}

async function checkPage(origin: string, path: string): Promise<string> {
  const { text, response: { status, headers } } = await request(origin + path);
  require(status === 200, `returned ${status}: ${text.slice(0, 200).trim()}`);
  require(
    headers.get("content-type")?.startsWith("text/html") === true && text.includes("</html>"),
    "is not a page",
  );
  const required = origin.startsWith("https:")
    ? [...HEADERS, "strict-transport-security"]
    : HEADERS;
  const missing = required.filter((name) => !headers.has(name));
  require(missing.length === 0, `headers are missing: ${missing.join(", ")}`);
  const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(text) ?? [];
  require(
    canonical?.startsWith(`${origin}/`) === true,
    `names ${canonical} as its address: set BASE_URL to ${origin}`,
  );
  const scripts = findScripts(text);
  require(scripts.size > 0, "has no script");
  for (const script of scripts) {
    const { response } = await request(origin + script);
    require(response.status === 200, `its script ${script} returned ${response.status}`);
  }
  return `served with its headers and ${scripts.size} scripts`;
}

/** Runs all checks, one after the other. A check that cannot run is a fault. */
export async function examine(origin: string): Promise<Finding[]> {
  const status = getStatus(origin);
  const checks: Record<string, () => Promise<string>> = {};
  for (const [name, check] of Object.entries(STATUS_CHECKS)) {
    checks[name] = async () => check(await status);
  }
  checks.metrics = () => checkMetrics(origin);
  for (const path of PAGES) checks[path] = () => checkPage(origin, path);

  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(checks)) {
    try {
      findings.push({ check, isWell: true, detail: await run() });
    } catch (error) {
      findings.push({ check, isWell: false, detail: (error as Error).message });
    }
  }
  return findings;
}

if (import.meta.main) {
  const url = Deno.args.length === 1 ? URL.parse(Deno.args[0]!) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    console.error(
      "Usage: deno task doctor URL (exit code: 0 all is well, 1 a check failed, 2 bad usage)",
    );
    Deno.exit(2);
  }
  const findings = await examine(url.origin);
  for (const { check, isWell, detail } of findings) {
    console.log(`${isWell ? "ok   " : "FAULT"}  ${check.padEnd(7)} ${toPrintable(detail)}`);
  }
  const faults = findings.filter(({ isWell }) => !isWell).length;
  console.log(faults === 0 ? "\nAll is well" : `\n${faults} of ${findings.length} checks failed`);
  Deno.exit(faults === 0 ? 0 : 1);
}
