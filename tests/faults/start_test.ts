/** The started service as a person meets it: started, started twice, interrupted, killed, misconfigured. @module */

import { deepEqual, doesNotMatch, equal, match, ok, rejects } from "node:assert/strict";
import { createDataDir } from "../support/embedded_db.ts";
import { type FeedServer, startFeedServer } from "../support/feed_server.ts";
import { type Running, runProgram, startProgram } from "../support/process.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const CLOCK = "2026-06-05T10:20:00Z";
const STATIONS = 120;
const FEED = toFeed(toStations(STATIONS, "2026-06-05 12:00:00"));

type Started = Running & { url: string };

/** Starts the service and waits until it says where it listens. */
async function startService(env: Record<string, string>): Promise<Started> {
  const service = startProgram(["serve.ts"], { PORT: "0", CLOCK, REST_LIMIT: "0", ...env });
  for (let line = await service.nextLine(); line !== null; line = await service.nextLine()) {
    const url = /"origin":"(http:[^"]+)"/.exec(line)?.[1];
    if (url) return { ...service, url };
  }
  const { stderr } = await service.end();
  throw new Error(`The service did not start:\n${stderr}`);
}

type Ready = { ready: boolean; source: string | null; stations: number | null; revision: number };

/** Asks until the data are as wanted; each question waits for the answer to the one before. */
async function waitFor(service: Started, isWanted: (ready: Ready) => boolean): Promise<Ready> {
  for (let tries = 0; tries < 600; tries++) {
    const ready: Ready = await (await fetch(`${service.url}/readyz`)).json();
    if (isWanted(ready)) return ready;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The data did not come to be as wanted");
}

async function waitForAnswer(
  service: Started,
  isWanted: (body: { meta: { source: string } }) => boolean,
): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${service.url}/api/v1/prices/national?fuel=gazole`);
    if (isWanted(await response.json())) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The answers did not come to be as wanted");
}

async function withService(
  env: Record<string, string>,
  work: (service: Started) => Promise<void>,
): Promise<{ code: number; stderr: string }> {
  const service = await startService(env);
  try {
    await work(service);
    service.kill("SIGTERM");
  } catch (error) {
    service.kill("SIGKILL");
    await service.end();
    throw error;
  }
  return await service.end();
}

function serveFeed(): FeedServer {
  const server = startFeedServer();
  server.answer({ kind: "feed", bytes: FEED });
  return server;
}

function sourcesOf(server: FeedServer, dataDir: string): Record<string, string> {
  const nowhere = `${server.url}/nowhere`;
  return { DATA_DIR: dataDir, FEED_URL: server.url, ARCHIVE_URL: nowhere, BRANDS_URL: nowhere };
}

const PATHS = [
  "/stations/bbox?north=51&south=41&east=9&west=-5&fuel=gazole&limit=500",
  "/prices/national?fuel=gazole",
];

/** The texts of some answers. */
function ask({ url }: Started): Promise<string[]> {
  return Promise.all(PATHS.map(async (path) => await (await fetch(`${url}/api/v1${path}`)).text()));
}

async function askReady({ url }: Started): Promise<Ready> {
  return await (await fetch(`${url}/readyz`)).json();
}

Deno.test("the service from its first start on an empty database", async (t) => {
  const { dataDir, remove } = await createDataDir();
  const server = serveFeed();
  const env = sourcesOf(server, dataDir);
  const answers: string[][] = [];
  try {
    await t.step(
      "INGEST=off says in the log that an empty database stays empty, and a misspelt setting is named",
      async (t) => {
        const empty = await withService({ ...env, INGEST: "off", TRUSTED_PROXY: "10.0.0.1" }, async (service) => {
          equal((await askReady(service)).ready, false);
          await t.step("a second process is refused with the holder's name, commands included", async () => {
            for (const args of [["serve.ts"], ["ingest/commands/ingest.ts"], ["lib/db/commands/migrate.ts"]]) {
              const { code, stderr } = await runProgram(args, { ...env, PORT: "0" });
              equal(code, 1, `${args}: ${stderr}`);
              match(stderr, new RegExp(`\\b${service.pid}\\b`));
            }
          });
        });
        match(empty.stderr, /The database is empty and INGEST=off/);
        match(empty.stderr, /TRUSTED_PROXY is no setting and has no effect; did you mean TRUSTED_PROXIES/);
        doesNotMatch(empty.stderr, /10\.0\.0\.1/);
      },
    );
    await t.step("the service loads the feed, answers, and SIGTERM ends it with 0", async () => {
      const { code, stderr } = await withService(env, async (service) => {
        const ready = await waitFor(service, ({ stations }) => stations === STATIONS);
        equal(ready.source, "official");
        const answer = await fetch(`${service.url}/api/v1/prices/national?fuel=gazole`);
        equal((await answer.json()).data.stationCount, STATIONS);
      });
      equal(code, 0, stderr);
    });
    await t.step("its data are there at the next start, over which INGEST=off is quiet", async () => {
      const { code, stderr } = await withService({ ...env, INGEST: "off", SNAPSHOT: "on" }, async (service) => {
        equal((await askReady(service)).stations, STATIONS, "the data must be there at once");
        answers.push(await ask(service));
      });
      equal(code, 0, stderr);
      doesNotMatch(stderr, /The database is empty/);
    });
    await t.step("SNAPSHOT=off answers from the database what is answered from memory", async () => {
      const { code, stderr } = await withService({ ...env, INGEST: "off", SNAPSHOT: "off" }, async (service) => {
        answers.push(await ask(service));
      });
      equal(code, 0, stderr);
      equal(JSON.parse(answers[0]![0]!).meta.total, STATIONS);
      deepEqual(answers[1], answers[0]);
    });
  } finally {
    await server.stop();
    await remove();
  }
});

Deno.test("an empty database gets the sample without the feed, then the feed, and keeps it when the service is killed", async (t) => {
  const { dataDir, remove } = await createDataDir();
  const server = startFeedServer();
  server.answer({ kind: "html" });
  const env = sourcesOf(server, dataDir);
  try {
    await t.step("without the feed an empty database gets the sample", async () => {
      const { stderr } = await withService(env, async (service) => {
        const ready = await waitFor(service, ({ ready }) => ready);
        equal(ready.source, "sample");
        equal(ready.stations, 10_000);
        const { meta } = await (await fetch(`${service.url}/api/v1/prices/national?fuel=e10`)).json();
        equal(meta.source, "sample");
        match(meta.notice, /invented/);
      });
      match(stderr, /invented sample/);
      doesNotMatch(stderr, /A job failed/, "the sample's past was being loaded when the service was ended");
    });
    await t.step("the first official feed replaces the sample", async () => {
      server.answer({ kind: "feed", bytes: FEED });
      const service = await startService(env);
      try {
        const ready = await waitFor(service, ({ source }) => source === "official");
        equal(ready.stations, STATIONS);
        // the snapshot in memory follows the database within a second or two
        await waitForAnswer(service, ({ meta }) => meta.source === "official");
        const sampled = await fetch(`${service.url}/api/v1/stations/900000001`);
        equal(sampled.status, 404, "nothing of the sample may remain");
        await sampled.body?.cancel();
      } finally {
        service.kill("SIGKILL");
        await service.end();
      }
    });
    await t.step("the killed service starts again with its data", async () => {
      await withService({ ...env, INGEST: "off" }, async (service) => {
        equal((await askReady(service)).stations, STATIONS);
      });
    });
  } finally {
    await server.stop();
    await remove();
  }
});

/** What remains on a terminal of a line that was drawn over. */
function toShown(line: string): string {
  // deno-lint-ignore no-control-regex
  return line.trimEnd().split(/\r\x1b\[K/).at(-1)!.replace(/\x1b\[\d*[A-Za-z]/g, "");
}

Deno.test("at a terminal the first start is a few lines of text, without requests and single migrations", async () => {
  // not below /dev, where the task's permissions do not reach
  const dataDir = await Deno.makeTempDir({ dir: "/tmp" });
  const server = serveFeed();
  const env = { PORT: "0", CLOCK, ...sourcesOf(server, dataDir) };
  const service = startProgram([], env, { terminal: true, task: "start" });
  const shown: string[] = [];
  const timer = setTimeout(() => service.kill("SIGKILL"), 120_000);
  try {
    while (!/Past prices loaded/.test(shown.at(-1) ?? "")) {
      const line = await service.nextLine();
      ok(line !== null, shown.join("\n"));
      shown.push(toShown(line));
      const origin = /Listening: (http:\S+)\/ /.exec(line)?.[1];
      for (let i = 0; origin && i < 5; i++) await (await fetch(`${origin}/healthz`)).body?.cancel();
    }
    service.kill("SIGKILL");
  } finally {
    await service.end();
    clearTimeout(timer);
    await server.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
  const TIME = /^\d\d:\d\d:\d\d {2}/;
  const texts = shown.filter((line) => TIME.test(line)).map((line) => line.replace(TIME, "").replace(/:\d+\//, "/"));
  // the cron may run meanwhile, and say the same again
  deepEqual([...new Set(texts)].filter((text) => text !== "Feed unchanged"), [
    "Listening: http://127.0.0.1/ with /docs, /api/v1, /mcp and /readyz",
    "Database made",
    `Feed loaded: ${STATIONS} stations, ${STATIONS} prices`,
    "warning: Brands not loaded: No brand file: CSV with the fault INVALID_OPENING_QUOTE",
    "Past prices loaded: 2026-06-05 to 2026-06-05",
  ]);
  deepEqual(shown.filter((line) => line !== "" && !TIME.test(line)), []);
});

Deno.test("bad settings are reported together and the process exits 2", async () => {
  for (const program of ["serve.ts", "ingest/commands/ingest.ts"]) {
    const { code, stderr } = await runProgram([program], {
      ...{ PORT: "eighty", CLOCK: "noon", INGEST: "maybe", THREADS: "2" },
    });
    equal(code, 2);
    for (const name of ["PORT", "CLOCK", "INGEST", "DATABASE_URL"]) {
      ok(stderr.includes(name), `${program} does not name ${name}:\n${stderr}`);
    }
  }
});

Deno.test("bad arguments are explained without a stack, exit 2 and touch nothing", async () => {
  const folder = await Deno.makeTempDir();
  const dataDir = `${folder}/data`;
  try {
    for (
      const args of [
        ["ingest/commands/ingest.ts", "--file", folder],
        ["ingest/commands/brands.ts", "--file", folder],
        ["ingest/commands/sample.ts", "--nonsense"],
        ["lib/db/commands/migrate.ts", "--nonsense"],
      ]
    ) {
      const { code, stderr } = await runProgram(args, { DATA_DIR: dataDir });
      equal(code, 2, stderr);
      match(stderr, /Usage|cannot be read/);
      doesNotMatch(stderr, /^ {4}at /m, args[0]!);
    }
    await rejects(Deno.stat(dataDir), Deno.errors.NotFound);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a taken port is explained in one sentence and the process exits 1", async () => {
  const { dataDir, remove } = await createDataDir();
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  try {
    const env = { DATA_DIR: dataDir, PORT: String(taken.addr.port), INGEST: "off" };
    const { code, stderr } = await runProgram(["serve.ts"], env);
    equal(code, 1, stderr);
    match(stderr, new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${taken.addr.port} .*in use.*\\n$`, "i"));
  } finally {
    taken.close();
    await remove();
  }
});

Deno.test("a DATA_DIR that is no folder is explained in one sentence and the process exits 1, commands included", async () => {
  const file = await Deno.makeTempFile();
  try {
    for (const program of ["serve.ts", "ingest/commands/ingest.ts", "lib/db/commands/migrate.ts"]) {
      const { code, stderr } = await runProgram([program], { DATA_DIR: file, PORT: "0", INGEST: "off" });
      equal(code, 1, stderr);
      match(stderr, /^DATA_DIR \S+ cannot be used: .*\n$/, program);
    }
  } finally {
    await Deno.remove(file);
  }
});
