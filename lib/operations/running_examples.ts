/**
 * Puts a station, a department and days of the current data into the examples of operations, so
 * that links to them work.
 *
 * @module
 */

import { isUnavailable } from "../db/db.ts";
import { DomainError } from "../domain/errors.ts";
import { toParisDay } from "../shared/time/paris_time.ts";
import type { AnyOperation, Backend } from "./operation.ts";
import { nationalPrices } from "./prices/area_prices.ts";

const INVENTED = { id: "75015007", area: "area=75", days: "from=2026-06-01&to=2026-06-05" };

/**
 * Returns the operations with the cheapest gazole station, its department and the last days with a
 * mean in their examples; unchanged without data.
 */
export async function withRunningExamples(
  operations: readonly AnyOperation[],
  backend: Backend,
): Promise<readonly AnyOperation[]> {
  const found = await nationalPrices.read(backend, { fuel: "gazole" }).catch((error) => {
    if (isUnavailable(error) || error instanceof DomainError) return null;
    throw error;
  });
  const station = found?.data.min;
  if (!station) return operations;
  const today = toParisDay(new Date(found.state.asOfMs));
  const toRunning = (example: string) =>
    example.replace(INVENTED.id, station.id)
      .replace(INVENTED.area, `area=${station.department ?? "FR"}`)
      .replace(INVENTED.days, `from=${found.meta.first_day}&to=${today}`);
  return operations.map((operation) => ({ ...operation, example: toRunning(operation.example) }));
}
