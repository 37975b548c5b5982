/**
 * Defines the metrics that are read from a running service, in the order in which
 * docs/operations.md lists them.
 *
 * @module
 */

import type { Registry } from "prom-client";
import { type Reading, register } from "./metrics.ts";

/**
 * The parts of a service that metrics are read from; `routing` is null without a routing engine,
 * `routes` queues route plans.
 */
type Sources = {
  db: { connections(): { inUse: number; idle: number; size: number; waiting: number } };
  snapshots: { current(): { feedAtMs: number | null; asOfMs: number } | null };
  quota: { readonly refusals: Readonly<Record<string, number>>; readonly isShared: boolean };
  routing?: { readonly counts: Readonly<Record<string, number>> } | null;
  routes: { readonly pendingCount: number };
  clock(): Date;
  /** Reads what `/readyz` says. */
  readStatus(): Promise<Status>;
};

type Status = {
  database: "up" | "down";
  self_check: { differences: number } | null;
  backup: { succeeded_at: string | null; failed_at: string | null } | null;
};

/** Registers the metrics that are read from a service. */
export function registerService(registry: Registry, sources: Sources): void {
  register(registry, [
    ...readData(sources),
    ...readQueues(sources),
    ...readHealth(sources),
  ]);
}

/** The data that are served. */
function readData({ snapshots }: Sources): Reading[] {
  const toSeconds = (ms: number | null = null) => ms && ms / 1000;
  return [
    {
      name: "jauge_feed_timestamp_seconds",
      help: "When the newest served price was reported; absent without a snapshot",
      read: () => toSeconds(snapshots.current()?.feedAtMs),
    },
    {
      name: "jauge_as_of_timestamp_seconds",
      help: "When the last good ingest in the snapshot ran; absent without a snapshot",
      read: () => toSeconds(snapshots.current()?.asOfMs),
    },
  ];
}

/** Returns the metrics of what requests wait for, or are refused by. */
function readQueues({ quota, db, routing, routes }: Sources): Reading[] {
  return [
    {
      name: "jauge_quota_refusals_total",
      help: "Requests refused with 429: rest, mcp or page",
      label: "bucket",
      read: () => quota.refusals,
    },
    {
      name: "jauge_db_connections",
      help: "Connections to the database: in_use or idle",
      label: "state",
      read() {
        const { inUse, idle } = db.connections();
        return { in_use: inUse, idle };
      },
    },
    {
      name: "jauge_db_connections_max",
      help: "Maximum connections to the database",
      read: () => db.connections().size,
    },
    {
      name: "jauge_db_waiting",
      help: "Callers waiting for a connection to the database",
      read: () => db.connections().waiting,
    },
    {
      name: "jauge_routing_questions_total",
      help:
        "Requests to the routing engine: routed, failed (no answer or no way) or unasked (it is down or busy)",
      label: "outcome",
      read: () => routing?.counts ?? {},
    },
    {
      name: "jauge_routes_waiting",
      help: "Route plans waiting for their turn",
      read: () => routes.pendingCount,
    },
  ];
}

/**
 * Returns the metrics of failures that visitors do not see; null while the status cannot be read.
 */
function readHealth({ quota, clock, readStatus }: Sources): Reading[] {
  const toSeconds = (instant: string | null | undefined) =>
    instant ? Date.parse(instant) / 1000 : 0;
  const read = (pick: (status: Status) => number | null) => () =>
    readStatus().then(pick, () => null);
  return [
    {
      name: "jauge_database_up",
      help: "1 while the database responds, else 0",
      read: () => readStatus().then(({ database }) => Number(database === "up"), () => 0),
    },
    {
      name: "jauge_quota_shared",
      help: "1 while instances share their request counts, else 0",
      read: () => Number(quota.isShared),
    },
    {
      name: "jauge_self_check_differences",
      help: "Responses in the last self-check that differ from the feed; absent before the first",
      read: read(({ self_check: check }) => check && check.differences),
    },
    {
      name: "jauge_backup_last_success_timestamp_seconds",
      help: "When a backup last succeeded; 0 before the first, absent on Deno Deploy",
      read: read(({ backup }) => backup && toSeconds(backup.succeeded_at)),
    },
    {
      name: "jauge_backup_last_failure_timestamp_seconds",
      help: "When a backup last failed; 0 if none did, absent on Deno Deploy",
      read: read(({ backup }) => backup && toSeconds(backup.failed_at)),
    },
    {
      name: "jauge_clock_timestamp_seconds",
      help: "The service's clock",
      read: () => clock().getTime() / 1000,
    },
  ];
}
