/** Reads the page of the service's state: its figures and its faults. @module */

import type { Deps } from "../../operations/mod.ts";
import { readStatusOverview, type StatusOverview } from "../../operations/status.ts";
import type { PageRequest } from "../../shared/page/page.ts";
import { commonWords } from "../../shared/words/mod.ts";
import { type StatusWords, statusWords } from "./words.ts";

/** The page of the service's state. */
export type StatusPageData = Awaited<ReturnType<typeof loadStatus>>;

type Fault = keyof StatusWords["faults"];

/** Ages that alert an operator as well: see docs/operations.md. */
const [OLD_INGEST_S, OLD_FEED_S] = [3_600, 21_600];

/** The gravest first. */
function findFaults({ status, records }: StatusOverview): Fault[] {
  const isOlder = (ageS: number | null, maxS: number) => ageS !== null && ageS > maxS;
  const outcome = status.last_run?.outcome;
  const found: Record<Fault, boolean> = {
    noData: !status.ready,
    databaseDown: status.database === "down",
    notRenewed: !status.served.renewed,
    differences: (records?.check?.differences ?? 0) > 0,
    sample: status.source === "sample",
    oldIngest: isOlder(status.as_of_age_s, OLD_INGEST_S),
    oldFeed: isOlder(status.feed_age_s, OLD_FEED_S),
    refused: outcome === "refused",
    failed: outcome === "failed",
  };
  return (Object.keys(found) as Fault[]).filter((fault) => found[fault]);
}

/** The state of the service; also while there are no data, and while the database is unavailable. */
export async function loadStatus(deps: Deps, request: PageRequest) {
  const words = statusWords[request.lang];
  const { title, description } = words;
  const crumbs = [{ name: commonWords[request.lang].footer.status, path: "/etat" }];
  const overview = await readStatusOverview(deps);
  // the state of a moment is not for search engines
  const meta = { title, description, crumbs, isIndexed: false };
  return { ...overview, request, words, meta, faults: findFaults(overview) };
}
