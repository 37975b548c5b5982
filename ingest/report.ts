/** Reports a run: as counts, as a line of the log, and as a table for a terminal. @module */

import type { RunOutcome } from "../lib/db/ingest/runs.ts";
import type { Log } from "../lib/platform/log.ts";
import type { IngestFault } from "../lib/platform/metrics/metrics.ts";
import { formatCount } from "../lib/words/format.ts";
import { type CheckedFeed, countReasons } from "./check.ts";
import type { StoredCounts } from "./store.ts";

/**
 * How a run of any kind ended. `source` is an address or file name; `message` says why it was
 * refused or failed, else it is null.
 */
export type RunReport = {
  outcome: RunOutcome;
  source: string;
  message: string | null;
  durationMs: number;
};

/** How a run of the feed ended. */
export type IngestReport = RunReport & {
  refusal: string | null;
  /** Why nothing was stored; null if the run was good, or another one was running. */
  fault: IngestFault | null;
  /** Newest time of a price in the feed; null if it was not read. */
  feedAt: Date | null;
  feed: ReturnType<typeof toFeedCounts> | null;
  stored: StoredCounts | null;
};

/** Returns true if a run was accepted, with new or unchanged data. */
export function isGood({ outcome }: Pick<RunReport, "outcome">): boolean {
  return outcome === "changed" || outcome === "unchanged";
}

/** Returns the counts of a feed: rows, refused rows by reason, positions by flag. */
export function toFeedCounts(feed: CheckedFeed) {
  const positions: Record<string, number> = {};
  for (const { station } of feed.entries.values()) {
    if (station.positionFlag) {
      positions[station.positionFlag] = (positions[station.positionFlag] ?? 0) + 1;
    }
  }
  return { ...feed.reported, refused: countReasons(feed.refused), positions };
}

function toSummary({ outcome, source, feed }: IngestReport): string {
  const name = source === "sample" ? "Sample" : "Feed";
  if (outcome === "unchanged" || feed === null) return `${name} unchanged`;
  return `${name} loaded: ${formatCount(feed.stations, "en")} stations, ${
    formatCount(feed.prices, "en")
  } prices`;
}

/**
 * Logs a run in one line, with its unexpected `fault`. Refusals and failures are warnings, since
 * the old data stay in service.
 */
export function logReport(log: Log, report: IngestReport, fault: unknown = null): void {
  const { outcome, message, ...rest } = report;
  const isBad = outcome === "refused" || outcome === "failed";
  log[isBad ? "warn" : "info"](`Ingest ${outcome}`, {
    ...(message ? { reason: message } : {}),
    ...(isGood(report) ? { summary: toSummary(report) } : {}),
    ...rest,
    ...(fault ? { error: fault } : {}),
  });
}

function toWords(name: string): string {
  return name.replace("stockOuts", "stock-outs").replace(/([A-Z])/g, " $1").replaceAll("_", " ")
    .toLowerCase();
}

/** Returns counts as lines for a terminal. */
export function toRows(counts: object, prefix = ""): string[] {
  return Object.entries(counts).map(([name, count]) =>
    `  ${`${prefix}${toWords(name)}`.padEnd(22)} ${String(count).padStart(9)}`
  );
}

/** Returns the run as a short table for a terminal. */
export function toTable(report: IngestReport): string {
  const lines = [
    `Ingest ${report.outcome}: ${report.source} (${(report.durationMs / 1000).toFixed(1)} s)`,
  ];
  if (report.message) lines.push(`  ${report.message}`);
  if (report.feedAt) lines.push(`  newest price ${report.feedAt.toISOString()}`);
  const { feed, stored } = report;
  if (feed) {
    const { stations, prices, stockOuts } = feed;
    lines.push(
      ...toRows({
        stationsReported: stations,
        pricesReported: prices,
        stockOutsReported: stockOuts,
      }),
    );
  }
  lines.push(...toRows(stored ?? {}));
  if (feed) {
    lines.push(...toRows(feed.refused, "refused: "), ...toRows(feed.positions, "position: "));
  }
  return lines.join("\n");
}
