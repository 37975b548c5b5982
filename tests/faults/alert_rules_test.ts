import { deepEqual, equal, match } from "../support/assert.ts";
import { systemClock } from "../../lib/platform/clock.ts";
import { getStatusRow } from "../../lib/db/data_state.ts";
import type { Db } from "../../lib/db/db.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { createTestJobs } from "../support/jobs.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const YEAR_MS = 365 * 24 * 3_600_000;
const RULES = new URL("../../deploy/alerts.yml", import.meta.url).pathname;

function toRecentFeed(): Uint8Array<ArrayBuffer> {
  const at = new Date().toLocaleString("sv-SE", { timeZone: "Europe/Paris" });
  return toFeed(toStations(40, at));
}

/** PostgreSQL's error for an ingest on a full disk. */
const FILL_DISK = `create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
  create trigger full_disk before update on data_state execute function refuse()`;

async function setReadOnly(db: Db, value: "on" | "off"): Promise<void> {
  const [row] = await db.query({ text: "select current_database() as name" });
  const text = `alter database ${row!.name} set default_transaction_read_only = ${value}`;
  await db.query({ text });
}

// Makes: the source is away or moved
// Makes: the server's disk is full, or it only reads
Deno.test("/metrics counts the ingests that store nothing by cause", async () => {
  const source = startFeedServer({ kind: "feed", bytes: toRecentFeed() });
  await withServerDb(async (db, url) => {
    const env = { DATABASE_URL: url, FEED_URL: source.url };
    const { jobs, metrics } = createTestJobs({ db, env, clock: systemClock });
    const ingest = async () => {
      await jobs.run("ingest");
      const { values } = await metrics.ingestFaults.get();
      return values.filter(({ value }) => value > 0).map((
        { labels, value },
      ) => [labels.fault, value]);
    };
    deepEqual(await ingest(), []);
    await db.query({ text: FILL_DISK });
    deepEqual(await ingest(), [["database", 1]]);
    match((await getStatusRow(db)).last_run!.message!, /53100$/);
    await db.query({ text: "drop trigger full_disk on data_state" });
    await setReadOnly(db, "on");
    deepEqual(await ingest(), [["database", 2]]);
    await setReadOnly(db, "off");
    source.answer({ kind: "status", status: 503, body: "" });
    deepEqual(await ingest(), [["source", 1], ["database", 2]]);
    equal((await getStatusRow(db)).last_run?.outcome, "failed");
    source.answer({ kind: "html" });
    deepEqual(await ingest(), [["source", 1], ["feed", 1], ["database", 2]]);
    equal((await getStatusRow(db)).last_run?.outcome, "refused");
    source.answer({ kind: "feed", bytes: toRecentFeed() });
    const clock = () => new Date(Date.now() + YEAR_MS);
    const early = createTestJobs({ db, env, clock });
    await early.jobs.run("ingest");
    const { values } = await early.metrics.ingestFaults.get();
    equal(values.find(({ labels }) => labels.fault === "clock")?.value, 1);
  }).finally(() => source.stop());
});

/** Series of a healthy service: one value a minute, from the first minute of 1970 on. */
const WELL: Record<string, string> = {
  "jauge_database_up": "1+0x20",
  "jauge_quota_shared": "1+0x20",
  "jauge_self_check_differences": "0+0x20",
  "jauge_backup_last_success_timestamp_seconds": "-80000+0x20",
  "jauge_backup_last_failure_timestamp_seconds": "-160000+0x20",
  "jauge_clock_timestamp_seconds": "0+60x20",
  "jauge_as_of_timestamp_seconds": "0+60x20",
  'jauge_ingest_failures_total{fault="database"}': "3+0x20",
  'jauge_ingest_failures_total{fault="clock"}': "0+0x20",
};

/**
 * Failures of the first minute, and the alarm that each must raise. An ingest comes every ten
 * minutes.
 */
const FAILURES: [alarm: string | null, series: Record<string, string>][] = [
  [null, {}],
  ["JaugeDatabaseDown", { "jauge_database_up": "1 0+0x20" }],
  ["JaugeDatabaseRefusesIngests", {
    'jauge_ingest_failures_total{fault="database"}': "3+0x9 4+0x10",
  }],
  ["JaugeQuotaIsLocal", { "jauge_quota_shared": "1 0+0x20" }],
  ["JaugeAnswersDiffer", { "jauge_self_check_differences": "0 3+0x20" }],
  ["JaugeBackupFails", { "jauge_backup_last_failure_timestamp_seconds": "-160000 60+0x20" }],
  ["JaugeBackupIsMissing", { "jauge_backup_last_success_timestamp_seconds": "-93600+0x20" }],
  ["JaugeClockIsWrong", { "jauge_clock_timestamp_seconds": "0 3660+60x20" }],
  ["JaugeClockIsWrong", { "jauge_as_of_timestamp_seconds": "7200+0x20" }],
  ["JaugeClockIsWrong", { 'jauge_ingest_failures_total{fault="clock"}': "0+0x9 1+0x10" }],
];

Deno.test("a failure that visitors do not see raises its alarm within fifteen minutes, and no other", async () => {
  const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
  const tests = FAILURES.map(([alarm, changed]) => ({
    interval: "1m",
    input_series: Object.entries({ ...WELL, ...changed }).map(([series, values]) => {
      const [name, label = "}"] = series.split(/(?<=\{)/);
      return { series: `${name!.replace("{", "")}{job="jauge",instance="first",${label}`, values };
    }),
    promql_expr_test: [{
      expr,
      eval_time: "15m",
      exp_samples: alarm ? [{ labels: `{alertname="${alarm}"}`, value: 1 }] : [],
    }],
  }));
  const file = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(
    file,
    JSON.stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }),
  );
  const { code, stdout, stderr } = await new Deno.Command("promtool", {
    args: ["test", "rules", file],
  }).output();
  await Deno.remove(file);
  const decoder = new TextDecoder();
  equal(code, 0, decoder.decode(stdout) + decoder.decode(stderr));
});
