/** Reads the rank of a price among all prices in force of the country. @module */

import type { Tally } from "../../domain/aggregate.ts";
import { type Queryable, readOne } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../state.ts";
import { pickTally, tallySql } from "./tally.ts";

const COMPARISON_SQL = `select ${STATE_COLUMNS}, t.* from ${ONE_STATE} left join lateral (${
  tallySql({ columns: "count(*) filter (where p.price_milli < $3)::int as cheaper," })
}) t on true`;

type Row = StoredState & Tally & { cheaper: number };

/** The tally of a fuel (1 to 6) over the country, and how many of its stations are cheaper than a price. */
export async function getNationalComparison(
  db: Queryable,
  options: { fuel: number; maxAgeDays: number; priceMilli: number },
): Promise<{ state: StoredState; tally: Tally; cheaper: number }> {
  const values = [options.fuel, options.maxAgeDays, options.priceMilli];
  const row = await readOne<Row>(db, { name: "comparison", text: COMPARISON_SQL, values });
  return { state: pickState(row), tally: pickTally(row), cheaper: row.cheaper };
}
