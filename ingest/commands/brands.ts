/** `deno task brands [--file CSV]`: loads names and brands of stations, for operators. @module */

import {
  parseCommandLine,
  readFileArgument,
  runCommand,
  UsageError,
  withDb,
} from "../../lib/db/commands/command.ts";
import { makeStaleMeans } from "../../lib/db/history/daily_means.ts";
import { toPrintableLines } from "../../lib/platform/log.ts";
import { type BrandsReport, type BrandsSource, loadBrands } from "../brands/load_brands.ts";
import { isGood, toRows } from "../report.ts";
import { readOwnBrands } from "../brands/read_brands.ts";

const USAGE = `Usage: deno task brands [--file CSV]

  --file CSV  loads a file (CSV, or CSV packed by bzip2 or gzip) instead of the one at BRANDS_URL

Exit: 0 stored or unchanged, 1 refused or failed, 2 bad usage or settings.`;

function describe({ outcome, source, message, counts, durationMs }: BrandsReport): string {
  const head = `${source}: ${outcome}${message ? ` (${message})` : ""}, ${
    (durationMs / 1000).toFixed(1)
  } s`;
  return [head, ...toRows(counts ?? {})].join("\n");
}

await runCommand(async (settings) => {
  const parsed = parseCommandLine(Deno.args, { file: { type: "string" } });
  const file = parsed?.values.file;
  if (parsed === null || file === "") throw new UsageError(USAGE);
  const source: BrandsSource = file === undefined
    ? { kind: "url", url: settings.config.brandsUrl }
    : { kind: "file", ...await readFileArgument(file) };
  return await withDb(settings, async (db) => {
    const report = await loadBrands({ ...settings, db, own: await readOwnBrands() }, source);
    await makeStaleMeans(db, { now: settings.clock() });
    console.log(toPrintableLines(describe(report)));
    return isGood(report) ? 0 : 1;
  });
});
