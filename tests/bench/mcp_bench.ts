/** What a tool call costs beside the REST call that it mirrors, over a socket: a ratio of one run, at most 2. @module */

import { fillDatabase, idOf } from "../mcp/fixture.ts";
import { createMcpApp, newEra } from "../mcp/app.ts";
import { createServerDb } from "../support/server_db.ts";

const { db } = await createServerDb();
await fillDatabase(db);
const app = await createMcpApp(db, { silent: true });
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.handler);
const origin = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;

type Pair = { name: string; path(n: number): string; tool: string; args(n: number): Record<string, unknown> };

const lat = (n: number) => Number((48.8 + (n % 10_000) / 1e5).toFixed(5));

const PAIRS: Pair[] = [
  {
    name: "search, the same question",
    path: () => "/api/v1/stations/search?lat=48.85&lng=2.35&fuel=gazole&radius=10",
    tool: "search_stations_nearby",
    args: () => ({ lat: 48.85, lng: 2.35, fuel: "gazole", radius: 10 }),
  },
  {
    name: "search, another point each time",
    path: (n) => `/api/v1/stations/search?lat=${lat(n)}&lng=2.35&fuel=gazole&radius=10`,
    tool: "search_stations_nearby",
    args: (n) => ({ lat: lat(n), lng: 2.35, fuel: "gazole", radius: 10 }),
  },
  {
    name: "station",
    path: (n) => `/api/v1/stations/${idOf(n % 150 + 1)}`,
    tool: "lookup_station",
    args: (n) => ({ id: idOf(n % 150 + 1) }),
  },
  {
    name: "history of a year",
    path: (n) => `/api/v1/prices/history/${idOf(n % 150 + 1)}?fuel=e10&days=365`,
    tool: "get_price_history",
    args: (n) => ({ stationId: idOf(n % 150 + 1), fuel: "e10", days: 365 }),
  },
];

async function ask(path: string, init?: RequestInit): Promise<void> {
  const response = await fetch(origin + path, init);
  await response.bytes();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
}

async function callTool(tool: string, options: { args: Record<string, unknown>; isNew: boolean }): Promise<void> {
  const { headers, meta } = newEra("tools/call", tool);
  const params = { name: tool, arguments: options.args, ...(options.isNew ? { _meta: meta } : {}) };
  await ask("/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...(options.isNew ? headers : {}) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}

type Call = () => Promise<void>;

const ROUNDS = 400;
const RATIO_MAX = 2;

function medianOf(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

/** The three calls of a pair by turns, so that whatever else the machine does slows all alike; medians in milliseconds. */
async function measure(calls: readonly Call[]): Promise<number[]> {
  const times = calls.map((): number[] => []);
  for (let round = -ROUNDS / 4; round < ROUNDS; round++) {
    for (const [index, call] of calls.entries()) {
      const began = performance.now();
      await call();
      if (round >= 0) times[index]!.push(performance.now() - began);
    }
  }
  return times.map(medianOf);
}

function callsOf({ path, tool, args }: Pair): [rest: Call, old: Call, latest: Call] {
  let n = 0;
  return [
    () => ask(path(n++)),
    () => callTool(tool, { args: args(n++), isNew: false }),
    () => callTool(tool, { args: args(n++), isNew: true }),
  ];
}

async function checkRatios(): Promise<void> {
  for (const pair of PAIRS) {
    const [rest, ...tools] = await measure(callsOf(pair));
    const ratios = tools.map((tool) => tool / rest!);
    console.log(
      `${pair.name}: a call costs ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} times the REST call`,
    );
    if (Math.max(...ratios) > RATIO_MAX) throw new Error(`${pair.name}: more than ${RATIO_MAX} times the REST call`);
  }
}

await checkRatios();
for (const pair of PAIRS) {
  const [rest, old, latest] = callsOf(pair);
  Deno.bench({ name: `REST: ${pair.name}`, group: pair.name, baseline: true, fn: rest });
  Deno.bench({ name: `MCP 2025-11-25: ${pair.name}`, group: pair.name, fn: old });
  Deno.bench({ name: `MCP 2026-07-28: ${pair.name}`, group: pair.name, fn: latest });
}
