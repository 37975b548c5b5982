/**
 * Runs DuckDB. It reads queries as JSON lines `{ sql }`, and prints `{ rows }` or `{ error }` for
 * each.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import { DuckDBInstance } from "@duckdb/node-api";

const connection = await (await DuckDBInstance.create(":memory:")).connect();

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await connection.runAndReadAll(JSON.parse(line).sql).then(
    (result) => ({ rows: result.getRowObjectsJson() }),
    ({ message }: Error) => ({ error: message }),
  );
  console.log(JSON.stringify(answer));
}
Deno.exit(0);
