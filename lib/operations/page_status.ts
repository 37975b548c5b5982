/** What the page of the service's state shows beside `/readyz`: runs, refused rows, coverage, the last self-check. @module */

import { isUnavailable } from "../db/db.ts";
import { getRunRecords, type RunRecords } from "../db/ingest/public_runs.ts";
import { getLastSelfCheck, type SelfCheckResult } from "../db/self_check/results.ts";
import { DAY_MS } from "../shared/units.ts";
import type { Deps } from "./operation.ts";
import { ready, type Status } from "./status.ts";

/** The state of the service; `records` is null while the database is away. */
export type StatusOverview = {
  status: Status;
  records: (RunRecords & { check: SelfCheckResult | null }) | null;
};

async function readRecords({ db, clock }: Deps): Promise<StatusOverview["records"]> {
  try {
    const since = new Date(clock().getTime() - DAY_MS);
    const [records, check] = await Promise.all([getRunRecords(db, since), getLastSelfCheck(db)]);
    return { ...records, check };
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/** The state of the service now; outcomes of runs are those of the last 24 hours. */
export async function readStatusOverview(deps: Deps): Promise<StatusOverview> {
  const { data: status } = await ready.read(deps, {});
  return { status, records: status.database === "up" ? await readRecords(deps) : null };
}
