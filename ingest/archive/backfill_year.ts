/** Downloads a published archive and loads it: the way a year comes in by its number, also in the background. @module */

import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../lib/platform/config.ts";
import { toPublicUrl } from "../../lib/platform/public_url.ts";
import { fetchBytes, type FetchOptions } from "../fetch.ts";
import { backfillArchive, type BackfillDeps, type BackfillOptions, type BackfillReport } from "./backfill.ts";
import { openArchive } from "./open_archive.ts";

/** First year of the State's archives. */
export const FIRST_YEAR = 2007;

/** Bounds of the download of a year, which has about 40 MB packed. */
const ARCHIVE_FETCH: FetchOptions = {
  headTimeoutMs: 120_000,
  pauseTimeoutMs: 60_000,
  totalTimeoutMs: 3_600_000,
  maxBytes: 300_000_000,
  backoffMs: 5_000,
};

/** Downloads the archive of a year (2007 to now) and loads it. Throws `FetchFailed`, and `FeedRefused` on anything but an archive. */
export async function backfillYear(
  deps: BackfillDeps & { config: Pick<Config, "archiveUrl">; fetch?: FetchOptions },
  year: number,
  options: Omit<BackfillOptions, "year"> = {},
): Promise<BackfillReport> {
  const url = `${deps.config.archiveUrl}/annee/${year}`;
  options.onProgress?.({ phase: "download", stations: 0, prices: 0, done: 0, total: null });
  const bytes = await fetchBytes(url, deps.fetch ?? ARCHIVE_FETCH);
  const archive = await openArchive({ kind: "bytes", name: toPublicUrl(url), bytes });
  return await backfillArchive(deps, archive, { ...options, year });
}

/** A pause lasts as long as the step before it, within these bounds. */
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [20, 2_000];

/** Options for loading in a running service: small steps with pauses between them. */
export function throttled(): Pick<BackfillOptions, "windowDays" | "pause"> {
  let beganMs = performance.now();
  const pause = async () => {
    const workedMs = performance.now() - beganMs;
    await delay(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, workedMs)));
    beganMs = performance.now();
  };
  return { windowDays: 7, pause };
}
