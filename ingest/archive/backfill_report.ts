/** Defines the options, progress and report of an archive load. @module */

import type { Queryable } from "../../lib/db/db.ts";
import type { RunReport } from "../report.ts";
import type { ArchiveTally } from "./tally.ts";

/** The progress of a load: stations and prices read, including those of earlier runs. */
export type BackfillProgress = {
  phase: "download" | "prices" | "means";
  stations: number;
  prices: number;
  /**
   * How much of the phase is done, and its total (null if unknown): bytes read, or days computed.
   */
  done: number;
  total: number | null;
};

/** Options of a load; `windowDays` is that of `makeStaleMeans`. */
export type BackfillOptions = {
  /** The expected year; an archive that mostly holds another year is refused. */
  year?: number;
  /** Stations per transaction; 25 by default, few enough for short-lived memory. */
  chunkStations?: number;
  windowDays?: number;
  /** Called between transactions; a background job pauses there. */
  pause?: () => Promise<void>;
  /**
   * Called in every transaction that stores stations, under the writers' lock. Throws to stop the
   * load.
   */
  guard?: (tx: Queryable) => Promise<void>;
  onProgress?: (progress: BackfillProgress) => void;
};

/**
 * How a load ended. `refused`: nothing was stored. `failed`: what was read is stored, and the same
 * command continues. `busy`: another process is loading the same archive.
 */
export type BackfillReport = RunReport & {
  tally: ArchiveTally;
  /** Stations that an earlier, unfinished run had stored. */
  resumedAt: number;
  /** First, last and number of the days that the archive covers; null if it did not complete. */
  covered: { first: string; last: string; days: number } | null;
  meansMade: number;
};
