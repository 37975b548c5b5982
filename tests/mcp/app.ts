/** The app's edge, REST routes and MCP endpoint over a filled database: what the MCP tests ask. @module */

import { equal, ok } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import { createEdge } from "../../app.ts";
import type { Handler } from "../../lib/http/edge.ts";
import { createService } from "../../lib/http/service.ts";
import type { Service } from "../../lib/http/state.ts";
import { createLog } from "../../lib/platform/log.ts";
import { readConfig } from "../../lib/platform/config.ts";
import { createTestLog, type TestLog } from "../support/log.ts";
import { startServer } from "../support/process.ts";
import { createSource, type Reader, type ReaderOptions, withReaders } from "../support/readers.ts";
import { prepareServer } from "../support/server_db.ts";
import { AS_OF, fillDatabase } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

/** A message that lists the tools. */
export const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** A message that calls a tool. */
export function toCall(name = "get_national_prices", args: Record<string, unknown> = { fuel: "e10" }) {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
}

/** An app under test. `fetch` takes paths and whole addresses of localhost:8000. */
export type McpApp = {
  service: Service;
  log: TestLog;
  handler: Handler;
  fetch(path: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Fails when the log holds warnings that are not among `expected`. */
  close(...expected: string[]): Promise<void>;
};

/** What a test may set. `reader`: the snapshot by default. `silent`: nothing is logged. */
export type McpAppOptions = { reader?: Reader; env?: Record<string, string>; clock?: () => Date; silent?: boolean };

/** Builds the app over a filled database. */
export async function createMcpApp(db: Db, options: McpAppOptions = {}): Promise<McpApp> {
  const env: Record<string, string> = { REST_LIMIT: "0", MCP_LIMIT: "0", PAGE_LIMIT: "0", ...options.env };
  const config = readConfig((name) => env[name]);
  const snapshots = await createSource(db, options.reader ?? "snapshot");
  const clock = options.clock ?? (() => new Date(AS_OF));
  const log = createTestLog(clock);
  const silent = createLog({ clock, sink: () => {} });
  const service = createService({ config, db, openKv: null, log: options.silent ? silent : log.log, clock, snapshots });
  // without the pages, which would take longer to load than most tests here take
  const handler = createEdge(service, () => new Response(null, { status: 404 }));
  const remoteAddr: Deno.NetAddr = { transport: "tcp", hostname: "192.0.2.1", port: 4711 };
  return {
    service,
    log,
    handler,
    fetch: async (target, init) => {
      const request = target instanceof Request ? target : new Request(new URL(target, "http://localhost:8000"), init);
      return await handler(request, { remoteAddr, completed: Promise.resolve() });
    },
    close: async (...expected) => {
      await service.close();
      log.assertQuiet(...expected);
    },
  };
}

/** Serves an app on a free port of this machine while `work` runs. */
export async function withSocket<T>(app: McpApp, work: (origin: string) => Promise<T>): Promise<T> {
  const { url, stop } = startServer(app.handler);
  return await work(url).finally(stop);
}

/** Posts a JSON-RPC message and answers status, headers and body (parsed; null when it is empty). */
export async function post(app: Pick<McpApp, "fetch">, message: unknown, headers: Record<string, string> = {}) {
  const response = await app.fetch("/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
  const text = await response.text();
  // deno-lint-ignore no-explicit-any -- tests look into whatever was answered
  return { status: response.status, headers: response.headers, text, body: (text ? JSON.parse(text) : null) as any };
}

/** What a tool answers a bare call. */
export async function callTool(app: McpApp, name: string, args: Record<string, unknown>) {
  const { content, isError = false, structuredContent } = (await post(app, toCall(name, args))).body.result;
  return { text: content[0].text as string, isError: isError as boolean, ...structuredContent };
}

/** The envelope of the era of 2026-07-28, and the headers that go with a call. */
export function newEra(method: string, name?: string) {
  const version = "2026-07-28";
  return {
    headers: { "mcp-protocol-version": version, "mcp-method": method, ...(name ? { "mcp-name": name } : {}) },
    meta: {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
}

/** Asserts the headers that every response has. */
export function assertCommonHeaders(headers: Headers): void {
  equal(headers.get("x-api-version"), "v1");
  equal(headers.get("access-control-allow-origin"), "*");
  equal(headers.get("x-content-type-options"), "nosniff");
  ok(headers.get("x-request-id"));
}

/** Registers a test that runs with each reader on an app over a filled database. */
export function testApp(
  name: string,
  test: (app: McpApp, db: Db) => Promise<void>,
  options: Omit<McpAppOptions, "reader"> & ReaderOptions = {},
): void {
  const { readers, writes, ...settings } = options;
  Deno.test(name, async () => {
    await withReaders({ readers, writes, fill: fillDatabase }, async (db, reader) => {
      const app = await createMcpApp(db, { ...settings, reader });
      await test(app, db);
      await app.close();
    });
  });
}
