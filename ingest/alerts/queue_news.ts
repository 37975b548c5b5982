/** Finds the rules of alerts that an ingest fires, and queues their messages in its transaction. @module */

import { type MarketState, readMarket } from "../../lib/db/alerts/market.ts";
import { dropOutdated, forEachRule, hasRules, type NewMessage, queueMessages } from "../../lib/db/alerts/outbox.ts";
import type { Queryable } from "../../lib/db/db.ts";
import { forEachInSlices } from "../../lib/db/slices.ts";
import { AlertDecision } from "../../lib/domain/alert_decision.ts";
import { toDueMs } from "../../lib/domain/alert_rule.ts";
import { fuelNumber } from "../../lib/shared/station/fuels.ts";
import { toAlertMessage } from "../../lib/shared/words/news.ts";
import type { StoreContext } from "../store.ts";

/** The prices of a feed whose newest price is older are no news. */
const MAX_FEED_AGE_MS = 3_600_000;

/** The stations as they are before an ingest; null when it is to fire no rule: there is none, or the feed is no news. */
export async function readMarketBefore(
  tx: Queryable,
  { source, state, asOf, newestMs }: StoreContext & { newestMs: number | null },
): Promise<MarketState | null> {
  const isNews = state.asOfMs !== null && state.source !== "sample" && source !== "sample" &&
    newestMs !== null && asOf.getTime() - newestMs <= MAX_FEED_AGE_MS;
  return isNews && await hasRules(tx) ? await readMarket(tx) : null;
}

/** Decides about all rules after the ingest has written, and queues the messages of those that fire. Returns how many. */
export async function queueNews(tx: Queryable, { before, asOf }: { before: MarketState; asOf: Date }): Promise<number> {
  const after = await readMarket(tx);
  const decision = new AlertDecision();
  await forEachInSlices(new Set([...before.keys(), ...after.keys()]), (id) => {
    const [old, now] = [before.get(id), after.get(id)];
    decision.add({ id, place: (now ?? old)!.place, before: old?.fuels ?? {}, after: now?.fuels ?? {} });
  });
  await dropOutdated(tx, decision.changed);
  const messages: NewMessage[] = [];
  await forEachRule(tx, ({ id, lang, rule, firedAtMs }) => {
    const dueAtMs = toDueMs(rule, { firedAtMs, nowMs: asOf.getTime() });
    const news = dueAtMs === null ? null : decision.decide(rule);
    if (news === null) return;
    const { names } = after.get(news.stationId)!;
    messages.push({
      ...{ ruleId: id, stationId: news.stationId, fuel: fuelNumber(news.fuel), dueAtMs: dueAtMs! },
      payload: JSON.stringify(toAlertMessage(news, { rule: id, lang, names })),
    });
  });
  for (let at = 0; at < messages.length; at += 500) await queueMessages(tx, messages.slice(at, at + 500));
  return messages.length;
}
