import { equal } from "../../tests/support/assert.ts";
import { toNameKey, toNameWords } from "./place_name.ts";

Deno.test("toNameKey() is the same for all spellings of a name", () => {
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

Deno.test("toNameWords() writes ligatures out, cuts at apostrophes, and leaves words that begin like a short form", () => {
  equal(toNameWords("Vandœuvre-lès-Nancy"), "vandoeuvre les nancy");
  equal(toNameWords("L'Haÿ"), toNameWords("L’Haÿ"));
  equal(toNameWords("Stains s/ Mer"), "stains sur mer");
  equal(toNameWords(" - ' "), "");
});
