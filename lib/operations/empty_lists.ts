/** Adds to `meta` why a list is empty and which requested stations do not exist. @module */

import { z } from "zod";
import { findStoredIds } from "../db/current/listed_stations.ts";
import type { Db } from "../db/db.ts";
import type { SnapshotSource } from "../snapshot/source.ts";

/** The `meta` field of lists that says why they are empty. */
export const reasonField = z.enum(["outside_coverage", "fuel_not_sold_here", "filters"]).optional()
  .describe(
    "Why the list is empty; absent if it is not. outside_coverage: the area lies outside " +
      "mainland France and Corsica. fuel_not_sold_here: no station there has a price of the fuel " +
      "in force. filters: the filters, names or days of the request match nothing",
  );

/** Names at most this many. */
const MAX_NAMED = 5;
const MAX_ID_LENGTH = 100;

/** The `meta` field of responses about stations that the caller names. */
export const unknownStationField = z.array(z.object({
  station: z.string().max(MAX_ID_LENGTH).describe(
    `The ID as received, cut to ${MAX_ID_LENGTH} characters`,
  ),
})).max(MAX_NAMED).optional().describe(
  "Requested IDs that belong to no station; they match nothing",
);

type Found = { meta: Record<string, string | number | object | null> };
type Source = { db: Db; snapshots: SnapshotSource };

/** The readers of an operation, and what they need to explain an empty list. */
type Lists<I, F extends Found, B extends Source, S> = {
  fromSnapshot?(snapshot: S, input: I, backend: B): F | Promise<F> | null;
  fromDatabase(backend: B, input: I): Promise<F>;
  /** Returns whether the whole requested area lies outside mainland France and Corsica. */
  isOutside?(input: I): boolean;
  /** Returns the request without the parameters that narrow its list. */
  toUnfiltered?(input: I): I;
};

const isEmpty = ({ meta: { count, total = count } }: Found) => total === 0;

/** Returns the station IDs that a request names. */
function stationsOf({ stationId, ids }: { stationId?: string; ids?: string }): string[] {
  return stationId === undefined ? ids?.split(",") ?? [] : [stationId];
}

async function findUnknown({ db, snapshots }: Source, ids: readonly string[]): Promise<string[]> {
  const listed = snapshots.current()?.byId;
  const missing = ids.filter((id) => !listed?.has(id));
  const stored = missing.length === 0 ? [] : await findStoredIds(db, missing);
  return missing.filter((id) => !stored.includes(id));
}

/**
 * Makes the readers of an operation explain empty lists. `read` reads a result without the
 * explanation.
 */
export function explainLists<I extends object, F extends Found, B extends Source, S>(
  { fromSnapshot, fromDatabase, isOutside, toUnfiltered }: Lists<I, F, B, S>,
  read: (backend: B, input: I) => Promise<F>,
): Pick<Lists<I, F, B, S>, "fromSnapshot" | "fromDatabase"> {
  async function findReason(
    backend: B,
    input: I,
    { unknown_brand, unknown_station }: Found["meta"],
  ) {
    if (toUnfiltered && !isEmpty(await read(backend, toUnfiltered(input)))) return "filters";
    if (isOutside?.(input)) return "outside_coverage";
    const isNamed = unknown_brand !== undefined || unknown_station !== undefined;
    return isNamed || !("fuel" in input) ? "filters" : "fuel_not_sold_here";
  }

  async function addMeta(found: F, backend: B, input: I): Promise<F> {
    const { meta } = found;
    const unknown = await findUnknown(backend, stationsOf(input));
    const named = unknown.slice(0, MAX_NAMED).map((id) => ({
      station: id.slice(0, MAX_ID_LENGTH),
    }));
    if (named.length > 0) meta.unknown_station = named;
    if (isEmpty(found)) meta.reason = await findReason(backend, input, meta);
    return found;
  }

  function explain(found: F, backend: B, input: I): F | Promise<F> {
    const isWhole = !isEmpty(found) &&
      stationsOf(input).length <= Number(found.meta.count ?? Infinity);
    return isWhole ? found : addMeta(found, backend, input);
  }

  return {
    fromSnapshot: fromSnapshot && ((snapshot, input, backend) => {
      const found = fromSnapshot(snapshot, input, backend);
      if (found instanceof Promise) return found.then((result) => explain(result, backend, input));
      return found && explain(found, backend, input);
    }),
    fromDatabase: async (backend, input) =>
      await explain(await fromDatabase(backend, input), backend, input),
  };
}
