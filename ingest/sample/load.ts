/**
 * Loads the invented sample into the database: its feed, its brands, then its past prices.
 *
 * @module
 */

import type { Queryable } from "../../lib/db/db.ts";
import { hasUnfinishedArchive } from "../../lib/db/ingest/runs.ts";
import { getState } from "../../lib/db/data_state.ts";
import { backfillArchive, type BackfillOptions } from "../archive/backfill.ts";
import { openArchive } from "../archive/open_archive.ts";
import { loadBrands } from "../brands/load_brands.ts";
import type { IngestContext } from "../context.ts";
import { type IngestReport, isGood } from "../report.ts";
import { runIngest } from "../run_ingest.ts";
import { buildSample, type Sample, type SampleOptions } from "./build.ts";

/**
 * Options for loading a sample. `onChange` is called after every write that changed the revision.
 */
type LoadOptions = Omit<SampleOptions, "at"> & {
  backfill?: Omit<BackfillOptions, "year" | "guard">;
  onChange?: () => Promise<void>;
};

/**
 * Draws a sample as of a full hour, so that an interrupted one can be drawn again and completed.
 */
function drawAt(instantMs: number, size: LoadOptions): Promise<Sample> {
  return buildSample({ ...size, at: new Date(Math.floor(instantMs / 3_600_000) * 3_600_000) });
}

/**
 * Loads the sample as of the hour of the clock, and returns the report of its feed. Never replaces
 * real data.
 */
export async function loadSample(
  context: IngestContext,
  options: LoadOptions = {},
): Promise<IngestReport> {
  const sample = await drawAt(context.clock().getTime(), options);
  const report = await runIngest(context, {
    kind: "sample",
    name: "sample",
    bytes: await sample.feedXml.bytes(),
  });
  if (!isGood(report)) return report;
  await loadBrands(context, {
    kind: "file",
    name: "sample",
    bytes: new TextEncoder().encode(sample.brandsCsv),
  });
  await options.onChange?.();
  await loadPast(context, sample, options);
  return report;
}

async function loadPast(
  context: IngestContext,
  sample: Sample,
  { backfill, onChange }: LoadOptions,
): Promise<void> {
  for (const { year, xml } of sample.archives) {
    const archive = await openArchive({
      kind: "bytes",
      name: `sample_${year}.xml`,
      bytes: await xml.bytes(),
    });
    await backfillArchive(context, archive, { ...backfill, year, guard: requireSample });
  }
  await onChange?.();
}

/**
 * Throws if real data have replaced the sample: the official feed may come back while its past
 * prices are loaded.
 */
async function requireSample(tx: Queryable): Promise<void> {
  if ((await getState(tx)).source !== "sample") throw new Error("Real data replaced the sample");
}

/**
 * Loads the rest of the past prices of a sample if an earlier process did not finish. `asOfMs` is
 * the instant of the data.
 */
export async function completeSample(
  context: IngestContext,
  asOfMs: number,
  options: LoadOptions,
): Promise<void> {
  if (await hasUnfinishedArchive(context.db)) {
    await loadPast(context, await drawAt(asOfMs, {}), options);
  }
}
