import { deepEqual, equal } from "node:assert/strict";
import { toOwnMonth, toStanding } from "./standing.ts";

Deno.test("toStanding() ranks a price among those around it, unless they are too few", () => {
  const standing = toStanding(1800, { prices: [1790, 1800, 1850, 1860], radiusKm: 5 });
  deepEqual(standing, { radiusKm: 5, count: 4, rank: 2, aboveMeanMilli: -25, level: "low" });
  equal(toStanding(1800, { prices: [1790, 1800], radiusKm: 5 }), null);
});

Deno.test("toOwnMonth() compares a price with the station's last month, unless too few days have a price", () => {
  const own = [...Array(10).fill(1800), ...Array(20).fill(1830)];
  const others = [Array(30).fill(1810), Array(30).fill(1900)];
  deepEqual(toOwnMonth(1790, { own, others, radiusKm: 5 }), {
    ...{ days: 30, lowMilli: 1800, highMilli: 1830, aboveMeanMilli: -30 },
    among: { radiusKm: 5, lowest: 10, days: 30 },
  });
  equal(toOwnMonth(1790, { own: own.slice(0, 19), others: [], radiusKm: 5 }), null);
});
