/** Decides after an ingest which rules of alerts have news, in a transaction of its own. @module */

import {
  changeRules,
  forEachLocked,
  forEachRule,
  lockDecision,
  type RuleChange,
  type RuleFilter,
  type StoredRule,
} from "../../lib/db/alerts/decisions.ts";
import { type MarketStation, moveMarket } from "../../lib/db/alerts/market.ts";
import type { Db, Queryable } from "../../lib/db/db.ts";
import { forEachInSlices } from "../../lib/db/slices.ts";
import type { StoredState } from "../../lib/db/state.ts";
import { AlertDecision, type AlertNews } from "../../lib/domain/alert_decision.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import type { Clock } from "../../lib/platform/clock.ts";
import type { Log } from "../../lib/platform/log.ts";
import { type StationNames, toAlertMessage } from "../../lib/shared/words/news.ts";

/** The dependencies of a decision. */
export type DecideDeps = { db: Db; clock: Clock; log: Log };

/** The prices of a feed whose newest price is older are no news. */
const MAX_FEED_AGE_MS = 3_600_000;
/** Rules that are locked and written at a time. */
const BATCH_RULES = 500;
const STATEMENT_TIMEOUT_MS = 120_000;
/** PostgreSQL's codes of a serialisation failure and a deadlock. */
const CONFLICT_CODES = ["40001", "40P01"];

/** One decision: the market, and the rules on which it failed. */
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

  /** Returns the new message of a rule, or that it loses its message, and its first reference; null if nothing changes. */
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
    // A message on its way counts as sent.
    const reference = isTaken ? toReference(news!) : stored.reference ?? first;
    const wanted = this.#decision.decide(rule, { reference, waiting: isTaken ? null : news });
    const isKept = isTaken && wanted === null || isSame(news, wanted);
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

function toReference({ stationId, priceMilli }: AlertNews) {
  return priceMilli === null ? null : { stationId, priceMilli };
}

function isSame(a: AlertNews | null, b: AlertNews | null): boolean {
  return a?.kind === b?.kind && a?.stationId === b?.stationId && a?.priceMilli === b?.priceMilli &&
    a?.oldMilli === b?.oldMilli;
}

/** Whether the difference of a market from the last one is news: neither is invented, and the feed is not an old one. */
function isNews({ source, asOfMs, feedAtMs }: StoredState, lastSource: string | null): boolean {
  return lastSource !== null && lastSource !== "sample" && source !== "sample" &&
    asOfMs !== null && feedAtMs !== null && asOfMs - feedAtMs <= MAX_FEED_AGE_MS;
}

async function decide(tx: Queryable, { clock, log }: DecideDeps): Promise<number> {
  const last = await lockDecision(tx);
  if (last === null || last.revision === last.decided) return 0;
  const { state, stations } = await moveMarket(tx);
  if (!isNews(state, last.source)) return 0;
  const run = new Run();
  await run.add(stations);
  const filter = { revision: state.revision, now: clock() };
  const ids: string[] = [];
  await forEachRule(tx, filter, (rule) => {
    if (run.findChange(rule)) ids.push(rule.id);
  });
  const count = await writeChanges(tx, run, { ids: ids.sort(), filter, dueAt: new Date(state.asOfMs!) });
  const [failure] = run.failures;
  if (failure) {
    const [rule, error] = failure;
    log.warn("Alert rules were skipped, as deciding about them failed", { count: run.failures.size, rule, error });
  }
  return count;
}

/** Decides again about rules with changes, as each may have changed before it was locked, and writes. Returns how many messages. */
async function writeChanges(
  tx: Queryable,
  run: Run,
  { ids, filter, dueAt }: { ids: readonly string[]; filter: RuleFilter; dueAt: Date },
): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += BATCH_RULES) {
    const changes: RuleChange[] = [];
    await forEachLocked(tx, ids.slice(at, at + BATCH_RULES), filter, (rule) => {
      const change = run.findChange(rule);
      if (change) changes.push(change);
    });
    await changeRules(tx, changes, dueAt);
    count += changes.filter(({ news }) => news !== null).length;
  }
  return count;
}

/**
 * Compares the market with the one at the last decision, once for each revision of the data, and changes the messages that
 * wait. Returns how many messages are new or changed: 0 if nothing was to be decided, or another process decides.
 */
export async function decideAlerts(deps: DecideDeps): Promise<number> {
  const run = () => deps.db.transaction((tx) => decide(tx, deps), { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return await run().catch((error) => {
    if (!CONFLICT_CODES.includes(error?.code)) throw error;
    return run();
  });
}
