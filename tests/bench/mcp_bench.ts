/** What a tool call costs beside the REST call that it mirrors, over a socket: a ratio of one run, at most 2. @module */

import { fillDatabase, idOf } from "../mcp/fixture.ts";
import { createMcpApp, newEra } from "../mcp/app.ts";
import { withServerDb } from "../support/server_db.ts";
import { median, tell } from "./support/measure.ts";

const ROUNDS = 400;
const MAX_RATIO = 2;

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

/** The same question by REST, and as a tool call of the older revisions and of 2026-07-28. */
function toRequests({ path, tool, args }: Pair, n: number): [path: string, init?: RequestInit][] {
  const { headers, meta } = newEra("tools/call", tool);
  const call = (extra: HeadersInit, params: Record<string, unknown>): [string, RequestInit] => ["/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...extra },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  }];
  const params = { name: tool, arguments: args(n) };
  return [[path(n)], call({}, params), call(headers, { ...params, _meta: meta })];
}

/** By turns, so that whatever else the machine does slows all alike; medians in milliseconds. */
async function measure(origin: string, pair: Pair): Promise<number[]> {
  const times: number[][] = [[], [], []];
  for (let round = -ROUNDS / 4; round < ROUNDS; round++) {
    for (const [index, [path, init]] of toRequests(pair, round + ROUNDS).entries()) {
      const began = performance.now();
      const response = await fetch(origin + path, init);
      await response.bytes();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      if (round >= 0) times[index]!.push(performance.now() - began);
    }
  }
  return times.map(median);
}

await withServerDb(async (db) => {
  await fillDatabase(db);
  const app = await createMcpApp(db, { silent: true });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.handler);
  try {
    for (const pair of PAIRS) {
      const [rest, ...calls] = await measure(`http://127.0.0.1:${server.addr.port}`, pair);
      const ratios = calls.map((ms) => ms / rest!);
      tell(pair.name, `a call costs ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} times the REST call`);
      if (Math.max(...ratios) > MAX_RATIO) throw new Error(`${pair.name}: more than ${MAX_RATIO} times the REST call`);
    }
  } finally {
    await server.shutdown();
  }
});
