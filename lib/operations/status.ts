/**
 * `GET /readyz` and `/healthz`: the state of the service, for load balancers, operators and the
 * status page.
 *
 * @module
 */

import { z } from "zod";
import { isUnavailable } from "../db/db.ts";
import { getRunRecords } from "../db/ingest/public_runs.ts";
import { getLastSelfCheck } from "../db/self_check.ts";
import { getStatusRow, type StatusRow } from "../db/data_state.ts";
import { DomainError } from "../domain/errors.ts";
import { instantField } from "../domain/wire.ts";
import { type Backend, defineOperation, noDataError } from "./operation.ts";
import { readOptional } from "./per_snapshot.ts";

const statusSchema = z.object({
  ready: z.boolean().describe(
    "Whether this instance can take requests: it has current prices and is not shutting down",
  ),
  time: instantField.describe("The time by the instance's clock"),
  database: z.enum(["up", "down"]),
  writable: z.boolean().nullable().describe(
    "Whether the database takes writes; null while it is down",
  ),
  ingest: z.enum(["on", "off"]).describe(
    "Whether this instance loads the feed. If it is off, another instance must load it",
  ),
  quota: z.enum(["shared", "local"]).describe("Whether instances count requests together"),
  as_of: z.string().nullable().describe("Instant of the last good ingest"),
  as_of_age_s: z.int().nullable().describe("Seconds since as_of"),
  feed_at: z.string().nullable().describe("Newest time of a price in the feed"),
  feed_age_s: z.int().nullable().describe(
    "Seconds since feed_at. It grows while the source does not change, even if each ingest " +
      "succeeds",
  ),
  revision: z.int().nullable().describe("Revision of the data"),
  served: z.object({
    from: z.enum(["memory", "database"]),
    revision: z.int().nullable(),
    as_of: z.string().nullable(),
    as_of_age_s: z.int().nullable(),
    renewed: z.boolean().describe(
      "false while the data in memory cannot be compared with the database",
    ),
  }).describe(
    "The data that current prices come from. A revision that stays older than the database's for " +
      "longer than a few seconds is a fault",
  ),
  source: z.enum(["official", "file", "sample"]).nullable().describe(
    "Where the data came from; sample data are invented",
  ),
  stations: z.int().nullable().describe("Stations that the newest feed lists"),
  last_run: z.object({
    outcome: z.string(),
    finished_at: instantField,
    message: z.string().nullable(),
  }).nullable()
    .describe("The last ingest run. A refused or failed run does not change the data"),
  history: z.object({
    covered_days: z.int().describe("Days with known prices"),
    owed_days: z.int().describe("Past days among these whose means are not computed yet"),
    backfills: z.array(z.object({ source: z.string(), stations_done: z.int() })).describe(
      "Archives that are being loaded",
    ),
  }).nullable().describe("Stored history; null while the database is down"),
  self_check: z.object({
    at: instantField,
    questions: z.int().min(1).describe("Number of random requests"),
    differences: z.int().min(0).describe(
      "Responses that differ from the feed; above 0 is a fault",
    ),
  }).nullable().describe(
    "The last comparison of responses with the last accepted feed; null until the first one",
  ),
  backup: z.object({
    succeeded_at: instantField.nullable(),
    failed_at: instantField.nullable(),
  }).nullable().describe(
    "When backups last succeeded and failed, if they report to this instance; null on Deno Deploy",
  ),
});

/** The state of the service. Instants are ISO text in UTC; null if unknown. */
export type Status = z.infer<typeof statusSchema>;

function toText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function toAgeS(backend: Backend, asOfMs: number | null): number | null {
  return asOfMs === null
    ? null
    : Math.max(0, Math.round((backend.clock().getTime() - asOfMs) / 1000));
}

/**
 * Returns the status from the row of the database. `row` is null while the database is unavailable;
 * the snapshot then still makes the service ready.
 */
