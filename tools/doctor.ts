/** `deno task doctor URL`: checks a running deployment from outside, line by line. @module */

import { setTimeout as delay } from "node:timers/promises";
import type { Status } from "../lib/operations/status.ts";
import { toPrintable } from "../lib/platform/log.ts";

const TIMEOUT_MS = 15_000;
/** The feed comes every ten minutes; its content does not change at night. */
const [MAX_AGE_S, MAX_FEED_AGE_S] = [3_600, 24 * 3_600];
const MAX_SKEW_S = 10;

/** A check and its result. */
export type Finding = { check: string; isWell: boolean; detail: string };

function require(isWell: boolean, fault: string): asserts isWell {
  if (!isWell) throw new Error(fault);
}

type Answer = { response: Response; text: string };

async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
  return { response, text: await response.text() };
}

async function get(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await ask(url, init);
  const { status } = answer.response;
  require(status === 200, `${new URL(url).pathname} answers ${status}: ${answer.text.slice(0, 200).trim()}`);
  return answer;
}

async function getReady(origin: string): Promise<Status> {
  const { response, text } = await ask(`${origin}/readyz`);
  require(response.status === 200 || response.status === 503, `/readyz answers ${response.status}`);
  return JSON.parse(text);
}

/** The data in memory follow those of the database within a second or two of an ingest's end. */
const [RENEWAL_TRIES, RENEWAL_PAUSE_MS] = [10, 500];

/** Addresses of a page's modules: our host writes them as attributes, Fresh as imports of a script inside the page. */
function findScripts(html: string): string[] {
  return [...new Set([...html.matchAll(/(?:src=|href=|from )"(\/[^"]+\.js)(?:\?[^"]*)?"/g)].map(([, path]) => path!))];
}

type Check = (origin: string, now: () => number) => Promise<string>;

