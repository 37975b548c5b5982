/** What the dearest question of each route takes of the processor, and what clients within their limits take from others. */

import { setTimeout as delay } from "node:timers/promises";
import { DEAREST, type Dearest } from "../support/dearest_questions.ts";
import { withServerDb } from "../support/server_db.ts";
import { FULL_FEED_AT, ingest, readFullFeed } from "./support/feeds.ts";
import { median, tell } from "./support/measure.ts";
import { type Server, startService } from "./support/servers.ts";

/** The limits of a client in a minute, as they are shipped. */
const LIMITS = { rest: 60, mcp: 30, page: 300 };
const ALERTS = { ALERTS: "on", VAPID_SUBJECT: "mailto:bench@example.org" };
const QUESTION_S = 1;
const CROWD_S = 30;
const PAUSE_MS = 20;

/** Asks a question of a client and reads the answer; returns its status. A stream is left at once. */
async function ask(server: Server, { path, method, headers, body }: Dearest, n: number, client?: string) {
  const origin = `http://127.0.0.1:${server.port}`;
  const own: Record<string, string> = { ...headers };
  if (client) own["x-forwarded-for"] = client;
  if (own.origin) own.origin = origin;
  const response = await fetch(origin + path(n), { method, headers: own, body: body?.(n) });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body!.cancel();
  else await response.arrayBuffer();
  return response.status;
}

/** Processor time of the service for one question, milliseconds. */
async function measureQuestion(server: Server, question: Dearest): Promise<number> {
  await ask(server, question, 1);
  const { cpuS } = await server.readFigures();
  const untilMs = performance.now() + QUESTION_S * 1_000;
  let count = 0;
  while (performance.now() < untilMs) await ask(server, question, 2 + count++);
  return ((await server.readFigures()).cpuS - cpuS) * 1_000 / count;
}

async function tellQuestions(env: Record<string, string>): Promise<Map<Dearest, number>> {
  const server = await startService(env);
  const found = new Map<Dearest, number>();
  for (const question of DEAREST) {
    const { path, bucket, charge } = question;
    const ms = await measureQuestion(server, question);
    found.set(question, ms);
    const share = bucket && (100 * ms * Math.floor(LIMITS[bucket] / charge) / 60_000).toFixed(1);
    const name = `${bucket ?? "free"} ${path(1)}`.slice(0, 44);
    tell(name, `${ms.toFixed(1)} ms, charge ${charge}, ${share === null ? "" : `${share} % of a core`}`);
  }
  await server.stop();
  return found;
}

/** The dearest questions of each bucket by time for a request of the limit. */
function pickDearest(found: ReadonlyMap<Dearest, number>): Dearest[] {
  return (["rest", "mcp", "page"] as const).map((bucket) =>
    [...found].filter(([question]) => question.bucket === bucket)
      .sort(([a, ms], [b, others]) => others / b.charge - ms / a.charge)[0]![0]
  );
}

/** Some clients ask as fast as they are answered, until each bucket refuses; others ask for `/healthz` meanwhile. */
async function tellCrowd(env: Record<string, string>, questions: readonly Dearest[], clients: readonly string[]) {
  const limits = { REST_LIMIT: "60", MCP_LIMIT: "30", PAGE_LIMIT: "300", TRUSTED_PROXIES: "127.0.0.1" };
  const server = await startService({ ...env, ...limits });
  for (const question of questions) await ask(server, question, 1, "192.0.2.250");
  const { cpuS } = await server.readFigures();
  const beganMs = performance.now();
  const untilMs = beganMs + CROWD_S * 1_000;
  let n = 1_000;
  const spend = async (client: string, question: Dearest) => {
    while (performance.now() < untilMs && await ask(server, question, n++, client) !== 429);
  };
  const ms: number[] = [];
  const watch = async () => {
    while (performance.now() < untilMs) {
      const askedMs = performance.now();
      await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).arrayBuffer();
      ms.push(performance.now() - askedMs);
      await delay(PAUSE_MS);
    }
  };
  await Promise.all([watch(), ...clients.flatMap((client) => questions.map((question) => spend(client, question)))]);
  const usedS = (await server.readFigures()).cpuS - cpuS;
  const p99 = ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)]!;
  const perMinute = `${usedS.toFixed(1)} s of processor time in ${Math.round((performance.now() - beganMs) / 1_000)} s`;
  tell(`${clients.length} clients`, `${perMinute}; /healthz p50 ${median(ms).toFixed(1)}, p99 ${p99.toFixed(1)} ms`);
  await server.stop();
}

await withServerDb(async (db, url) => {
  await ingest(db, await readFullFeed());
  const env = { CLOCK: FULL_FEED_AT.toISOString(), ACCESS_LOG: "off", DATABASE_URL: url, ...ALERTS };
  const questions = pickDearest(await tellQuestions({ ...env, METRICS_FROM: "127.0.0.0/8" }));
  await tellCrowd(env, questions, ["192.0.2.1"]);
  await tellCrowd(env, questions, Array.from({ length: 16 }, (_, at) => `2001:db8::${(at + 1).toString(16)}`));
  await tellCrowd(env, questions, Array.from({ length: 250 }, (_, at) => `198.51.100.${at + 1}`));
});
