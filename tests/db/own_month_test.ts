import { deepEqual, ok } from "../support/assert.ts";
import { findDayPrices } from "../../lib/db/history/own_month.ts";
import { recordPriceFacts } from "../../lib/db/history/price_changes.ts";
import type { Db } from "../../lib/db/db.ts";
import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { findPriceAt, type NaiveInterruption, toEndMs } from "../support/naive_means.ts";
import { createRandom, insertJson, pick } from "../support/random_state.ts";
import { toRounds } from "../support/tier.ts";

/** Metres east of the first station. The last one has no position. */
const PLACES = [0, 1_900, 4_990, 5_010, 40_000, null];
// One degree of longitude at 48.9° north on WGS 84, exact to a metre at this distance.
const METRES_OF_DEGREE = 73_173;
// This period includes a day of 23 hours.
const DAYS = Array.from({ length: 30 }, (_, day) => addDays("2025-03-05", day));
const LAST_MS = Date.parse("2025-04-04T00:00:00Z");
const HOUR_MS = 3_600_000;
const SEED = 20_250_304;
const STATES = toRounds(10, 200);

async function addStations(db: Db): Promise<void> {
  for (const [index, metres] of PLACES.entries()) {
    const text = `insert into station (id, position, first_seen_at, last_seen_at)
      values ($1, st_point($2::float8, 48.9)::geography, now(), now())`;
    await db.query({
      text,
      values: [index + 1, metres === null ? null : 2 + metres / METRES_OF_DEGREE],
    });
  }
}

type World = { facts: PriceFact[]; interruptions: NaiveInterruption[]; covered: string[] };

function inventWorld(random: () => number): World {
  const instant = () => LAST_MS - Math.floor(random() * 70 * 24) * HOUR_MS;
  const facts = Array.from({ length: 60 }, () => ({
    stationId: 1 + Math.floor(random() * PLACES.length),
    fuel: pick(random, [1, 1, 2]),
    priceMilli: 1700 + Math.floor(random() * 5),
    atMs: instant(),
  }));
  const interruptions = Array.from({ length: 8 }, (_, index) => {
    const sinceMs = instant() + index; // the tables hold one row per start
    const untilMs = random() < 0.3 ? null : sinceMs + Math.floor(random() * 300) * HOUR_MS;
    const fuel = pick(random, [0, 0, 1, 2]);
    const isClosure = fuel === 0 && sinceMs % 2 === 1;
    return {
      stationId: 1 + Math.floor(random() * PLACES.length),
      fuel,
      sinceMs,
      untilMs,
      isClosure,
    };
  });
  return { facts, interruptions, covered: DAYS.filter(() => random() < 0.9) };
}

/**
 * Adds an absence or a closure if it interrupts all fuels, and a stock-out or an absence if it
 * interrupts one.
 */
async function addInterruption(db: Db, interruption: NaiveInterruption): Promise<void> {
  const { stationId, fuel, sinceMs, untilMs, isClosure } = interruption;
  const other = isClosure ? "closure" : "stock_out";
  const table = sinceMs % 2 === 0 ? "absence" : other;
  const more = {
    absence: { fuel },
    closure: { kind: "temporary" },
    stock_out: { fuel, kind: "temporary" },
  }[table];
  const row = {
    station_id: stationId,
    since: new Date(sinceMs),
    until: untilMs && new Date(untilMs),
    ...more,
  };
  await insertJson(db, table, [row]);
}

function readPlainly(
  { facts, interruptions, covered }: World,
  stationId: number,
  fuel: number,
): number[] {
  const stationFacts = facts.filter((fact) => fact.stationId === stationId);
  const sold = {
    facts: stationFacts.filter((fact) => fact.fuel === fuel),
    stationFacts,
    interruptions: interruptions.filter((one) =>
      one.stationId === stationId && (one.fuel === 0 || one.fuel === fuel)
    ),
  };
  return DAYS.map((day) =>
    covered.includes(day) || day === DAYS.at(-1) ? findPriceAt(sold, toEndMs(day)) ?? 0 : 0
  );
}

// Proves docs/data.md#good-price
forEachDb(
  "findDayPrices() equals a simple reading of the facts within the radius",
  async (_t, db) => {
    await addStations(db);
    const random = createRandom(SEED);
    let compared = 0;
    for (let state = 0; state < STATES; state++) {
      await db.query({ text: "truncate price_change, stock_out, absence, closure, coverage" });
      const world = inventWorld(random);
      await recordPriceFacts(db, world.facts);
      for (const interruption of world.interruptions) await addInterruption(db, interruption);
      const text =
        "insert into coverage (day, source) select day, 'feed' from unnest($1::date[]) day";
      await db.query({ text, values: [`{${world.covered.join(",")}}`] });
      for (const [stationId, others] of [[1, [2, 3]], [6, []]] as const) {
        const found = await findDayPrices(db, { stationId, fuel: 1, radiusM: 5000, days: DAYS });
        deepEqual([...found.own], readPlainly(world, stationId, 1), `seed ${SEED}, state ${state}`);
        const sold = others.filter((id) =>
          world.facts.some((fact) =>
            fact.stationId === id && fact.fuel === 1 && fact.atMs < toEndMs(DAYS.at(-1)!)
          )
        );
        const rows = sold.map((id) => readPlainly(world, id, 1));
        deepEqual(
          found.others.map((row) => [...row].join()).sort(),
          rows.map((row) => row.join()).sort(),
        );
        compared += [...found.own].filter((milli) => milli > 0).length;
      }
    }
    ok(compared > 200, `only ${compared} prices were compared`);
  },
);
