/** Puts a station of the running data into the operations' examples, so that links to them work. @module */

import { isUnavailable } from "../db/db.ts";
import { DomainError } from "../domain/errors.ts";
import type { AnyOperation, Backend } from "./operation.ts";
import { nationalPrices } from "./prices/area_prices.ts";

const INVENTED_ID = "75015007";

/** The operations, with the station with the lowest price of gazole in their examples; unchanged without data. */
export async function withRunningExamples(operations: readonly AnyOperation[], backend: Backend) {
  const { min } = await nationalPrices.read(backend, { fuel: "gazole" }).then(({ data }) => data, (error) => {
    if (isUnavailable(error) || error instanceof DomainError) return { min: null };
    throw error;
  });
  const id = min?.id ?? INVENTED_ID;
  return operations.map((operation) => ({ ...operation, example: operation.example.replace(INVENTED_ID, id) }));
}
