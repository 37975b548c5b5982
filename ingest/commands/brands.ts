/** `deno task brands [--file CSV]`: loads names and brands of stations, for operators. @module */

import { runWithDb } from "../../lib/db/commands/with_db.ts";
import { type BrandsReport, type BrandsSource, loadBrands } from "../brands/load_brands.ts";
import { readOwnBrands } from "../brands/own_brands.ts";

const USAGE = `Usage: deno task brands [--file CSV]

  --file CSV  loads a file (CSV, or CSV packed by bzip2 or gzip) instead of the one at BRANDS_URL

Exit: 0 stored or unchanged, 1 refused or failed, 2 bad usage or settings.`;

/** Reads the arguments: the file, null for none; undefined when they are not as the usage has them. */
export function parseBrandsArguments(args: readonly string[]): string | null | undefined {
  if (args.length === 0) return null;
  if (args.length === 1 && args[0].startsWith("--file=")) return args[0].slice("--file=".length) || undefined;
  return args.length === 2 && args[0] === "--file" && args[1] !== "" ? args[1] : undefined;
}

function toPercent(part: number, all: number): string {
  return all > 0 ? `${(100 * part / all).toFixed(1)} %` : "none listed yet";
}

function describe({ outcome, source, message, counts, durationMs }: BrandsReport): string {
  const lines = [`${source}: ${outcome}${message ? ` (${message})` : ""}, ${(durationMs / 1000).toFixed(1)} s`];
  if (!counts) return lines[0];
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

async function readSource(file: string): Promise<BrandsSource> {
  const bytes = await Deno.readFile(file);
  return { kind: "file", name: file.split(/[\\/]/).at(-1) ?? file, bytes };
}

async function main(): Promise<never> {
  const file = parseBrandsArguments(Deno.args);
  if (file === undefined) {
    console.error(USAGE);
    Deno.exit(2);
  }
  const source = file === null ? null : await readSource(file).catch((error: Error) => {
    console.error(`The file ${JSON.stringify(file)} cannot be read: ${error.message}`);
    Deno.exit(2);
  });
  return await runWithDb(async ({ db, config, log, clock }) => {
    const report = await loadBrands(
      { db, log, clock, own: await readOwnBrands() },
      source ?? { kind: "url", url: config.brandsUrl },
    );
    console.log(describe(report));
    return report.outcome === "changed" || report.outcome === "unchanged" ? 0 : 1;
  });
}

if (import.meta.main) await main();
