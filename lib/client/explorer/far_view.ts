/** What the map shows from afar: the mean price of each department instead of dots that cannot be told apart. @module */

import type { FarView } from "../../shared/explorer_model.ts";
import { getDepartment } from "../../shared/departments.ts";
import { toBounds } from "../../shared/tertiles.ts";
import { counts, type Matching, type Stations, valueOf } from "../stations.ts";

/** Of fewer stations a mean says little: the department stays blank. */
const MIN_STATIONS = 3;

/** Name of a department; its code when it is unknown. */
export function toDepartmentName(code: string): string {
  return getDepartment(code)?.name ?? code;
}

/**
 * The means of the stations that a view's filters let through, cheapest first; null when no department has enough. Of the
 * view's fuel alone, even where a visitor's car takes several.
 */
export function toFarView(stations: Stations, { ranked, column: { own, ...all } }: Matching): FarView | null {
  const column = own?.columns[0] ?? all;
  const sums = stations.departments.map(() => ({ sum: 0, count: 0 }));
  for (const index of ranked) {
    const total = sums[valueOf(stations.department, index)];
    if (!total || !counts(column, index)) continue;
    total.sum += valueOf(column.price, index);
    total.count++;
  }
  const departments = sums.flatMap(({ sum, count }, place) => {
    const code = stations.departments[place]!;
    return count < MIN_STATIONS ? [] : [{ code, name: toDepartmentName(code), milli: Math.round(sum / count), count }];
  }).sort((a, b) => a.milli - b.milli || (a.code < b.code ? -1 : 1));
  const bounds = toBounds(departments.map(({ milli }) => milli));
  return bounds && { bounds, departments };
}
