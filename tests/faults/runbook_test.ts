// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";
import { deepEqual, doesNotMatch, equal, match, rejects } from "../support/assert.ts";
import { dirname } from "node:path";
import { findFreePort, untilListening } from "../support/cluster.ts";
import { toArchiveXml } from "../support/archive_xml.ts";
import { startServer } from "../support/process.ts";
import { findCommands, RUN } from "../support/runbook.ts";
import {
  createServerUrl,
  readServerWarnings,
  toRoleUrl,
  withServerRoles,
} from "../support/server_db.ts";
import { withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const COMMANDS = await findCommands();
const STATIONS = 120;

function toCommand(name: keyof typeof RUN): string {
  return COMMANDS.find((command) => RUN[name].test(command))!;
}

/** Returns the time in Paris a number of minutes ago, as the feed writes it. */
function toParisWall(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toLocaleString("sv-SE", {
    timeZone: "Europe/Paris",
  });
}

function toDayFeed(stations: number, minutes: number): Uint8Array<ArrayBuffer> {
  const at = toParisWall(minutes);
  const odd = { fuel: "SP98", at, value: "99" };
  return toFeed(
    toStations(stations, at, (one, i) => i > 0 ? one : { ...one, prices: [...one.prices!, odd] }),
  );
}

const YEAR = toArchiveXml([{ id: 75012001, prices: [["Gazole", "2025-01-02T10:00:00", "1.7"]] }]);
const BRANDS = "ref:FR:prix-carburants,brand,name,operator,branch\n75012001,Super U,,,\n";

/**
 * The environment of commands: variables that the document uses, and the settings of the service.
 */
class Shell {
  constructor(private readonly env: Record<string, string>) {}

  /**
   * Runs a command of the document and returns all its output. `role` is the database role that it
   * uses.
   */
  async run(
    name: keyof typeof RUN,
    options: { role?: string; code?: number; say?: [string, string] } = {},
  ) {
    const { role, code = 0, say = ["", ""] } = options;
    const command = toCommand(name).replace(...say);
    const env = role === undefined
      ? this.env
      : { ...this.env, DATABASE_URL: toRoleUrl(this.env.ADMIN_URL!, role) };
    const ended = await new Deno.Command("sh", {
      args: ["-c", command],
      cwd: ROOT,
      env,
      stdin: "null",
    }).output();
    const text = new TextDecoder().decode(ended.stdout) + new TextDecoder().decode(ended.stderr);
    equal(ended.code, code, `${command}\n${text}`);
    return text;
  }
}

const writer = { role: "jauge_writer" };

// Makes: rows look wrong
Deno.test("the commands of the runbook do what it says", async (t) => {
  const { url, drop } = await createServerUrl({ migrated: false });
  // not below /dev, which commands may not read
  const folder = await Deno.makeTempDir({ dir: "/tmp" });
  const files: Record<string, BodyInit> = {
    feed: toDayFeed(STATIONS, 10),
    brands: BRANDS,
    "annee/2025": YEAR,
  };
  const source = startServer(({ url }) =>
    new Response(files[new URL(url).pathname.slice(1)] ?? null)
  );
  const sources = {
    FEED_URL: `${source.url}/feed`,
    ARCHIVE_URL: source.url,
    BRANDS_URL: `${source.url}/brands`,
  };
  const path = `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`;
  const shell = new Shell({ ADMIN_URL: url, REFUSED: `${folder}/refused`, PATH: path, ...sources });
  try {
    await t.step(
      "roles, migrations and the three loads work, each with the documented role",
      async () => {
        await withServerRoles(() => shell.run("roles"));
        match(await shell.run("migrate", { role: "jauge_owner" }), /is up to date: all migrations/);
        match(await shell.run("ingest", writer), /Ingest changed/);
        match(await shell.run("brands", writer), /brands: changed/);
        match(await shell.run("backfill", writer), /changed/);
        match(await shell.run("repairClock", writer), /Ingest (un)?changed/);
        deepEqual(await readServerWarnings(url), []);
      },
    );
    await t.step(
      "a rejected feed is found, inspected and accepted, and rejected rows are listed",
      async () => {
        const suspicious = toDayFeed(60, 5);
        files.feed = suspicious;
        match(await shell.run("ingest", { ...writer, code: 1 }), /Ingest refused/);
        match(await shell.run("runs"), /feed +\|[^\n]+\| refused +\| [^\n]*60 of 120/);
        await shell.run("refusedFeed");
        deepEqual(await Deno.readFile(`${folder}/refused`), suspicious);
        match(await shell.run("believe", writer), /Ingest changed/);
        files.feed = toDayFeed(60, 4);
        // The next ingests are compared with this feed.
        match(await shell.run("ingest", writer), /Ingest changed/);
        match(await shell.run("reasons"), /implausible_price +\| +3 /);
        match(await shell.run("refusedRows"), /implausible_price \| prix [^\n]*99/);
        match(await shell.run("tables"), /price_change +\| \d+ kB/);
      },
    );
    await t.step("a self-check finds no difference, and a rerun repeats its requests", async () => {
      match(await shell.run("selfCheck", writer), /"questions":1000,"differences":0/);
      const again = await shell.run("selfCheckAgain", { ...writer, say: ["5000", "50"] });
      match(again, /"seed":20260605,"questions":50,"differences":0/);
    });
    await t.step("a stalled ingest is found and ended, and no other session is", async () => {
      const frozen = new pg.Client({ connectionString: toRoleUrl(url, "jauge_writer") });
      frozen.on("error", () => {});
      await frozen.connect();
      await frozen.query("begin; select pg_advisory_xact_lock(52844)");
      match(await shell.run("activity"), /idle in transaction[^\n]+pg_advisory_xact_lock/);
      match(await shell.run("endIngest"), /\n t\n\(1 row\)/);
      await rejects(frozen.query("commit"));
      match(await shell.run("endIngest"), /\(0 rows\)/);
    });
    await t.step("a started service is healthy and shows its metrics", async () => {
      const port = findFreePort();
      const origin = `http://127.0.0.1:${port}`;
      const QUOTAS = /"(.*)"/.exec(toCommand("quotas"))![1]!;
      const access = { METRICS_FROM: "127.0.0.1", BASE_URL: origin, PORT: String(port), QUOTAS };
      const env = {
        DATABASE_URL: toRoleUrl(url, "jauge_reader"),
        DATA_DIR: folder,
        INGEST: "off",
        ...access,
      };
      await Deno.writeTextFile(`${folder}/backup_succeeded`, "");
      await withService(env, async () => {
        match(
          await shell.run("doctor", { say: ["https://fuel.example", origin] }),
          /\nAll is well\n/,
        );
        const metrics = await shell.run("metrics", { say: ["http://127.0.0.1:8000", origin] });
        match(
          metrics,
          /^http_request_duration_seconds_count\{method="GET",route="\/readyz",status_code="200"\} [1-9]/m,
        );
        doesNotMatch(metrics, /^jauge_ingest_duration_seconds_count/m);
      });
    });
    await t.step("the one-line collector prints what it receives", async () => {
      const port = findFreePort();
      const command = toCommand("collector").replace("4318", String(port));
      const collector = new Deno.Command("sh", {
        args: ["-c", `exec ${command}`],
        env: { PATH: path },
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const text = new Response(collector.stdout).text();
      await untilListening(port, "the collector");
      await (await fetch(`http://127.0.0.1:${port}/v1/metrics`, { method: "POST", body: "sent" }))
        .body?.cancel();
      collector.kill("SIGTERM");
      match(await text, /^sent$/m);
      await collector.status;
    });
  } finally {
    await source.stop();
    await Deno.remove(folder, { recursive: true });
    await drop();
  }
});
