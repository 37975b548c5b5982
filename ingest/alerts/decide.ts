/** Decides which rules of alerts have news after an ingest, in its own transaction. @module */

import { isDeepStrictEqual } from "node:util";
import {
  changeRules,
  forEachRule,
  lockDecision,
  type RuleChange,
  type StoredRule,
} from "../../lib/db/alerts/decisions.ts";
import { type MarketStation, moveMarket } from "../../lib/db/alerts/market.ts";
import type { Queryable } from "../../lib/db/db.ts";
import { forEachInSlices } from "../../lib/shared/slices.ts";
import type { StoredState } from "../../lib/db/data_state.ts";
import {
  AlertDecision,
  type AlertNews,
  type StationNames,
} from "../../lib/domain/alert_decision.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { toAlertMessage } from "../../lib/site/news.ts";
import type { IngestContext } from "../context.ts";

/** A feed whose newest price is older than this brings no news. */
const MAX_FEED_AGE_MS = 3_600_000;
/** Rules locked and written at a time. */
const BATCH_RULES = 500;
const STATEMENT_TIMEOUT_MS = 120_000;

/** One decision, with the errors of the rules on which it failed. */
class Run {
  readonly #decision = new AlertDecision();
  readonly #names = new Map<string, StationNames>();
  readonly failures = new Map<string, unknown>();

  async add(stations: readonly MarketStation[]): Promise<void> {
    await forEachInSlices(stations, (station) => {
      this.#decision.add(station);
      this.#names.set(station.id, station.names);
    });
  }

  /**
   * Returns the change of a rule: its new message or the removal of its message, and its first
   * reference; null if nothing changes.
   */
  findChange(stored: StoredRule): RuleChange | null {
    try {
      return this.#decide(stored);
    } catch (error) {
      this.failures.set(stored.id, error);
      return null;
    }
  }

  #decide({ id, lang, news, isTaken, ...stored }: StoredRule): RuleChange | null {
    const rule = alertRule.parse(stored.rule);
    const isFirst = rule.when.kind === "cheapest" && stored.reference === null && news === null;
    const first = isFirst ? this.#decision.findReference(rule) : null;
    // A message in transit counts as sent.
    const reference = isTaken ? news : stored.reference ?? first;
    const wanted = this.#decision.decide(rule, { reference, waiting: isTaken ? null : news });
    const isKept = isTaken && wanted === null || isDeepStrictEqual(news, wanted);
    if (isKept && first === null) return null;
    const toPayload = (news: AlertNews) =>
      toAlertMessage(news, { rule: id, lang, names: this.#names.get(news.stationId)! });
    return {
      ruleId: id,
      news: wanted && JSON.stringify(wanted),
      payload: wanted && JSON.stringify(toPayload(wanted)),
      stationId: first?.stationId ?? null,
      priceMilli: first?.priceMilli ?? null,
    };
  }
}

/**
 * Returns true if the changes of the market are news: neither market is a sample, and the feed is
 * not old.
 */
function isNews({ source, asOfMs, feedAtMs }: StoredState, lastSource: string | null): boolean {
  return lastSource !== null && lastSource !== "sample" && source !== "sample" &&
    asOfMs !== null && feedAtMs !== null && asOfMs - feedAtMs <= MAX_FEED_AGE_MS;
}

async function decide(tx: Queryable, { clock, log }: IngestContext): Promise<number> {
  const last = await lockDecision(tx);
  if (last === null || last.revision === last.decided) return 0;
  const { state, stations } = await moveMarket(tx);
  if (!isNews(state, last.source)) return 0;
  const run = new Run();
  await run.add(stations);
  const filter = { revision: state.revision, now: clock() };
  const changing: string[] = [];
  await forEachRule(tx, filter, (rule) => {
    if (run.findChange(rule)) changing.push(rule.id);
  });
  changing.sort();
  let count = 0;
  for (let at = 0; at < changing.length; at += BATCH_RULES) {
    // Decides again, since a rule or its message may have changed before it was locked.
    const changes: RuleChange[] = [];
    await forEachRule(tx, { ...filter, ids: changing.slice(at, at + BATCH_RULES) }, (rule) => {
      const change = run.findChange(rule);
      if (change) changes.push(change);
    });
    await changeRules(tx, changes, new Date(state.asOfMs!));
    count += changes.filter(({ news }) => news !== null).length;
  }
  const [[rule, error] = []] = run.failures;
  if (rule) {
    log.warn("Alert rules were skipped because deciding about them failed", {
      count: run.failures.size,
      rule,
      error,
    });
  }
  return count;
}

/**
 * Compares the market with the one at the last decision, once for each revision of the data, and
 * changes the waiting messages. Returns how many messages are new or changed: 0 if the revision is
 * decided already, or if another process is deciding. Throws the errors of the database; then
 * nothing is decided, and the next call decides.
 */
export async function decideAlerts(context: IngestContext): Promise<number> {
  return await context.db.transaction((tx) => decide(tx, context), {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
}
