/** Daily means of one area for all fuels: the curves of pages. @module */

import type { Queryable } from "../db.ts";

const MEANS_SQL = `select fuel, day::text as day, sum_milli::float8 / station_count as mean
from daily_mean where area = $1 and fuel = any($2::smallint[]) and day >= $3::date and day < $4::date
order by fuel, day`;

/** A past mean in thousandths, unrounded. */
export type MeanRow = { fuel: number; day: string; mean: number };

/** Past daily means of an area (`FR`, a department's code) and fuels (1 to 6), ascending by fuel and day; `before` not included. */
export async function findAreaMeans(
  db: Queryable,
  options: { area: string; fuels: readonly number[]; from: string; before: string },
): Promise<MeanRow[]> {
  const values = [options.area, `{${options.fuels.join(",")}}`, options.from, options.before];
  return await db.query<MeanRow>({ name: "page_means", text: MEANS_SQL, values });
}
