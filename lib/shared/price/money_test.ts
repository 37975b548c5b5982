import { deepEqual, equal, throws } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { parsePriceText, toAmountText, toMeanMilli, toMeanText, toPriceText } from "./money.ts";

Deno.test("toPriceText() and parsePriceText() are inverse for every whole number of thousandths", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999, max: 99_999 }),
      (milli) => equal(parsePriceText(toPriceText(milli)), milli),
    ),
  );
});

Deno.test("toPriceText() never shows a negative zero", () => {
  equal(toPriceText(-0.4), "0.000");
  equal(toPriceText(-0), "0.000");
  deepEqual([1799, -12].map(toPriceText), ["1.799", "-0.012"]);
  deepEqual([4125, -4].map(toAmountText), ["4.13", "0.00"]);
});

Deno.test("parsePriceText() rejects anything but three decimals", () => {
  for (const text of ["1.79", "1,799", "1.7999", ".799", "", "1e3", " 1.799"]) {
    throws(() => parsePriceText(text), RangeError);
  }
});

Deno.test("toMeanMilli() rounds half away from zero on exact integers", () => {
  equal(toMeanMilli(5, 2), 3);
  equal(toMeanMilli(-5, 2), -3);
  equal(toMeanMilli(10, 3), 3);
  equal(toMeanText(3001, 2), "1.501");
  throws(() => toMeanMilli(1, 0), RangeError);
});
