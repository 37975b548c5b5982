/** Inner pages on bad days: the database is away, or there are no data yet. @module */

import { equal, match } from "node:assert/strict";
import { IDS } from "../support/api_fixture.ts";
import { declarePages, textOf } from "./visit.ts";

const STATION = `/stations/${IDS.paris}`;

/** The database is stopped after the site has read its data once, by a page that no test opens: pages are kept for a minute. */
const test = declarePages({ ownServer: true }, async (site) => {
  await (await fetch(`${site.origin}/departements/13`)).body?.cancel();
  await site.stopDatabase!();
});

test("without a database a station still shows its prices, and says that its history is not there", async ({ site, visit }) => {
  const { page } = await visit(STATION);
  const response = await page.goto(site.origin + STATION);
  equal(response?.status(), 200);
  equal(await page.locator(".offer").count(), 4);
  match(await textOf(page, ".state-failed"), /L’historique n’est pas disponible/);
});

test("without a database departments, towns and trends still answer", async ({ visit, site }) => {
  const { page } = await visit(STATION);
  for (const path of ["/departements", "/departements/75", "/villes/paris-75056", "/tendances", "/a-propos"]) {
    equal((await page.goto(site.origin + path))?.status(), 200, path);
  }
});

test("before the first data pages say so with a 503 in the style of the site", async ({ visit, openOther }) => {
  const empty = await openOther({ isEmpty: true });
  const { page } = await visit("/healthz", { at: empty, outside: null, expected: /503/ });
  for (const path of ["/stations/1000001", "/departements/75", "/villes/paris-75056", "/tendances"]) {
    equal((await page.goto(empty.origin + path))?.status(), 503, path);
    match(await textOf(page, "main"), /premières données sont en cours de chargement/);
  }
});
