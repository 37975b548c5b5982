/**
 * Tests that the recipes of `/donnees` print what the page shows, over official diesel prices and
 * the service's own files.
 *
 * @module
 */

import { deepEqual, equal, ok } from "../support/assert.ts";
import { loadBrands } from "../../ingest/brands/load_brands.ts";
import { readOwnBrands } from "../../ingest/brands/read_brands.ts";
import { makeHistory } from "../../ingest/history/make_history.ts";
import type { Db } from "../../lib/db/db.ts";
import type { HistoryRow } from "../../lib/domain/history_files.ts";
import { readRecipes } from "../../lib/pages/docs/recipes.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { type Duckdb, startDuckdb } from "../support/duckdb.ts";
import { carryOn, readContent, readListed } from "../support/history_files.ts";
import { backfill, toIngestContext } from "../support/load.ts";
import { startServer } from "../support/process.ts";
import { FEED_FOLDER, ingestFeed, listFeeds } from "../support/reference_feed.ts";
import { withServerDb } from "../support/server_db.ts";

const FEED = (await listFeeds()).find((name) => name.includes("2026-06-05"));
const ARCHIVE = `${FEED_FOLDER}../history/derived/PrixCarburants_annuel_2025.derived.xml.xz`;
const BRANDS = `${FEED_FOLDER}../brands/hass-prixcarburant_stations_name_osm.csv`;
/**
 * Diesel only, and no prices after April: a tenth of the year, and enough for the recipes about
 * March.
 */
const CUT =
  `xz -dc ${ARCHIVE} | LC_ALL=C grep -avE '<prix nom="(SP|E|GPL)|<prix .*maj="2025-(0[5-9]|1)'`;

/** How recipes in a language are run, and a command that succeeds only where that is possible. */
const PROGRAMS: Record<string, [command: string, needs: string]> = {
  python: ['python3 -c "$CODE"', "python3 -c 'import pandas'"],
  r: [`printf '%s\\n' "$CODE" | Rscript -`, "Rscript --version"],
  sh: ['sh -e -c "$CODE"', "jq --version"],
};

function runShell(command: string, { CODE = "", cwd }: { CODE?: string; cwd?: string } = {}) {
  return new Deno.Command("sh", { args: ["-c", command], env: { CODE }, cwd }).output();
}

async function makeFiles(db: Db, asOfMs: number): Promise<void> {
  const context = { ...toIngestContext(db, asOfMs), own: await readOwnBrands() };
  const bytes = await Deno.readFile(BRANDS);
  await loadBrands(context, { kind: "file", name: "brands", bytes });
  equal((await backfill(db, asOfMs, (await runShell(CUT)).stdout)).outcome, "changed");
  await makeHistory(db, { now: new Date(asOfMs) });
}

/**
 * Checks the files with DuckDB: as many prices as the table has, and the API's days for 300
 * stations and fuels.
 */
async function checkFiles(
  app: TestApp,
  db: Db,
  { folder, duckdb, now }: { folder: string; duckdb: Duckdb; now: Date },
) {
  const all = `read_parquet(['${folder}/earlier.parquet', '${folder}/20??-??.parquet'])`;
  const [{ count }] = await db.query<{ count: number }>({
    text: "select count(*)::int as count from price_change",
  }) as [never];
  deepEqual(await duckdb.query(`select count(*)::int as count from ${all}`), [{ count }]);
  const rows = await duckdb.query(`with pairs as (select distinct station_id, fuel from ${all}),
    chosen as (from pairs using sample reservoir(300 rows) repeatable (33))
    select station_id, fuel, (price * 1000)::int as price, epoch_ms(since) as since
    from ${all} join chosen using (station_id, fuel) order by since`);
  const pairs = Map.groupBy(
    rows as HistoryRow[],
    ({ station_id, fuel }) => `${station_id}?fuel=${fuel}`,
  );
  equal(pairs.size, 300);
  for (const [pair, own] of pairs) {
    const { data } = await app.json(`/api/v1/prices/history/${pair}&days=365`);
    deepEqual(
      data.map(({ recordedAt, price }: Record<string, string>) => ({ recordedAt, price })),
      carryOn(own, now),
      pair,
    );
  }
}

Deno.test({
  name:
    "the files equal the API for 300 stations and fuels, and the recipes of /donnees print what the page shows",
  ignore: !FEED,
}, async () => {
  const folder = await Deno.makeTempDir();
  const cwd = await Deno.makeTempDir();
  const duckdb = startDuckdb();
  await withServerDb(async (db) => {
    const { asOfMs } = await ingestFeed(db, FEED!);
    await makeFiles(db, asOfMs);
    const app = await createTestApp(db, { clock: () => new Date(asOfMs), silent: true });
    const { url: origin, stop } = startServer(app.handler);
    // DuckDB's HTTP extension is in no package, so it reads copies by their public names.
    for (const [name, file] of await readListed(db)) {
      await Deno.writeFile(`${folder}/${name}`, await readContent(db, file));
    }
    await checkFiles(app, db, { folder, duckdb, now: new Date(asOfMs) });
    for (
      const { title, samples: [sample, output] } of await readRecipes("data_recipes.md", {
        lang: "en",
        origin,
      })
    ) {
      const { language, code } = sample!;
      const lines = output!.code.split("\n").map((line) => line.trim().replace(/ +/g, " "));
      if (language === "sql") {
        const rows = await duckdb.query(code.replaceAll(`${origin}/data/history`, folder));
        // Only the first quarter of the year is complete here.
        const printed = lines.slice(2, title.includes("2025.parquet") ? 3 : undefined);
        equal(
          rows.slice(0, printed.length).map((row) => Object.values(row).join(" ")).join("\n"),
          printed.join("\n"),
        );
        continue;
      }
      const [command, needs] = PROGRAMS[language]!;
      if (!(await runShell(needs)).success) {
        console.warn(`${title}: not run, since this fails: ${needs}`);
      } else {
        const { success, stdout, stderr } = await runShell(command, { CODE: code, cwd });
        ok(success, new TextDecoder().decode(stderr));
        equal(
          new TextDecoder().decode(stdout).trim().replace(/ *\n */g, "\n").replace(/ +/g, " "),
          lines.join("\n"),
        );
      }
    }
    await stop();
    await app.close();
  });
  await duckdb.stop();
  for (const path of [folder, cwd]) await Deno.remove(path, { recursive: true });
});
