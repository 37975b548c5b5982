/**
 * Runs a DuckDB process, whose package (140 MB) is installed at the first start.
 *
 * @module
 */

import { createInterface } from "node:readline";
import { Readable } from "node:stream";

const FOLDER = new URL("../real/duckdb/", import.meta.url).pathname;

/**
 * A running DuckDB, for one query at a time. Rows contain 64-bit integers, decimals and instants as
 * text.
 */
export type Duckdb = {
  query(sql: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
};

export function startDuckdb(): Duckdb {
  const args = ["run", "-A", "--frozen", "--config", `${FOLDER}deno.json`, `${FOLDER}run.ts`];
  const process = new Deno.Command(Deno.execPath(), {
    args,
    cwd: FOLDER,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  const input = Readable.from(process.stdout.pipeThrough(new TextDecoderStream()));
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  return {
    async query(sql) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify({ sql })}\n`));
      const { value = '{ "error": "its process ended" }' } = await lines.next();
      const { rows, error } = JSON.parse(value);
      if (error) throw new Error(`DuckDB rejected a query: ${error}\n${sql}`);
      return rows;
    },
    async stop() {
      await writer.close();
      await process.status;
    },
  };
}
