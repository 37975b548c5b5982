/**
 * Runs an instance of the service without its pages. The instance runs the background jobs that its
 * parent names, one JSON line of standard input each, and replies with one line each. Killing it
 * has the effect of a power cut.
 *
 * @module
 */

import { jobNames, Jobs } from "../../ingest/jobs.ts";
import { openDb } from "../../lib/db/connection.ts";
import { SERVER_DEFAULTS } from "../../lib/platform/config.ts";
import { createMetrics } from "../../lib/platform/metrics/metrics.ts";
import { testConfig } from "../support/api_app.ts";
import { createTestLog, type LoggedLine } from "../support/log.ts";
import type { Dns, NumberedOrder, Reply } from "./messages.ts";

/**
 * The timeout of a job. No job of a random world takes so long, unless it waits for another one.
 */
const JOB_TIMEOUT_MS = 30_000;

let now = new Date(0);
let dns: Dns = "works";
let pushTimeoutMs: number;

function resolve(): Promise<string[]> {
  if (dns === "works") return Promise.resolve(["127.0.0.1"]);
  return Promise.reject(new Error("The name server does not answer"));
}

async function open(env: Record<string, string>) {
  // Deno Deploy has no thread for ingests. Starting one would take longer than the ingests of this
  // test.
  const config = testConfig({ ...env, DENO_DEPLOYMENT_ID: "test" });
  const { log, lines } = createTestLog(() => now);
  const server = { ...SERVER_DEFAULTS, connectTimeoutMs: 60_000 };
  const db = await openDb({ ...config, server }, { log });
  const jobs = new Jobs({
    db,
    log,
    config,
    clock: () => now,
    ending: new AbortController().signal,
    forTests: {
      resolve,
      get pushTimeoutMs() {
        return pushTimeoutMs;
      },
      minPauseMs: 0,
      timeoutsMs: Object.fromEntries(jobNames.map((name) => [name, JOB_TIMEOUT_MS])),
    },
    metrics: createMetrics({ build: null, threads: 1 }),
    recorder: {
      began: () => {},
      ended: (job, outcome) => send({ ended: job, outcome, faults: takeFaults(lines) }),
    },
    onChange: () => Promise.resolve(),
  });
  return { db, jobs };
}

/** Removes the lines of the log and returns the warnings and errors among them. */
function takeFaults(lines: LoggedLine[]): LoggedLine[] {
  return lines.splice(0).filter(({ level }) => level === "warn" || level === "error");
}

function send(reply: Reply): void {
  console.log(JSON.stringify(reply));
}

let opened: Awaited<ReturnType<typeof open>> | null = null;

async function obey(order: NumberedOrder): Promise<void> {
  if ("env" in order) opened = await open(order.env);
  else if ("at" in order) {
    now = new Date(order.at);
    dns = order.dns;
    pushTimeoutMs = order.pushTimeoutMs;
    await opened!.jobs.run(order.job);
  } else {
    for (const job of order.settle) await opened!.jobs.settled(job);
    if (order.isLast) await opened!.db.close();
  }
  send({ done: order.id });
}

async function* readLines(): AsyncGenerator<string> {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

for await (const line of readLines()) void obey(JSON.parse(line));
