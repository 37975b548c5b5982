import { equal } from "../../tests/support/assert.ts";
import { formatCount } from "./format.ts";

Deno.test("formatCount() formats numbers as Intl.NumberFormat does", () => {
  for (const count of [0, 7, 999, 1_000, 9_780, 123_456, 1_234_567, 1.3, 0.125, 1_234.5]) {
    for (const [lang, locale] of [["fr", "fr-FR"], ["en", "en-GB"]] as const) {
      equal(formatCount(count, lang), new Intl.NumberFormat(locale).format(count));
    }
  }
});
