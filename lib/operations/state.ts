/** Which state an answer was read from, and the refusal when there is none. @module */

import { DomainError } from "../domain/errors.ts";
import { type DataState, pickState, type StoredState } from "../db/state.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Deps } from "./operation.ts";

/** The state of a snapshot. */
export function stateOfSnapshot(snapshot: Snapshot): DataState {
  return pickState(snapshot);
}

/** The refusal while no feed was ever ingested: SERVICE_UNAVAILABLE, with the reason. */
export function noDataError({ ingests = true }: Pick<Deps, "ingests">): DomainError {
  const reason = ingests
    ? "the first feed is being loaded"
    : "the database is empty, and this instance does not load the feed (INGEST=off)";
  return new DomainError("SERVICE_UNAVAILABLE", `No data yet: ${reason}`);
}

/** The state as read. Throws SERVICE_UNAVAILABLE while no feed was ever ingested. */
export function requireState({ asOfMs, ...rest }: StoredState, deps: Pick<Deps, "ingests">): DataState {
  if (asOfMs === null) throw noDataError(deps);
  return { ...rest, asOfMs };
}
