/** What 100 000 rules cost an ingest that changes 3 385 prices, on both databases, and the longest time for which answers wait. @module */

import { queueNews, readMarketBefore } from "../../ingest/alerts/queue_news.ts";
import type { MarketState } from "../../lib/db/alerts/market.ts";
import type { Db } from "../../lib/db/db.ts";
import { getState } from "../../lib/db/state.ts";
import type { AlertRule } from "../../lib/domain/alert_rule.ts";
import { traffic } from "../../lib/platform/traffic.ts";
import { createRandom, pick } from "../../lib/shared/random.ts";
import { FUELS } from "../../lib/shared/station/fuels.ts";
import { createEmbeddedDb } from "../support/embedded_db.ts";
import { createServerDb } from "../support/server_db.ts";
import { ingest, readFullFeed } from "./support/feeds.ts";
import { type Cost, measure, median, tell } from "./support/measure.ts";

const [RULES, CHANGES, SEED, ROUNDS] = [100_000, 3_385, 7, 3];

const random = createRandom(SEED);
const full = await readFullFeed();

type Found = { id: string; lat: number; lng: number };

function drawRule(stations: Found[]): object {
  const { lat, lng } = pick(random, stations);
  const toCell = (degrees: number) => Number((Math.round(degrees * 20) / 20).toFixed(2));
  const radius_km = pick(random, [2, 5, 10, 20, 50]);
  const ids = Array.from({ length: 1 + Math.floor(random() * 10) }, () => pick(random, stations).id);
  const when = pick<AlertRule["when"]>(random, [
    { kind: "at_most", price_milli: 1_600 + Math.floor(random() * 200) },
    { kind: "cheapest", fall_milli: pick(random, [0, 5, 10]) },
    { kind: "stock" },
    { kind: "best" },
  ]);
  const where = when.kind === "best" || random() < 0.3
    ? { ids, radius_km }
    : { cell: { lat: toCell(lat), lng: toCell(lng) }, radius_km };
  return { fuel: pick(random, FUELS), where, when, every_h: 1, at_night: true };
}

async function addRules(db: Db): Promise<void> {
  const text = `select id::text, st_y(position::geometry) as lat, st_x(position::geometry) as lng from station
    where position is not null and left_at is null`;
  const stations = await db.query<Found>({ text });
  await db.query({
    text: `insert into push_device select 'https://push.example/' || n, '', '', 'fr', 0, now()
      from generate_series(1, ${RULES / 10}) n`,
  });
  for (let at = 0; at < RULES; at += 5_000) {
    const rules = JSON.stringify(Array.from({ length: 5_000 }, () => drawRule(stations)));
    const insert = `insert into alert_rule (endpoint, rule) select 'https://push.example/' || 1 + (n + ${at}) / 10, rule
      from jsonb_array_elements($1::jsonb) with ordinality r (rule, n) where (n + ${at}) / 10 < ${RULES / 10}`;
    await db.query({ text: insert, values: [rules] });
  }
  await db.query({ text: "analyze" });
}

/** Thrown to roll back what one round has written. */
class Done extends Error {}

type Round = { before: Cost; decision: Cost; fired: number };

/** Decides and queues in a transaction that is rolled back. */
async function decideOnce(db: Db): Promise<Round> {
  const asOf = new Date(full.at.getTime() + 600_000);
  let round: Round | null = null;
  const work = db.transaction(async (tx) => {
    const state = await getState(tx);
    let [before, fired]: [MarketState | null, number] = [null, 0];
    const context = { asOf, source: "official", state, force: false, newestMs: asOf.getTime() } as const;
    const reading = await measure(async () => before = await readMarketBefore(tx, context));
    await tx.query({
      text: `update current_price set price_milli = price_milli - 20 where (station_id, fuel) in (
        select station_id, fuel from current_price where listed order by hashint8(station_id::bigint * 8 + fuel) limit ${CHANGES})`,
    });
    const decision = await measure(async () => fired = await queueNews(tx, { before: before!, asOf }));
    round = { before: reading, decision, fired };
    throw new Done();
  }, { statementTimeoutMs: 0 });
  await work.catch((error) => {
    if (!(error instanceof Done)) throw error;
  });
  return round!;
}

for (const create of [createServerDb, createEmbeddedDb]) {
  const { db, drop } = await create();
  // over the embedded database the thread of the ingest also serves
  traffic.requests = create === createEmbeddedDb ? 1 : 0;
  await ingest(db, full);
  await addRules(db);
  const rounds: Round[] = [];
  for (let at = 0; at < ROUNDS; at++) rounds.push(await decideOnce(db));
  const of = (name: "before" | "decision", key: keyof Cost) =>
    `${Math.round(median(rounds.map((round) => round[name][key])))} ms`;
  console.log(create === createServerDb ? "\nPostGIS" : "\nembedded");
  for (const name of ["before", "decision"] as const) {
    const title = name === "before"
      ? "all stations before"
      : `${RULES} rules, ${CHANGES} changes, ${rounds[0]!.fired} messages`;
    tell(title, `${of(name, "ms")}, processor ${of(name, "cpuMs")}, longest at a time ${of(name, "longestMs")}`);
  }
  await drop();
}
