/**
 * `deno task dev:fuzz` sends random texts to every text input for a minute. It prints the ten most
 * expensive, and exits 1 after a 5xx.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { FULL_FEED_AT, ingest, readFullFeed } from "../bench/support/feeds.ts";
import { startService } from "../bench/support/servers.ts";
import { createRandom, pick } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";
import { INPUTS } from "./inputs.ts";
import { drawText } from "./texts.ts";

const SHOWN = 10;
/** Each request has a new client, so the rest of its limit shows the charge. */
const LIMIT = 1_000;
const REPEATS = 3;

type Answer = { status: number; ms: number; charge: number; text: string };
type Result = { input: string; text: string; request(): Request } & Answer;

const { seconds, seed } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1e6) },
  },
}).values;

let clients = 0;

/** Sends a request as a new client. */
async function ask(request: Request): Promise<Answer> {
  const client = `10.${clients >> 16 & 255}.${clients >> 8 & 255}.${clients++ & 255}`;
  request.headers.set("x-forwarded-for", client);
  const beganMs = performance.now();
  const response = await fetch(request);
  const text = await response.text();
  const remaining = response.headers.get("x-ratelimit-remaining");
  const charge = remaining === null ? 0 : LIMIT - Number(remaining);
  return { status: response.status, ms: performance.now() - beganMs, charge, text };
}

/**
 * Sends random requests until the time is up. Returns the slowest ones, and all responses with
 * status 500 and above.
 */
async function fuzz(
  origin: string,
): Promise<{ count: number; slowest: Result[]; failed: Result[] }> {
  const random = createRandom(Number(seed));
  const untilMs = performance.now() + Number(seconds) * 1_000;
  let slowest: Result[] = [];
  const failed: Result[] = [];
  let count = 0;
  for (; performance.now() < untilMs; count++) {
    const [input, toRequest] = pick(random, Object.entries(INPUTS));
    const text = drawText(random);
    const request = () => toRequest(origin, text);
    const result: Result = { input, request, ...await ask(request()), text };
    if (result.status >= 500) failed.push(result);
    slowest = [...slowest, result].sort((a, b) => b.ms - a.ms).slice(0, 3 * SHOWN);
  }
  return { count, slowest, failed };
}

/**
 * Returns the shortest of several times, because other processes and garbage collections slow down
 * single ones.
 */
async function repeat(result: Result): Promise<Result> {
  const ms = [result.ms];
  for (let at = 0; at < REPEATS; at++) ms.push((await ask(result.request())).ms);
  return { ...result, ms: Math.min(...ms) };
}

let hasFailed = false;

await withServerDb(async (db, url) => {
  await ingest(db, await readFullFeed());
  const limits = {
    REST_LIMIT: `${LIMIT}`,
    PAGE_LIMIT: `${LIMIT}`,
    MCP_LIMIT: `${LIMIT}`,
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const alerts = { ALERTS: "on", VAPID_SUBJECT: "mailto:fuzz@example.org" };
  const env = { ...limits, ...alerts, CLOCK: FULL_FEED_AT.toISOString(), DATABASE_URL: url };
  const server = await startService(env);
  try {
    const { count, slowest, failed } = await fuzz(`http://127.0.0.1:${server.port}`);
    console.log(`${count} requests with seed ${seed}; the most expensive:`);
    const repeated: Result[] = [];
    for (const result of slowest) repeated.push(await repeat(result));
    for (
      const { ms, charge, input, text } of repeated.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)
    ) {
      console.log(
        `  ${ms.toFixed(1).padStart(6)} ms, charge ${charge}: ${input} ${
          JSON.stringify(text.slice(0, 100))
        }`,
      );
    }
    for (const { status, input, text } of failed) {
      console.log(`${status}: ${input} ${JSON.stringify(text)}`);
    }
    hasFailed = failed.length > 0;
  } finally {
    await server.stop();
  }
});

Deno.exit(hasFailed ? 1 : 0);
