import { equal } from "../../tests/support/assert.ts";
import { toNameKey, toNameWords } from "./place_name.ts";

Deno.test("toNameKey() returns the same key for all spellings of a name", () => {
  for (
    const name of [
      "Saint-Étienne",
      "ST ETIENNE",
      "st-etienne",
      " Saint  Etienne ",
      "St. Étienne",
      "SAINT-éTIENNE",
    ]
  ) {
    equal(toNameKey(name), "saintetienne", name);
  }
});

Deno.test("toNameWords() expands ligatures, splits at apostrophes, and keeps words that only begin like an abbreviation", () => {
  equal(toNameWords("Vandœuvre-lès-Nancy"), "vandoeuvre les nancy");
  equal(toNameWords("L'Haÿ"), toNameWords("L’Haÿ"));
  equal(toNameWords("Stains s/ Mer"), "stains sur mer");
  equal(toNameWords(" - ' "), "");
});
