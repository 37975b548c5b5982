import { deepEqual } from "../../../tests/support/assert.ts";
import { ROW_REASONS } from "../../../ingest/refusals.ts";
import { statusWords } from "./load.ts";

Deno.test("statusWords has words for every reason to reject a row", () => {
  deepEqual(Object.keys(statusWords.fr.reasons).sort(), Object.keys(ROW_REASONS).sort());
});
