import { deepEqual, equal, ok } from "../support/assert.ts";
import { MOVE_DAYS, readMarketMoves, readPastRises } from "../../lib/db/history/market_moves.ts";
import { findMarketMove } from "../../lib/operations/prices/market_move.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import type { XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { backfill, ingest } from "../support/load.ts";
import { createRandom } from "../support/random_state.ts";

const TODAY = "2025-06-05";
const NOW = new Date(`${TODAY}T12:00:00Z`);
const DAYS = Array.from(
  { length: MOVE_DAYS + 30 },
  (_, day) => addDays(TODAY, day - MOVE_DAYS - 30),
);
const STATIONS = 12;

/** A price of a station, in thousandths, from an hour of a day on. */
type Fact = { station: number; day: string; hour: number; milli: number };

/**
 * Generates stations that change their price every few days. On the last day all but one raise it.
 */
function inventFacts(random: () => number): Fact[] {
  return Array.from({ length: STATIONS }, (_, station) => {
    const usual = DAYS.flatMap((day): Fact[] =>
      random() < 0.4 ? [{ station, day, hour: 8, milli: 1700 + Math.floor(random() * 40) }] : []
    );
    const first = { station, day: addDays(DAYS[0]!, -1), hour: 8, milli: 1720 };
    return [first, ...usual, { station, day: TODAY, hour: 9, milli: station === 0 ? 1600 : 1800 }];
  }).flat();
}

const toAt = ({ day, hour }: Fact) => `${day}T${String(hour).padStart(2, "0")}:00:00`;

function toXml(facts: readonly Fact[]): XmlStation[] {
  return Array.from({ length: STATIONS }, (_, station) => ({
    id: 44000001 + station,
    postalCode: "44000",
    city: "Nantes",
    prices: facts.filter((fact) => fact.station === station)
      .map((fact): [string, string, string] => ["Gazole", toAt(fact), String(fact.milli / 1000)]),
  }));
}

/** Returns how much each station that raised its price on a day raised it. */
function countRises(facts: readonly Fact[], day: string): number {
  return Array.from({ length: STATIONS }, (_, station) => {
    const own = facts.filter((fact) => fact.station === station);
    const at = own.findIndex((fact) => fact.day === day);
    return at > 0 && own[at]!.milli > own[at - 1]!.milli;
  }).filter(Boolean).length;
}

// Proves docs/data.md#how-a-price-moves
forEachDb(
  "the moves of a market equal a simple count of the stations that changed their price",
  async (_t, db) => {
    const facts = inventFacts(createRandom(20_250_605));
    await backfill(db, NOW, toXml(facts.filter(({ day }) => day < TODAY)));
    await ingest(db, NOW, toXml(facts.filter(({ day }) => day === TODAY)));
    const moves = await readMarketMoves(db, { fuel: 1, maxAgeDays: 30 });
    const weekAgo = addDays(TODAY, -7);
    const changes = Array.from({ length: STATIONS }, (_, station) => {
      const own = facts.filter((fact) => fact.station === station);
      // 08:00 in Paris is before the instant of the data a week ago.
      return own.at(-1)!.milli - own.findLast(({ day }) => day <= weekAgo)!.milli;
    });
    deepEqual(moves, {
      stations: STATIONS,
      fell: changes.filter((change) => change < 0).length,
      rose: changes.filter((change) => change > 0).length,
      rises: STATIONS - 1,
    });
    // An archive covers the days of its prices.
    const compared = DAYS.slice(-MOVE_DAYS).filter((day) => facts.some((fact) => fact.day === day));
    const past = await readPastRises(db, 1);
    deepEqual(past, compared.map((day) => countRises(facts, day)));
    ok(past.some((rises) => rises > 1));
    const backend = { db, snapshots: noSnapshots, clock: () => NOW };
    deepEqual(await findMarketMove(backend, "gazole"), {
      fellShare: 1 / STATIONS,
      roseShare: moves.rose / STATIONS,
      risesShare: 11 / 12,
      isFast: true,
    });
    equal(await findMarketMove(backend, "e10"), null);
  },
);
