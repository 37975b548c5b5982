/** The words of the page of the service's state name everything that it may have to show. @module */

import { deepEqual } from "node:assert/strict";
import { ROW_REASONS } from "../../../ingest/refusals.ts";
import { statusWords } from "./words.ts";

Deno.test("statusWords() has words for every reason of refusing a row, in both languages", () => {
  for (const lang of ["fr", "en"] as const) {
    deepEqual(Object.keys(statusWords(lang).reasons).sort(), Object.keys(ROW_REASONS).sort());
  }
});
