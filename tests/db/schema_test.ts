import { equal } from "node:assert/strict";
import { dumpSchema } from "../../tools/schema_dump.ts";
import { forEachDb } from "../support/for_each_db.ts";

forEachDb("lib/db/schema.sql is what the migrations make", async (_t, db) => {
  const committed = await Deno.readTextFile(new URL("../../lib/db/schema.sql", import.meta.url));
  equal(await dumpSchema(db), committed);
});