async function toStatus(backend: Backend, row: StatusRow | null): Promise<Status> {
  const snapshot = backend.snapshots.current();
  const none = { asOfMs: null, feedAtMs: null, revision: null, source: null };
  const { asOfMs, feedAtMs, revision, source } = row ?? snapshot ?? none;
  const served = snapshot ?? row ?? none;
  const { last_run: run, self_check: check } = row ?? { last_run: null, self_check: null };
  return {
    ready: asOfMs !== null && !backend.isEnding?.(),
    ingest: backend.ingests === false ? "off" : "on",
    quota: backend.isQuotaShared?.() ? "shared" : "local",
    as_of: toText(asOfMs),
    as_of_age_s: toAgeS(backend, asOfMs),
    feed_at: toText(feedAtMs),
    feed_age_s: toAgeS(backend, feedAtMs),
    revision,
    source,
    served: {
      from: snapshot ? "memory" : "database",
      revision: served.revision,
      as_of: toText(served.asOfMs),
      as_of_age_s: toAgeS(backend, served.asOfMs),
      renewed: !backend.snapshots.isFailing(),
    },
    time: backend.clock().toISOString(),
    database: row ? "up" : "down",
    writable: row && row.writable,
    stations: row?.stations ?? snapshot?.stations.length ?? null,
    last_run: run && { ...run, finished_at: new Date(run.finished_at).toISOString() },
    history: row && {
      covered_days: row.covered_days,
      owed_days: row.owed_days,
      backfills: row.backfills.map(({ source, stations_done }) => ({ source, stations_done })),
    },
    self_check: check && { ...check, at: new Date(check.at).toISOString() },
    backup: await backend.readBackups?.() ?? null,
  };
}

const ENDING = new DomainError("SERVICE_UNAVAILABLE", "The instance is shutting down");

/** How long to serve a row: load balancers poll often, and the endpoint is public. */
const KEEP_ROW_MS = 1_000;

type KeptRow = { row: Promise<StatusRow>; untilMs: number };

const keptRows = new WeakMap<Backend, KeptRow>();

/** Returns the row of the database, read at most once a second. */
function getKeptRow(backend: Backend): Promise<StatusRow> {
  const kept = keptRows.get(backend);
  if (kept && performance.now() < kept.untilMs) return kept.row;
  const read: KeptRow = { row: getStatusRow(backend.db), untilMs: Infinity };
  const keep = () => read.untilMs = performance.now() + KEEP_ROW_MS;
  read.row.then(keep, keep);
  keptRows.set(backend, read);
  return read.row;
}

/** Reads the status and, for the log, the reason for a 503. */
export async function readStatus(
  backend: Backend,
  getRow: (backend: Backend) => Promise<StatusRow> = ({ db }) => getStatusRow(db),
): Promise<{ data: Status; reason: unknown }> {
  try {
    const data = await toStatus(backend, await getRow(backend));
    return { data, reason: backend.isEnding?.() ? ENDING : noDataError(backend) };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { data: await toStatus(backend, null), reason: error };
  }
}

/** Reads the status by a row that is at most a second old. */
export async function readKeptStatus(backend: Backend): Promise<Status> {
  return (await readStatus(backend, getKeptRow)).data;
}

/**
 * Reports whether there are data, how old they are and what is still loading; 503 if nothing can be
 * served.
 */
export const ready = defineOperation({
  kind: "status",
  id: "ready",
  tag: "Service",
  path: "/readyz",
  title: "Whether the service has data",
  description:
    "For load balancers and people: whether the service has data, the age of the last good " +
    "ingest, and the time of the feed.",
  example: "/readyz",
  input: z.strictObject({}),
  output: statusSchema,
  status: (data) => data.ready ? 200 : 503,
  fromDatabase: async (backend) => ({
    ...await readStatus(backend, getKeptRow),
    meta: {},
    state: null,
  }),
});

/** The state of the service for its page. `records` are null while the database is unavailable. */
export type StatusOverview = Awaited<ReturnType<typeof readStatusOverview>>;

/** Reads the state of the service now. */
export async function readStatusOverview(backend: Backend) {
  const { db } = backend;
  const { data: status } = await readStatus(backend);
  const readRecords = () => Promise.all([getRunRecords(db), getLastSelfCheck(db)]);
  const read = status.database === "up" ? await readOptional(readRecords) : null;
  return { status, records: read && { ...read[0], check: read[1] } };
}

/** Reports that the process runs. */
export const alive = defineOperation({
  kind: "status",
  id: "alive",
  tag: "Service",
  path: "/healthz",
  title: "Whether the process is running",
  description: "Returns 200 while the process runs, with or without data.",
  example: "/healthz",
  input: z.strictObject({}),
  output: z.string(),
  formats: ["text"],
  fromDatabase: () => Promise.resolve({ data: "ok\n", meta: {}, state: null }),
});
