/** `deno task brands [--file CSV]`: loads names and brands of stations, for operators. @module */

import { parseCommandLine, readFileArgument, runCommand, UsageError, withDb } from "../../lib/db/commands/command.ts";
import { toPrintableLines } from "../../lib/platform/log_text.ts";
import { type BrandsReport, type BrandsSource, loadBrands } from "../brands/load_brands.ts";
import { isGood } from "../report.ts";
import { readOwnBrands } from "../brands/read_brands.ts";

const USAGE = `Usage: deno task brands [--file CSV]

  --file CSV  loads a file (CSV, or CSV packed by bzip2 or gzip) instead of the one at BRANDS_URL

Exit: 0 stored or unchanged, 1 refused or failed, 2 bad usage or settings.`;

function toPercent(part: number, all: number): string {
  return all > 0 ? `${(100 * part / all).toFixed(1)} %` : "none listed yet";
}

function describe({ outcome, source, message, counts, durationMs }: BrandsReport): string {
  const head = `${source}: ${outcome}${message ? ` (${message})` : ""}, ${(durationMs / 1000).toFixed(1)} s`;
  if (!counts) return head;
  const lines = [head];
  const { listed, listedWithBrand, listedByOwn, listedWithBrandOrName, listedWithKnownBrand, unknownBrands } = counts;
  lines.push(
    `  ${counts.rows} rows, ${counts.withoutStation} without a station, ${counts.badReferences} bad references`,
    `  ${counts.stations} stations: ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed`,
    `  ${counts.shared} stations with several objects, ${counts.conflicts} of them with different brands`,
    `  ${
      counts.brandsFromName + counts.namesLeftOut
    } names of another brand: ${counts.brandsFromName} gave the brand, ` +
      `${counts.namesLeftOut} are not shown`,
    `  ${counts.own} stations from the project's own list; ${counts.ownKnownToSource} more are in the source by now`,
    `  of ${listed} stations in the feed: ${toPercent(listedWithBrand, listed)} with a brand, ` +
      `${toPercent(listedWithBrandOrName, listed)} with a brand or a name`,
    `    by source: ${listedWithBrand - listedByOwn} OpenStreetMap, ${listedByOwn} the project's own list; ` +
      `${toPercent(listedWithKnownBrand, listed)} of a brand in our table`,
  );
  const unknown = unknownBrands.map(([brand, stations]) => `${brand} ${stations}`).join(", ");
  if (unknown) lines.push(`  brands outside of our table: ${unknown}`);
  return lines.join("\n");
}

if (import.meta.main) {
  await runCommand(async (settings) => {
    const parsed = parseCommandLine(Deno.args, { file: { type: "string" } });
    const file = parsed?.values.file;
    if (parsed === null || file === "") throw new UsageError(USAGE);
    const source: BrandsSource = file === undefined
      ? { kind: "url", url: settings.config.brandsUrl }
      : { kind: "file", ...await readFileArgument(file) };
    return await withDb(settings, async (db) => {
      const report = await loadBrands({ ...settings, db, own: await readOwnBrands() }, source);
      console.log(toPrintableLines(describe(report)));
      return isGood(report) ? 0 : 1;
    });
  });
}
