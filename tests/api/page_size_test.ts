/**
 * Tests that pages with as many stations as France has stay small enough for a phone on a slow
 * line.
 *
 * @module
 */

import { deepEqual } from "../support/assert.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import type { Db } from "../../lib/db/db.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { testApp } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";
import { sitePages } from "../support/site_pages.ts";

const AS_OF = new Date("2026-06-05T10:10:00.000Z");
const clock = () => AS_OF;
const MAX_BYTES = 120_000;
/** The places with the longest lists. */
const PLACES = [
  "/?place=75056",
  "/?place=R11",
  "/?at=46.6,2.4&radius=550",
  "/embed/carte?place=75056&fuel=gazole",
  "/villes/paris-75056",
  "/villes/lyon-69123",
  "/departements/13",
  "/departements/59",
];

async function fill(db: Db): Promise<void> {
  const sample = await buildSample({ at: AS_OF, stations: 10_000, days: 40, seed: 1 });
  const bytes = new Uint8Array(await sample.feedXml.arrayBuffer());
  await runIngest({ db, clock, log: createTestLog(clock).log }, {
    kind: "sample",
    name: "sample",
    bytes,
  });
}

testApp("every page is at most 120 kB of HTML", async (app) => {
  const { data: [station] } = await app.json(
    "/api/v1/stations/search?lat=48.86&lng=2.34&radius=10&fuel=gazole",
  );
  const { paths } = await app.json("/openapi.json");
  const operations = Object.values(paths as Record<string, { get?: { operationId: string } }>);
  const documented = operations.flatMap(({ get }) => get ? [`/docs?route=${get.operationId}`] : []);
  const stations = [`/stations/${station.id}`, `/?place=75056&station=${station.id}`];
  const pages = [...sitePages.map(({ fr }) => fr), ...PLACES, ...stations, ...documented];
  const large: Record<string, number> = {};
  for (const path of pages.flatMap((path) => [path, toLocalPath(path, "en")])) {
    const bytes = new TextEncoder().encode((await app.read(path)).text).length;
    if (bytes > MAX_BYTES) large[path] = bytes;
  }
  deepEqual(large, {});
}, { fill, clock, readers: ["snapshot"] });
