/**
 * `deno run -A tests/soak/growth.ts [--ingests 1000] [--stations 1000]`: how large the embedded database becomes over many
 * ingests, each of which moves the prices of one station in sixty, with the service's hourly housekeeping.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { buildSample } from "../../ingest/sample/build.ts";
import { runIngest } from "../../ingest/run.ts";
import { openDb } from "../../lib/db/connection.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { createTestLog } from "../support/log.ts";
import { measureFolder, moveSomePrices, toBytes, toLatin1 } from "./feeds.ts";

const EVERY_MS = 600_000;
const HOUSEKEEPING_EVERY = 6;
const SHOWN_EVERY = 100;

const { values } = parseArgs({
  args: Deno.args,
  options: { ingests: { type: "string", default: "1000" }, stations: { type: "string", default: "1000" } },
});
const [ingests, stations] = [Number(values.ingests), Number(values.stations)];

const beganMs = Date.parse("2026-06-01T08:00:00Z");
const { dataDir, remove } = await createDataDir();
const { log } = createTestLog();
const db = await openDb({ databaseUrl: null, dataDir, deploy: false }, { log });

async function show(done: number): Promise<void> {
  const text =
    "select count(*)::int as rows, pg_total_relation_size('price_change')::float8 as bytes from price_change";
  const [row] = await db.query<{ rows: number; bytes: number }>({ text });
  const folderMb = (measureFolder(dataDir) / 1e6).toFixed(1);
  console.log(`${done} ingests: ${folderMb} MB, of these ${(row!.bytes / 1e6).toFixed(1)} MB for ${row!.rows} prices`);
}

try {
  const { feedXml } = await buildSample({ at: new Date(beganMs), stations });
  let xml = toLatin1(new Uint8Array(await feedXml.arrayBuffer()));
  for (let round = 0; round < ingests; round++) {
    const at = new Date(beganMs + round * EVERY_MS);
    if (round > 0) xml = moveSomePrices(xml, { round, at });
    const source = { kind: "file" as const, name: "feed.xml", bytes: toBytes(xml) };
    const { outcome, message } = await runIngest({ db, log, clock: () => at }, source);
    if (outcome !== "changed") throw new Error(`Ingest ${round} ended otherwise: ${outcome} ${message}`);
    if (round % HOUSEKEEPING_EVERY === 0) await db.maintain();
    if (round % SHOWN_EVERY === 0) await show(round + 1);
  }
  await show(ingests);
} finally {
  await db.close();
  await remove();
}
