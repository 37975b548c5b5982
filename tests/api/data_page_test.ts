/** Tests the page of the history files, with and without files. @module */

import { match } from "../support/assert.ts";
import { type FileToList, listFiles } from "../../lib/db/history/history_files.ts";
import { HISTORY_TABLES, type HistoryFile } from "../../lib/domain/history_files.ts";
import { testApp } from "../support/api_app.ts";
import { LISTED_FILE } from "../support/history_files.ts";

const NOW = new Date("2026-06-05T10:10:00Z");
const toFile = (
  name: string,
  from: string | null,
  more: Partial<HistoryFile> = {},
): FileToList => ({
  entry: {
    ...LISTED_FILE,
    rows: 2_993_250,
    bytes: 27_407_536,
    sha256: "0".repeat(64),
    covered_days: 31,
    name,
    versioned_name: name,
    from,
    to: from,
    ...more,
  },
  draft: "without chunks",
  origin: name,
  asOf: NOW,
});
const FILES = [
  toFile("2025-03.csv.gz", "2025-03-01"),
  toFile("2025-03.parquet", "2025-03-01"),
  toFile("2025.parquet", "2025-03-01"),
  toFile("2026-06.parquet", "2026-06-01", { closed: false }),
  toFile("stations.parquet", null),
  toFile("earlier.parquet", null, { to: "2024-12-31" }),
];

testApp("/donnees lists the files, newest first, or says that there are none", async (app, db) => {
  const read = async (path: string) =>
    (await app.read(path)).text.replaceAll(/(<(?!details)[^>]+>|\s)+/g, " ");
  // Uses other query strings, since pages are cached for a minute.
  match(
    await read("/donnees?none"),
    /n’a pas encore de fichiers.* Colonnes des mois et des années .* station_id integer /,
  );
  match(
    await read("/en/data?none"),
    /has no files yet.* Columns of months and years .* station_id integer /,
  );
  await listFiles(db, FILES, NOW);
  const order = [
    " stations.parquet ",
    "2026-06.parquet ",
    "2025.parquet ",
    "earlier.parquet ",
    "<details>",
    "2025-03.parquet",
    "2025-03.csv.gz",
  ];
  const columns = Object.values(HISTORY_TABLES).flatMap((table) =>
    table.map(({ name }) => ` ${name} `)
  );
  const recipe = "FROM 'http://localhost:8000/data/history/daily.parquet'";
  for (const path of ["/donnees", "/en/data"]) {
    match(await read(path), RegExp([...order, ...columns, recipe].join(".*")));
  }
  match(
    await read("/donnees"),
    / juin 2026 \(pas encore clos\) 31 2 993 250 2026-06.parquet 27,4 Mo /,
  );
  match(await read("/en/data"), / June 2026 \(still open\) 31 2,993,250 2026-06.parquet 27.4 MB /);
  match(await read("/en/data"), / Before January 2025 /);
}, { readers: ["snapshot"] });
