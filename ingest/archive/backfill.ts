/** Loads an archive: a given one, or one that it downloads by its year. @module */

import type { Config } from "../../lib/platform/config.ts";
import { toPublicUrl } from "../../lib/platform/public_url.ts";
import type { IngestContext } from "../context.ts";
import { fetchBytes, type FetchOptions } from "../fetch.ts";
import type { BackfillOptions, BackfillReport } from "./backfill_report.ts";
import { Backfill } from "./load_archive.ts";
import { type OpenArchive, openArchive } from "./open_archive.ts";
export type { BackfillOptions, BackfillProgress, BackfillReport } from "./backfill_report.ts";

/**
 * Loads an archive. A second call resumes the load, or changes nothing. The report names faults of
 * the archive. Throws the errors of the database.
 */
export async function backfillArchive(
  context: IngestContext,
  archive: OpenArchive,
  options: BackfillOptions = {},
): Promise<BackfillReport> {
  try {
    return await new Backfill(context, archive, options).run();
  } finally {
    await archive.close();
  }
}

/** The first year of the State's archives. */
export const FIRST_YEAR = 2007;

/** Bounds for the download of a year, which has about 40 MB compressed. */
const ARCHIVE_FETCH: FetchOptions = {
  headTimeoutMs: 120_000,
  pauseTimeoutMs: 60_000,
  totalTimeoutMs: 3_600_000,
  maxBytes: 300_000_000,
  backoffMs: 5_000,
};

/**
 * Downloads the archive of a year (2007 to now) and loads it. Throws `FetchFailed`, and
 * `FeedRefused` if it is not an archive.
 */
export async function backfillYear(
  context: IngestContext & { config: Pick<Config, "archiveUrl">; fetch?: FetchOptions },
  year: number,
  options: Omit<BackfillOptions, "year"> = {},
): Promise<BackfillReport> {
  const url = `${context.config.archiveUrl}/annee/${year}`;
  options.onProgress?.({ phase: "download", stations: 0, prices: 0, done: 0, total: null });
  const bytes = await fetchBytes(url, context.fetch ?? ARCHIVE_FETCH);
  const archive = await openArchive({ kind: "bytes", name: toPublicUrl(url), bytes });
  return await backfillArchive(context, archive, { ...options, year });
}
