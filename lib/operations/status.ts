/** How the service is: what readiness checks, operators and the footer of pages ask. @module */

import { isUnavailable } from "../db/errors.ts";
import { getStatusRow, type StatusRow } from "../db/status.ts";
import type { Deps } from "./operation.ts";

/** The state of the service. Instants as ISO text in UTC; null when unknown. */
export type Status = {
  /** Whether questions about current prices can be answered. */
  isReady: boolean;
  database: "up" | "down";
  /** The instant of the last good ingest: the "now" of every answer. */
  asOf: string | null;
  /** Seconds since then. */
  asOfAgeS: number | null;
  /** Newest time of a price in the feed. */
  feedAt: string | null;
  revision: number | null;
  source: "official" | "file" | "sample" | null;
  stationCount: number | null;
  /** The last run of the feed; a refused or failed one leaves the data as they were. */
  lastRun: { outcome: string; finishedAt: string; message: string | null } | null;
  history: { coveredDays: number; owedDays: number; backfills: { source: string; stationsDone: number }[] } | null;
};

type State = { revision: number; asOfMs: number | null; feedAtMs: number | null; source: Status["source"] };

function toText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function describe(deps: Deps, state: State | null): Omit<Status, "database" | "stationCount" | "lastRun" | "history"> {
  const asOfMs = state?.asOfMs ?? null;
  return {
    isReady: asOfMs !== null,
    asOf: toText(asOfMs),
    asOfAgeS: asOfMs === null ? null : Math.max(0, Math.round((deps.clock().getTime() - asOfMs) / 1000)),
    feedAt: toText(state?.feedAtMs ?? null),
    revision: state?.revision ?? null,
    source: state?.source ?? null,
  };
}

function ofRow(deps: Deps, row: StatusRow): Status {
  const { last_run: run } = row;
  const round = (ms: number | null) => ms === null ? null : Math.round(ms);
  const state = { ...row, asOfMs: round(row.as_of_ms), feedAtMs: round(row.feed_at_ms) };
  return {
    ...describe(deps, state),
    database: "up",
    stationCount: row.stations,
    lastRun: run && {
      outcome: run.outcome,
      finishedAt: new Date(run.finished_at).toISOString(),
      message: run.message,
    },
    history: {
      coveredDays: row.covered_days,
      owedDays: row.owed_days,
      backfills: row.backfills.map((one) => ({ source: one.source, stationsDone: one.stations_done })),
    },
  };
}

/** The status now. In an outage of the database the picture at hand still makes the service ready. */
export async function readStatus(deps: Deps): Promise<Status> {
  try {
    return ofRow(deps, await getStatusRow(deps.db));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const snapshot = deps.snapshots.current();
    const stationCount = snapshot?.stations.length ?? null;
    return { ...describe(deps, snapshot), database: "down", stationCount, lastRun: null, history: null };
  }
}
