import { ok, rejects } from "../support/assert.ts";
import { loadTownTable } from "../../ingest/check.ts";
import { placeIndex } from "../../lib/operations/places/find_places.ts";
import { findLargestTowns } from "../../lib/pages/departments/load.ts";

/** The reads of the service's own files that happen once per process. */
const FIRST_READS: Record<string, () => Promise<unknown>> = {
  loadTownTable,
  placeIndex,
  findLargestTowns: () => findLargestTowns("75", 1),
};

Deno.test(
  { name: "our own files cannot be read at first", permissions: { read: false } },
  async () => {
    for (const [name, read] of Object.entries(FIRST_READS)) {
      await rejects(
        read,
        Deno.errors.NotCapable,
        name,
      );
    }
  },
);

Deno.test("the service reads its own files again after a failed first read", async () => {
  for (const [name, read] of Object.entries(FIRST_READS)) ok(await read(), name);
});
