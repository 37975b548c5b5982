/** Draws rules that visitors make at random. @module */

import { type AlertRule, alertRule } from "../../lib/domain/alert_rule.ts";
import { pick, type Random } from "../../lib/shared/random.ts";
import { changingIds } from "./market.ts";

/** A visitor's rule, the time it was made, and the number of feeds by then. */
export type Visit = {
  id: string;
  endpoint: string;
  rule: AlertRule;
  atMs: number;
  feeds: number;
  isEnded: boolean;
};

/** Draws a rule about stations whose prices change. */
export function drawRule(random: Random): AlertRule {
  const ids = changingIds.filter(() => random() < 0.4);
  const some = ids.length > 0 ? ids : [changingIds[0]!];
  const one = [pick(random, changingIds)];
  const common = { fuel: "gazole", every_h: pick(random, [1, 1, 6]), at_night: random() < 0.7 };
  return alertRule.parse(pick(random, [
    {
      ...common,
      where: { ids: some },
      when: { kind: "cheapest", fall_milli: pick(random, [0, 0, 20, 50]) },
    },
    {
      ...common,
      where: { ids: one },
      when: { kind: "at_most", price_milli: 1_680 + 10 * Math.floor(14 * random()) },
    },
    { ...common, where: { ids: one }, when: { kind: "stock" } },
    { ...common, where: { ids: one, radius_km: 5 }, when: { kind: "best" } },
  ]));
}
