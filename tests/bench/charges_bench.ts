/**
 * Measures the processor time of the most expensive request of each route, and how much clients
 * within their limits slow down others.
 */

import { setTimeout as delay } from "node:timers/promises";
import { EXPENSIVE_REQUESTS, type ExpensiveRequest } from "../support/dearest_questions.ts";
import { withServerDb } from "../support/server_db.ts";
import { FULL_FEED_AT, ingest, readFullFeed } from "./support/feeds.ts";
import { median, printResult } from "./support/measure.ts";
import type { Question } from "./support/questions.ts";
import { type Server, startService, takeTurn, writeQuestions } from "./support/servers.ts";

/** The shipped limits of a client per minute. */
const LIMITS = { rest: 60, mcp: 30, page: 300 };
const ALERTS = { ALERTS: "on", VAPID_SUBJECT: "mailto:bench@example.org" };
const QUESTION_S = 1;
const CROWD_S = 20;
/** Clients with different requests, more than the caches hold. */
const DIFFERENT_CLIENTS = 8;
const PAUSE_MS = 20;

/**
 * Sends a client's request, reads the response and returns its status. A stream is closed at once.
 */
async function ask(server: Server, { path, method, headers, body }: ExpensiveRequest, n: number) {
  const origin = `http://127.0.0.1:${server.port}`;
  const own: Record<string, string> = { ...headers };
  if (own.origin) own.origin = origin;
  const response = await fetch(origin + path(n), { method, headers: own, body: body?.(n) });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body!.cancel();
  else await response.arrayBuffer();
  return response.status;
}

/** Returns the service's processor time for one request, in milliseconds. */
async function measureQuestion(server: Server, question: ExpensiveRequest): Promise<number> {
  const { cpuS } = await server.readFigures();
  const untilMs = performance.now() + QUESTION_S * 1_000;
  let count = 0;
  while (performance.now() < untilMs) await ask(server, question, 2 + count++);
  return ((await server.readFigures()).cpuS - cpuS) * 1_000 / count;
}

async function printQuestions(env: Record<string, string>): Promise<Map<ExpensiveRequest, number>> {
  const server = await startService(env);
  const found = new Map<ExpensiveRequest, number>();
  // Files are compressed in threads after the first request.
  for (const question of EXPENSIVE_REQUESTS) await ask(server, question, 1);
  for (const question of EXPENSIVE_REQUESTS) {
    const { path, bucket, charge } = question;
    const ms = await measureQuestion(server, question);
    found.set(question, ms);
    const share = bucket && (100 * ms * Math.floor(LIMITS[bucket] / charge) / 60_000).toFixed(1);
    const name = `${bucket ?? "free"} ${path(1)}`.slice(0, 44);
    printResult(
      name,
      `${ms.toFixed(1)} ms, charge ${charge}, ${share === null ? "" : `${share} % of a core`}`,
    );
  }
  await server.stop();
  return found;
}

/** Returns the most expensive requests of each quota by time per unit of the limit. */
function pickExpensive(found: ReadonlyMap<ExpensiveRequest, number>): ExpensiveRequest[] {
  return (["rest", "mcp", "page"] as const).map((bucket) =>
    [...found].filter(([question]) => question.bucket === bucket)
      .sort(([a, ms], [b, others]) => others / b.charge - ms / a.charge)[0]![0]
  );
}

/**
 * Returns the requests of a client in one minute: as many of each quota as its limit allows, mixed.
 */
function toMinute(questions: readonly ExpensiveRequest[], client: number): Question[] {
  const all = questions.flatMap(({ path, method, headers = {}, body, bucket, charge }) => {
    const count = Math.floor(LIMITS[bucket!] / charge);
    return Array.from({ length: count }, (_, at) => {
      const n = 1_000 * (client + 1) + at;
      const question: Question = {
        method: method ?? "GET",
        path: path(n),
        headers,
        body: body?.(n) ?? "",
      };
      return { question, part: at / count };
    });
  });
  return all.sort((a, b) => a.part - b.part).map(({ question }) => question);
}

