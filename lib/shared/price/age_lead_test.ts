import { deepEqual } from "../../../tests/support/assert.ts";
import { FUELS } from "../fuels.ts";
import { DAY_MS } from "../units.ts";
import { toCautiousMilli, toLeadMilli } from "./age_lead.ts";

Deno.test("toLeadMilli() grows with the age of diesel and petrol, and is zero for E85 and LPG", () => {
  const toLeads = (fuel: typeof FUELS[number]) =>
    [0, 7 * DAY_MS - 1, 7 * DAY_MS, 21 * DAY_MS - 1, 21 * DAY_MS, 30 * DAY_MS].map((ageMs) =>
      toLeadMilli({ fuel, ageMs })
    );
  deepEqual(Object.fromEntries(FUELS.map((fuel) => [fuel, toLeads(fuel)])), {
    gazole: [0, 0, 15, 15, 30, 30],
    sp95: [0, 0, 5, 5, 5, 5],
    sp98: [0, 0, 5, 5, 5, 5],
    e10: [0, 0, 5, 5, 5, 5],
    e85: [0, 0, 0, 0, 0, 0],
    gplc: [0, 0, 0, 0, 0, 0],
  });
});

Deno.test("toCautiousMilli() lets an old price win only by more than its lead", () => {
  const old = (priceMilli: number) =>
    toCautiousMilli({ fuel: "gazole", priceMilli, ageMs: 28 * DAY_MS });
  const fresh = toCautiousMilli({ fuel: "gazole", priceMilli: 1650, ageMs: DAY_MS });
  deepEqual([1621, 1620, 1619].map((priceMilli) => old(priceMilli) < fresh), [false, false, true]);
});
