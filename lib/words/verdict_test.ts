import { deepEqual, equal } from "../../tests/support/assert.ts";
import fc from "../../tests/packages/fast_check.ts";
import { commonWords } from "./mod.ts";
import { toBounds, toTertile } from "../shared/price/tertiles.ts";
import { toLowestDays, toReasonText, toVerdict } from "./verdict.ts";

// Proves docs/data.md#good-price
Deno.test("toVerdict() ranks a price among those around it, unless there are too few", () => {
  deepEqual(toVerdict(1800, [1790, 1800, 1850, 1860], 5), {
    radiusKm: 5,
    count: 4,
    rank: 2,
    level: "low",
  });
  equal(toVerdict(1800, [1790, 1800], 5), null);
  const reasonOf = (milli: number, others: number[]) =>
    toReasonText(toVerdict(milli, [milli, ...others], 5)!, commonWords.en, "en").replaceAll(
      "\u00a0",
      " ",
    );
  equal(reasonOf(1800, [1900, 1900]), "cheapest of 3 stations within 5 km");
  equal(reasonOf(1800, [1800, 1800]), "same price at all 3 stations within 5 km");
});

Deno.test("toVerdict() uses the levels of the thirds, and equal prices share a level", () => {
  const prices = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 40 });
  fc.assert(fc.property(prices, (all) => {
    for (const milli of all) {
      equal(toVerdict(milli, all, 5)!.level, toTertile(milli, toBounds(all)!));
    }
  }));
});

Deno.test("toLowestDays() counts the days on which no station was cheaper, unless too few days have prices", () => {
  const own = [...Array(10).fill(1800), ...Array(20).fill(1830)];
  const others = [Array(30).fill(1810), Array(30).fill(1900)];
  deepEqual(toLowestDays({ own, others, radiusKm: 5 }), { radiusKm: 5, lowest: 10, days: 30 });
  equal(toLowestDays({ own: own.slice(0, 19), others, radiusKm: 5 }), null);
});
