/**
 * Measures how large the embedded database becomes: `deno run -A tests/soak/growth.ts [--ingests N]
 * [--stations N]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { drawFeed, ingest, moveSomePrices, toBytes, unpack } from "../bench/support/feeds.ts";
import { createEmbeddedDb } from "../support/embedded_db.ts";

const EVERY_MS = 600_000;
const HOUSEKEEPING_EVERY = 6;
const SHOWN_EVERY = 100;

const { values } = parseArgs({
  options: {
    ingests: { type: "string", default: "1000" },
    stations: { type: "string", default: "1000" },
  },
});
const beganMs = Date.parse("2026-06-01T08:00:00Z");
const { db, dataDir, drop } = await createEmbeddedDb();

async function show(done: number): Promise<void> {
  const text =
    `select count(*)::int as rows, pg_total_relation_size('price_change')::float8 as bytes
      from price_change`;
  const [row] = await db.query<{ rows: number; bytes: number }>({ text });
  const { stdout } = await new Deno.Command("du", { args: ["-sb", dataDir], stderr: "null" })
    .output();
  const folderMb = (Number.parseInt(new TextDecoder().decode(stdout)) / 1e6).toFixed(1);
  console.log(
    `${done} ingests: ${folderMb} MB, of these ${(row!.bytes / 1e6).toFixed(1)} MB for ${
      row!.rows
    } prices`,
  );
}

try {
  let xml = await unpack(
    await drawFeed({ at: new Date(beganMs), stations: Number(values.stations) }),
  );
  for (let round = 0; round < Number(values.ingests); round++) {
    const at = new Date(beganMs + round * EVERY_MS);
    if (round > 0) xml = moveSomePrices(xml, { round, at });
    await ingest(db, { bytes: toBytes(xml), at });
    if (round % HOUSEKEEPING_EVERY === 0) await db.maintain();
    if (round % SHOWN_EVERY === 0) await show(round + 1);
  }
  await show(Number(values.ingests));
} finally {
  await drop();
}
