/**
 * Times the decision about 100 000 rules after 3 385 prices changed, on both databases, and how
 * long it delays requests.
 *
 * @module
 */

import { decideAlerts } from "../../ingest/alerts/decide.ts";
import type { Db } from "../../lib/db/db.ts";
import type { AlertRule } from "../../lib/domain/alert_rule.ts";
import { traffic } from "../../lib/platform/traffic.ts";
import { createRandom, pick } from "../../lib/shared/random.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { createEmbeddedDb } from "../support/embedded_db.ts";
import { toIngestContext, wrapTransactions } from "../support/load.ts";
import { createServerDb } from "../support/server_db.ts";
import { ingest, readFullFeed } from "./support/feeds.ts";
import { type Cost, measure, median, printResult } from "./support/measure.ts";

const RULES = 100_000;
const CHANGES = 3_385;
const SEED = 7;
const ROUNDS = 3;

const random = createRandom(SEED);
const full = await readFullFeed();

type StationPoint = { id: string; lat: number; lng: number };

function drawRule(stations: StationPoint[]): object {
  const { lat, lng } = pick(random, stations);
  const toCell = (degrees: number) => Number((Math.round(degrees * 20) / 20).toFixed(2));
  const radius_km = pick(random, [2, 5, 10, 20, 50]);
  const ids = Array.from(
    { length: 1 + Math.floor(random() * 10) },
    () => pick(random, stations).id,
  );
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
  const text =
    `select id::text, st_y(position::geometry) as lat, st_x(position::geometry) as lng from station
    where position is not null and left_at is null`;
  const stations = await db.query<StationPoint>({ text });
  await db.query({
    text: `insert into push_device select 'https://push.example/' || n, '', '', 'fr', 0, now()
      from generate_series(1, ${RULES / 10}) n`,
  });
  for (let at = 0; at < RULES; at += 5_000) {
    const rules = JSON.stringify(Array.from({ length: 5_000 }, () => drawRule(stations)));
    const insert = `insert into alert_rule (endpoint, rule)
        select 'https://push.example/' || 1 + (n + ${at}) / 10, rule
        from jsonb_array_elements($1::jsonb) with ordinality r (rule, n)
        where (n + ${at}) / 10 < ${RULES / 10}`;
    await db.query({ text: insert, values: [rules] });
  }
  await db.query({ text: "analyze" });
}

/** Thrown to roll back the writes of one round. */
class Done extends Error {}

type Round = { cost: Cost; messages: number };

const asOf = new Date(full.at.getTime() + 600_000);
const MOVE_SQL = "update data_state set revision = revision + 1";

/** Decides about changed prices in a transaction that is rolled back. */
async function decideOnce(db: Db): Promise<Round> {
  let round: Round | null = null;
  const changing = wrapTransactions(db, async (tx, work) => {
    await tx.query({
      text: `update current_price
        set price_milli = price_milli - 20
        where (station_id, fuel) in (
          select station_id, fuel
          from current_price
          where listed
          order by hashint8(station_id::bigint * 8 + fuel)
          limit ${CHANGES}
        )`,
    });
    await tx.query({ text: MOVE_SQL });
    let messages: unknown = 0;
    const cost = await measure(async () => messages = await work(tx));
    round = { cost, messages: Number(messages) };
    throw new Done();
  });
  await decideAlerts(toIngestContext(changing, asOf)).catch((error) => {
    if (!(error instanceof Done)) throw error;
  });
  return round!;
}

for (const create of [createServerDb, createEmbeddedDb]) {
  const { db, drop } = await create();
  // The thread that decides also serves requests.
  traffic.requests = create === createEmbeddedDb ? 1 : 0;
  await ingest(db, full);
  await addRules(db);
  const show = (title: string, { ms, cpuMs, longestMs }: Cost) => {
    const round = Math.round;
    printResult(
      title,
      `${round(ms)} ms, processor ${round(cpuMs)} ms, longest ${round(longestMs)} ms`,
    );
  };
  console.log(create === createServerDb ? "\nPostGIS" : "\nembedded");
  show("the first market", await measure(() => decideAlerts(toIngestContext(db, asOf))));
  await db.query({ text: MOVE_SQL });
  show(
    "first prices of all new rules",
    await measure(() => decideAlerts(toIngestContext(db, asOf))),
  );
  await db.query({ text: "analyze" });
  const rounds: Round[] = [];
  for (let at = 0; at < ROUNDS; at++) rounds.push(await decideOnce(db));
  const of = (key: keyof Cost) => median(rounds.map(({ cost }) => cost[key]));
  const title = `${RULES} rules, ${CHANGES} changes, ${rounds[0]!.messages} messages`;
  show(title, { ms: of("ms"), cpuMs: of("cpuMs"), longestMs: of("longestMs") });
  await drop();
}