/**
 * Requests `/healthz` until `work` is done. Prints the response times and the service's processor
 * time.
 */
async function printOthers(
  name: string,
  server: Server,
  work: () => Promise<string>,
): Promise<void> {
  const { cpuS } = await server.readFigures();
  const beganMs = performance.now();
  const ms: number[] = [];
  let isDone = false;
  const watch = async () => {
    while (!isDone) {
      const startMs = performance.now();
      await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).arrayBuffer();
      ms.push(performance.now() - startMs);
      await delay(PAUSE_MS);
    }
  };
  const [outcome] = await Promise.all([work().finally(() => isDone = true), watch()]);
  const usedS = (await server.readFigures()).cpuS - cpuS;
  const p99 = ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)]!;
  const used = `${usedS.toFixed(1)} s of processor time in ${
    Math.round((performance.now() - beganMs) / 1_000)
  } s`;
  printResult(
    name,
    `${outcome}${used}; /healthz p50 ${median(ms).toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
  );
}

/** Sends the requests of a minute one after another, each from the next address. */
async function askInTurn(
  server: Server,
  questions: readonly Question[],
  addresses: readonly string[],
) {
  let refused = 0;
  for (const [at, { path, method, headers, body }] of questions.entries()) {
    const own = { ...headers, "x-forwarded-for": addresses[at % addresses.length]! };
    const url = `http://127.0.0.1:${server.port}${path}`;
    const response = await fetch(url, { method, headers: own, body: body || undefined });
    if (response.status === 429) refused++;
    await response.arrayBuffer();
  }
  return `${questions.length} questions, ${refused} refused, `;
}

/** Runs `work` with a service that has the shipped limits and has loaded the place names. */
async function withLimits(env: Record<string, string>, work: (server: Server) => Promise<void>) {
  const limits = {
    REST_LIMIT: "60",
    MCP_LIMIT: "30",
    PAGE_LIMIT: "300",
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const server = await startService({ ...env, ...limits });
  await (await fetch(`http://127.0.0.1:${server.port}/?q=Lyonn`)).arrayBuffer();
  await work(server);
  await server.stop();
}

async function printClients(
  env: Record<string, string>,
  questions: readonly ExpensiveRequest[],
): Promise<void> {
  const minute = toMinute(questions, 0);
  await withLimits(
    env,
    (server) => printOthers("no client", server, () => delay(CROWD_S * 1_000, "")),
  );
  await withLimits(
    env,
    (server) => printOthers("one client", server, () => askInTurn(server, minute, ["192.0.2.1"])),
  );
  const addresses = Array.from({ length: 20 }, (_, at) => `2001:db8::${at + 1}`);
  const twice = [...minute, ...toMinute(questions, 1)];
  await withLimits(
    env,
    (server) =>
      printOthers("one /64, 20 addresses", server, () => askInTurn(server, twice, addresses)),
  );
  const file = await writeQuestions(
    Array.from({ length: DIFFERENT_CLIENTS }, (_, at) => toMinute(questions, at)).flat(),
  );
  await withLimits(env, (server) =>
    printOthers("250 addresses", server, async () => {
      const load = { file, seconds: CROWD_S, asks: minute.length, connections: 250 };
      const { perS, failed } = await takeTurn(server, load);
      return `${perS.toFixed(0)} answers a second, ${failed} failed, `;
    }));
  await Deno.remove(file);
}

await withServerDb(async (db, url) => {
  await ingest(db, await readFullFeed());
  const env = {
    CLOCK: FULL_FEED_AT.toISOString(),
    ACCESS_LOG: "off",
    DATABASE_URL: url,
    ...ALERTS,
  };
  const questions = pickExpensive(await printQuestions({ ...env, METRICS_FROM: "127.0.0.0/8" }));
  await printClients(env, questions);
});