/** The checks, in the order of the lines: each returns a detail, or throws what is not as it should be. */
const CHECKS: Record<string, Check> = {
  async alive(origin) {
    await get(`${origin}/healthz`);
    return "the process answers";
  },

  async data(origin) {
    const { ready, database, stations, source } = await getReady(origin);
    require(ready, "no data: nothing can be answered");
    require(database === "up", "the database is down; current prices go on from memory");
    require(source === "official", `the data are not the official ones but: ${source}`);
    return `${stations} stations of the official feed`;
  },

  async age(origin) {
    const { as_of_age_s: ageS, feed_age_s: feedAgeS, last_run: run } = await getReady(origin);
    require(ageS !== null && ageS <= MAX_AGE_S, `the last good ingest is ${ageS} s old; at most ${MAX_AGE_S}`);
    const isMoving = feedAgeS !== null && feedAgeS <= MAX_FEED_AGE_S;
    require(isMoving, `the newest price of the feed is ${feedAgeS} s old: the source stands still`);
    const isBad = ["refused", "failed"].includes(run?.outcome ?? "");
    require(!isBad, `the last run of the feed was ${run?.outcome}: ${run?.message}`);
    return `last good ingest ${ageS} s ago, newest price ${feedAgeS} s`;
  },

  async served(origin) {
    for (let tries = 1;; tries++) {
      const { served, revision } = await getReady(origin);
      require(served.renewed, "the data in memory cannot be renewed");
      if (served.revision === revision) return `revision ${revision}, the database's`;
      require(tries < RENEWAL_TRIES, `revision ${served.revision} is served, the database has ${revision}`);
      await delay(RENEWAL_PAUSE_MS);
    }
  },

  async answers(origin) {
    const { self_check: check } = await getReady(origin);
    if (!check) return "not compared with the feed yet";
    const { differences, questions } = check;
    require(differences === 0, `${differences} of ${questions} answers differed from the feed at ${check.at}`);
    return `${questions} compared with the feed at ${check.at}, no difference`;
  },

  async quota(origin) {
    require((await getReady(origin)).quota === "shared", "requests are counted by each instance for itself: no KV");
    return "counted together";
  },

  async clock(origin, now) {
    const beforeMs = now();
    const date = Date.parse((await get(`${origin}/healthz`)).response.headers.get("date") ?? "");
    require(!Number.isNaN(date), "no Date header");
    const skewS = Math.round((date - (beforeMs + now()) / 2) / 1000);
    require(Math.abs(skewS) <= MAX_SKEW_S, `its clock and this machine's differ by ${skewS} s`);
    return `differs by ${Math.abs(skewS)} s`;
  },

  async api(origin) {
    const { as_of: before } = await getReady(origin);
    const { text, response } = await get(`${origin}/api/v1/prices/national?fuel=gazole`);
    const { data, meta } = JSON.parse(text);
    require(response.headers.has("x-request-id"), "an answer without X-Request-Id: the address is not the service's");
    // an ingest may end between the questions
    const isSame = meta.generated_at === before || meta.generated_at === (await getReady(origin)).as_of;
    require(isSame, `the API answers as of ${meta.generated_at}, /readyz says ${before}`);
    return `${data.stationCount} stations sell gazole, as of ${meta.generated_at}`;
  },

  async mcp(origin) {
    const { text } = await get(`${origin}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const { result } = JSON.parse(text);
    require(result?.tools?.length > 0, `no tools: ${text.slice(0, 200)}`);
    return `${result.tools.length} tools`;
  },

  async page(origin) {
    const { text, response: { headers } } = await get(`${origin}/`);
    require(headers.get("content-type")?.startsWith("text/html") === true && text.includes("</html>"), "/ is no page");
    const missing = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"]
      .filter((name) => !headers.has(name));
    require(missing.length === 0, `headers that something on the way takes away: ${missing.join(", ")}`);
    const scripts = findScripts(text);
    require(scripts.length > 0, "/ names no script: nothing on it moves");
    for (const script of scripts) await get(origin + script);
    return "served with its headers and scripts";
  },

  async "base url"(origin) {
    const { text } = await get(`${origin}/sitemap.xml`);
    const locations = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location!);
    const other = locations.find((location) => URL.parse(location)?.origin !== origin);
    require(locations.length > 0, "/sitemap.xml lists nothing");
    require(other === undefined, `/sitemap.xml names ${other}: set BASE_URL to ${origin}`);
    return `${locations.length} pages of ${origin}`;
  },

  async tls(origin) {
    const { hostname, protocol, port } = new URL(origin);
    if (protocol === "http:") {
      require(["localhost", "127.0.0.1", "[::1]"].includes(hostname), "public, but without TLS");
      return "none, on this machine";
    }
    const hsts = (await get(`${origin}/`)).response.headers.get("strict-transport-security");
    require(hsts !== null, "no Strict-Transport-Security: the service does not know that it is behind TLS (BASE_URL)");
    if (port !== "") return "certificate and HSTS; the redirect from http is not tried on another port";
    const { response } = await ask(`http://${hostname}/healthz`);
    const target = URL.parse(response.headers.get("location") ?? "");
    const isRedirect = response.status >= 300 && response.status < 400 && target?.origin === origin;
    require(isRedirect, `http://${hostname} answers ${response.status} and does not lead to https`);
    return "certificate, HSTS, and http leads to https";
  },
};

/** Runs all checks, one after the other; one that cannot be made is a finding as well. */
export async function examine(origin: string, now: () => number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(CHECKS)) {
    try {
      findings.push({ check, isWell: true, detail: await run(origin, now) });
    } catch (error) {
      findings.push({ check, isWell: false, detail: (error as Error).message });
    }
  }
  return findings;
}

if (import.meta.main) {
  const url = Deno.args.length === 1 ? URL.parse(Deno.args[0]!) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    console.error("Usage: deno task doctor URL (exit: 0 all is well, 1 something is not, 2 bad usage)");
    Deno.exit(2);
  }
  const findings = await examine(url.origin, Date.now);
  for (const { check, isWell, detail } of findings) {
    console.log(`${isWell ? "ok   " : "FAULT"}  ${check.padEnd(9)} ${toPrintable(detail)}`);
  }
  const faults = findings.filter(({ isWell }) => !isWell).length;
  console.log(faults === 0 ? "\nAll is well" : `\n${faults} of ${findings.length} are not well`);
  Deno.exit(faults === 0 ? 0 : 1);
}
