import { deepEqual } from "node:assert/strict";
import { ROW_REASONS } from "../../../ingest/refusals.ts";
import { statusWords } from "./load.ts";

Deno.test("statusWords has words for every reason of refusing a row", () => {
  deepEqual(Object.keys(statusWords.fr.reasons).sort(), Object.keys(ROW_REASONS).sort());
});
