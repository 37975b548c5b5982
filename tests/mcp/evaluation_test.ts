/**
 * Measures the cost of requests for an agent. WRITE_TABLE=1 rewrites evaluation_table.tsv.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { placeIndex } from "../../lib/operations/places/find_places.ts";
import { getPlace } from "../../lib/places/places.ts";
import { prepareServer, withServerDb } from "../support/server_db.ts";
import { createMcpApp } from "./app.ts";
import { type ConnectedClient, type ToolAnswer, withBothClients } from "./clients.ts";
import { fillTowns } from "./fixture.ts";
import { type Call, type Request, REQUESTS } from "./requests.ts";

const TABLE = new URL("evaluation_table.tsv", import.meta.url);
const HEAD = ["request", "calls", "tool", "bytes"];

type Data = { id: string }[];
type Places = { place?: { code: string }; places?: { code: string }[] };
type Cost = { said: string; calls: number; tool: string; bytes: number; wrong: number };

Deno.test.beforeAll(prepareServer);

function codesOf({ structuredContent }: ToolAnswer): string[] {
  const { place, places } = (structuredContent?.meta ?? {}) as Places;
  return (places ?? (place ? [place] : [])).map(({ code }) => code);
}

/**
 * Checks that a call succeeded, or was rejected where that is right. Returns how many of its places
 * were wrong.
 */
function countWrong(answer: ToolAnswer, { places = [], refused }: Call, said: string): number {
  const [{ text = "" } = {}] = answer.content;
  equal(answer.isError ?? false, refused !== undefined, `${said}: ${text}`);
  if (refused) match(text, refused, said);
  else {
    const data = answer.structuredContent!.data;
    ok(!Array.isArray(data) || data.length > 0, `${said}: ${text}`);
    deepEqual(codesOf(answer).length, places.length, said);
  }
  return codesOf(answer).filter((code, index) => code !== places[index]).length;
}

async function run(client: ConnectedClient, { said, calls }: Request): Promise<Cost> {
  const before: { data: Data }[] = [];
  let bytes = 0;
  let wrong = 0;
  for (const call of calls) {
    const args = typeof call.args === "function" ? call.args(before) : call.args;
    const answer = await client.callTool({ name: call.tool, arguments: args });
    const { content, structuredContent } = answer;
    bytes += new TextEncoder().encode(JSON.stringify({ content, structuredContent })).length;
    wrong += countWrong(answer, call, said);
    before.push({ data: structuredContent?.data as Data });
  }
  return { said, calls: calls.length, tool: calls.at(-1)!.tool, bytes, wrong };
}

function toTable(costs: readonly Cost[]): string[][] {
  return [
    HEAD,
    ...costs.map(({ said, calls, tool, bytes }) => [said, String(calls), tool, String(bytes)]),
  ];
}

function readTable(text: string): string[][] {
  return text.trimEnd().split("\n").map((line) => line.split("\t"));
}

/**
 * Checks that the stored table equals the measured one. Bytes may differ by a tenth, for example
 * after a change of a text.
 */
function expectEqual(stored: readonly string[][], table: readonly string[][]): void {
  const advice = "WRITE_TABLE=1 writes tests/mcp/evaluation_table.tsv";
  const withoutBytes = (rows: readonly string[][]) => rows.map((cells) => cells.slice(0, -1));
  deepEqual(withoutBytes(stored), withoutBytes(table), advice);
  table.slice(1).forEach(([said, , , bytes], row) => {
    const before = Number(stored[row + 1]!.at(-1));
    ok(
      Math.abs(Number(bytes) - before) <= before / 10,
      `${said}: ${bytes} bytes, was ${before}; ${advice}`,
    );
  });
}

Deno.test("nine tasks of ten take one call, and no place is wrong", async () => {
  const index = await placeIndex();
  const codes = new Set(
    REQUESTS.flatMap(({ calls }) => calls.flatMap(({ places = [] }) => places)),
  );
  await withServerDb(async (db) => {
    await fillTowns(db, [...codes].flatMap((code) => getPlace(index, code) ?? []));
    const app = await createMcpApp(db);
    const byEra: Cost[][] = [];
    await withBothClients(app, async (client) => {
      const costs: Cost[] = [];
      for (const request of REQUESTS) costs.push(await run(client, request));
      byEra.push(costs);
    });
    const [costs, others] = byEra as [Cost[], Cost[]];
    deepEqual(others, costs, "both eras must cost the same");
    const table = toTable(costs);
    console.log(table.map((cells) => cells.join(" | ")).join("\n"));
    ok(REQUESTS.length >= 60);
    ok(costs.filter(({ calls }) => calls === 1).length >= 0.9 * REQUESTS.length);
    deepEqual(costs.filter(({ wrong }) => wrong > 0), []);
    if (Deno.env.get("WRITE_TABLE") === "1") {
      await Deno.writeTextFile(TABLE, table.map((cells) => `${cells.join("\t")}\n`).join(""));
    }
    expectEqual(readTable(await Deno.readTextFile(TABLE)), table);
    await app.close();
  });
});
