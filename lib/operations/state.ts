/** Which state an answer was read from, and the refusal when there is none. @module */

import { DomainError } from "../domain/errors.ts";
import type { StateRow } from "../db/current/state.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DataState, Deps } from "./operation.ts";

/** The state of a snapshot. */
export function stateOfSnapshot(snapshot: Snapshot): DataState {
  const { revision, asOfMs, feedAtMs, source } = snapshot;
  return { revision, asOfMs, feedAtMs, source };
}

/** The refusal while no feed was ever ingested: SERVICE_UNAVAILABLE, with the reason. */
export function noDataError({ ingests = true }: Pick<Deps, "ingests">): DomainError {
  const reason = ingests
    ? "the first feed is being loaded"
    : "the database is empty, and this instance does not load the feed (INGEST=off)";
  return new DomainError("SERVICE_UNAVAILABLE", `No data yet: ${reason}`);
}

/** The state of a row. Throws SERVICE_UNAVAILABLE while no feed was ever ingested. */
export function requireState(row: StateRow, deps: Pick<Deps, "ingests">): DataState {
  if (row.as_of_ms === null) throw noDataError(deps);
  return {
    revision: row.revision,
    asOfMs: Math.round(row.as_of_ms),
    feedAtMs: row.feed_at_ms === null ? null : Math.round(row.feed_at_ms),
    source: row.source,
  };
}
