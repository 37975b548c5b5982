import { equal } from "node:assert/strict";
import { toNameKey, toNameWords } from "./place_name.ts";

Deno.test("toNameKey() is the same for all spellings of a name", () => {
  for (
    const name of ["Saint-Étienne", "ST ETIENNE", "st-etienne", " Saint  Etienne ", "St. Étienne", "SAINT-éTIENNE"]
  ) {
    equal(toNameKey(name), "saintetienne", name);
  }
});

Deno.test("toNameWords() writes ligatures out and cuts at apostrophes of both kinds", () => {
  equal(toNameWords("Vandœuvre-lès-Nancy"), "vandoeuvre les nancy");
  equal(toNameWords("L'Haÿ"), toNameWords("L’Haÿ"));
});

Deno.test("toNameWords() leaves words alone that merely begin like a short form", () => {
  equal(toNameWords("Stains"), "stains");
  equal(toNameWords("Les Essarts"), "les essarts");
});

Deno.test("toNameWords() answers an empty text for a text without letters or digits", () => {
  equal(toNameWords(" - ' "), "");
});
