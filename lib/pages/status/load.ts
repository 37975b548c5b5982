/** What the page of the service's state shows: figures, and what is not well. @module */

import type { Deps } from "../../operations/mod.ts";
import { readStatusOverview, type StatusOverview } from "../../operations/page_status.ts";
import type { PageMeta, PageRequest } from "../../shared/page.ts";
import { commonWords } from "../../shared/words/mod.ts";
import { type StatusWords, statusWords } from "./words.ts";

/** The page of the service's state. `faults`: what is not well, the gravest first. */
export type StatusPageData = StatusOverview & {
  request: PageRequest;
  meta: PageMeta;
  words: StatusWords;
  faults: (keyof StatusWords["faults"])[];
};

/** Ages from which an operator is called as well: see docs/operations.md. */
const [OLD_INGEST_S, OLD_FEED_S] = [3_600, 21_600];

function findFaults({ status, records }: StatusOverview): StatusPageData["faults"] {
  const isOlder = (ageS: number | null, mostS: number) => ageS !== null && ageS > mostS;
  const outcome = status.last_run?.outcome;
  const found: Record<StatusPageData["faults"][number], boolean> = {
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
  return (Object.keys(found) as StatusPageData["faults"]).filter((fault) => found[fault]);
}

/** The state of the service; also while there are no data, and while the database is away. */
export async function loadStatus(deps: Deps, request: PageRequest): Promise<StatusPageData> {
  const words = statusWords(request.lang);
  const { title, description } = words;
  const path = "/etat";
  const crumbs = [{ name: commonWords(request.lang).footer.status, path }];
  const overview = await readStatusOverview(deps);
  // the page of a moment: nothing to be found by
  const meta = { path, title, description, crumbs, isIndexed: false };
  return { ...overview, request, words, meta, faults: findFaults(overview) };
}
