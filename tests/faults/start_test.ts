import { deepEqual, doesNotMatch, equal, match, ok, rejects } from "../support/assert.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { runProgram, startProgram, until } from "../support/process.ts";
import { assertEnds, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const CLOCK = "2026-06-05T10:20:00Z";
const STATIONS = 120;
const FEED = { kind: "feed" as const, bytes: toFeed(toStations(STATIONS, "2026-06-05 12:00:00")) };

type Ready = { ready: boolean; source: string | null; stations: number | null; revision: number };

async function askReady(origin: string): Promise<Ready> {
  return await (await fetch(`${origin}/readyz`)).json();
}

async function askMeta(origin: string): Promise<{ source: string; notice: string }> {
  return (await (await fetch(`${origin}/api/v1/prices/national?fuel=gazole`)).json()).meta;
}

const PATHS = [
  "/stations/bbox?north=51&south=41&east=9&west=-5&fuel=gazole&limit=500",
  "/prices/national?fuel=gazole",
];

function ask(origin: string): Promise<string[]> {
  return Promise.all(
    PATHS.map(async (path) => await (await fetch(`${origin}/api/v1${path}`)).text()),
  );
}

/** Runs the service until `work` is done, and ends it. Returns its standard error. */
async function run(
  env: Record<string, string>,
  work: (origin: string, pid: number) => Promise<void>,
): Promise<string> {
  let stderr = "";
  await withService({ CLOCK, ...env }, async (service, origin) => {
    await work(origin, service.pid);
    stderr = await assertEnds(service);
  });
  return stderr;
}

// Makes: a start
Deno.test("the service from its first start on an empty database", async (t) => {
  const { dataDir, remove } = await createDataDir();
  const server = startFeedServer(FEED);
  const env = { DATA_DIR: dataDir, ...server.settings };
  const answers: string[][] = [];
  try {
    await t.step(
      "INGEST=off leaves it empty and says so, a misspelt setting is named, and a second process is rejected",
      async () => {
        const stderr = await run(
          { ...env, INGEST: "off", TRUSTED_PROXY: "10.0.0.1" },
          async (origin, pid) => {
            equal((await askReady(origin)).ready, false);
            for (
              const program of [
                "serve.ts",
                "ingest/commands/ingest.ts",
                "lib/db/commands/migrate.ts",
              ]
            ) {
              const { code, stderr } = await runProgram([program], { ...env, PORT: "0" });
              equal(code, 1, `${program}: ${stderr}`);
              match(stderr, new RegExp(`\\b${pid}\\b`), "the message must name the holder");
            }
          },
        );
        match(stderr, /The database is empty and INGEST=off/);
        match(
          stderr,
          /Unknown setting TRUSTED_PROXY is ignored; did you mean TRUSTED_PROXIES/,
        );
        doesNotMatch(stderr, /10\.0\.0\.1/);
      },
    );
    await t.step("the service loads the feed, responds, and SIGTERM ends it with 0", async () => {
      await run(env, async (origin) => {
        const { source } = await until(
          () => askReady(origin),
          ({ stations }) => stations === STATIONS,
        );
        equal(source, "official");
        equal(JSON.parse((await ask(origin))[1]!).data.stationCount, STATIONS);
      });
    });
    for (const SNAPSHOT of ["on", "off"]) {
      await t.step(
        `its data survive a restart with SNAPSHOT=${SNAPSHOT}, and INGEST=off is quiet`,
        async () => {
          const stderr = await run({ ...env, INGEST: "off", SNAPSHOT }, async (origin) => {
            equal(
              (await askReady(origin)).stations,
              STATIONS,
              "the data must be available at once",
            );
            answers.push(await ask(origin));
          });
          doesNotMatch(stderr, /The database is empty/);
        },
      );
    }
    equal(JSON.parse(answers[0]![0]!).meta.total, STATIONS);
    deepEqual(answers[1], answers[0], "memory and database must agree");
  } finally {
    await server.stop();
    await remove();
  }
});

Deno.test("an empty database gets the sample without the feed, then the feed, and keeps it when the service is killed", async (t) => {
  const { dataDir, remove } = await createDataDir();
  const server = startFeedServer({ kind: "html" });
  const env = { DATA_DIR: dataDir, CLOCK, ...server.settings };
  try {
    await t.step("without the feed an empty database gets the sample", async () => {
      const stderr = await run(env, async (origin) => {
        const { source, stations } = await until(() => askReady(origin), ({ ready }) => ready);
        deepEqual([source, stations], ["sample", 10_000]);
        const meta = await askMeta(origin);
        equal(meta.source, "sample");
        match(meta.notice, /invented/);
      });
      match(stderr, /invented sample/);
      doesNotMatch(
        stderr,
        /A job failed/,
        "the sample's history was loading when the service ended",
      );
    });
    await t.step("the first official feed replaces the sample", async () => {
      server.answer(FEED);
      // It is ended by SIGKILL.
      await withService(env, async (_service, origin) => {
        const { stations } = await until(
          () => askReady(origin),
          ({ source }) => source === "official",
        );
        equal(stations, STATIONS);
        // The snapshot in memory follows the database within a second or two.
        await until(() => askMeta(origin), ({ source }) => source === "official");
        const sampled = await fetch(`${origin}/api/v1/stations/900000001`);
        equal(sampled.status, 404, "nothing of the sample may remain");
        await sampled.body?.cancel();
      });
    });
    await t.step("the killed service starts again with its data", async () => {
      await run(
        { ...env, INGEST: "off" },
        async (origin) => equal((await askReady(origin)).stations, STATIONS),
      );
    });
  } finally {
    await server.stop();
    await remove();
  }
});

/** Returns what remains visible of a terminal line that was overwritten. */
function toShown(line: string): string {
  // deno-lint-ignore no-control-regex
  return line.trimEnd().split(/\r\x1b\[K/).at(-1)!.replace(/\x1b\[\d*[A-Za-z]/g, "");
}

Deno.test("at a terminal the first start prints a few lines of text, without requests and individual migrations", async () => {
  // Not below /dev, where the task's permissions do not apply.
  const dataDir = await Deno.makeTempDir({ dir: "/tmp" });
  const server = startFeedServer(FEED);
  const env = { PORT: "0", CLOCK, DATA_DIR: dataDir, ...server.settings };
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
    // Not SIGKILL, which would only end `script` and leave the service running in its folder.
    service.kill("SIGTERM");
  } finally {
    await service.end();
    clearTimeout(timer);
    await server.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
  const TIME = /^\d\d:\d\d:\d\d {2}/;
  const texts = shown.filter((line) => TIME.test(line)).map((line) =>
    line.replace(TIME, "").replace(/:\d+\//, "/")
  );
  const warning = "warning: CLOCK is set for a replay: the service does not use the current time";
  ok(texts.includes(warning), "the warning may come before or after the service listens");
  // A cron may run meanwhile.
  const ofCron = /^(Feed unchanged$|Self-check: |Files of past prices were built)/;
  deepEqual([...new Set(texts)].filter((text) => text !== warning && !ofCron.test(text)), [
    "Listening: http://127.0.0.1/ with /docs, /api/v1, /mcp and /readyz",
    "Database created",
    `Feed loaded: ${STATIONS} stations, ${STATIONS} prices`,
    "warning: Brands not loaded: Not a brand file: CSV with the fault INVALID_OPENING_QUOTE",
    "Past prices loaded: 2026-06-05 to 2026-06-05",
  ]);
  deepEqual(shown.filter((line) => line !== "" && !TIME.test(line)), []);
});

Deno.test("bad settings are reported together and the process exits 2", async () => {
  const env = { PORT: "eighty", CLOCK: "noon", INGEST: "maybe", THREADS: "2" };
  for (const program of ["serve.ts", "ingest/commands/ingest.ts"]) {
    const { code, stderr } = await runProgram([program], env);
    equal(code, 2);
    for (const name of ["PORT", "CLOCK", "INGEST", "DATABASE_URL"]) {
      ok(stderr.includes(name), `${program}: ${stderr}`);
    }
  }
});

Deno.test("bad arguments are explained without a stack, exit 2 and change nothing", async () => {
  const folder = await Deno.makeTempDir();
  const commands = [
    ["ingest/commands/ingest.ts", "--file", folder],
    ["ingest/commands/brands.ts", "--file", folder],
    ["ingest/commands/sample.ts", "--nonsense"],
    ["lib/db/commands/migrate.ts", "--nonsense"],
  ];
  for (const args of commands) {
    const { code, stderr } = await runProgram(args, { DATA_DIR: `${folder}/data` });
    equal(code, 2, stderr);
    match(stderr, /Usage|cannot be read/);
    doesNotMatch(stderr, /^ {4}at /m, args[0]!);
  }
  await rejects(Deno.stat(`${folder}/data`), Deno.errors.NotFound);
  await Deno.remove(folder, { recursive: true });
});

// Makes: a start
Deno.test("a port in use is explained in one sentence and the process exits 1", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { dataDir, remove } = await createDataDir();
  const env = { DATA_DIR: dataDir, PORT: String(taken.addr.port), INGEST: "off" };
  const { code, stderr } = await runProgram(["serve.ts"], env);
  await remove();
  equal(code, 1, stderr);
  match(
    stderr,
    new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${taken.addr.port} .*in use.*\\n$`, "i"),
  );
});

Deno.test("a DATA_DIR that is not a folder is explained in one sentence and the process exits 1, commands included", async () => {
  const file = await Deno.makeTempFile();
  for (const program of ["serve.ts", "ingest/commands/seed.ts"]) {
    const { code, stderr } = await runProgram([program], {
      DATA_DIR: file,
      PORT: "0",
      INGEST: "off",
    });
    equal(code, 1, stderr);
    match(stderr, /^DATA_DIR \S+ cannot be used: .*\n$/, program);
  }
  await Deno.remove(file);
});
