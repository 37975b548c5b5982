/**
 * Builds the app's middleware, REST routes and MCP endpoint over a filled database for the MCP
 * tests.
 *
 * @module
 */

import type { Db } from "../../lib/db/db.ts";
import {
  createTestApp,
  type FixtureOptions,
  type TestApp,
  type TestAppOptions,
} from "../support/api_app.ts";
import { testApp as testOverFixture } from "../support/api_app.ts";
import { startServer } from "../support/process.ts";
import { prepareServer } from "../support/server_db.ts";
import { fillDatabase } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

export const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

export function toCall(
  name = "get_national_prices",
  args: Record<string, unknown> = { fuel: "e10" },
) {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
}

/** Builds the app, without its pages, over a filled database. */
export async function createMcpApp(db: Db, options: TestAppOptions = {}): Promise<TestApp> {
  return await createTestApp(db, options);
}

/** Runs `work` with the address of a server for the app. */
export async function withSocket<T>(
  app: TestApp,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const { url, stop } = startServer(app.handler);
  return await work(url).finally(stop);
}

export async function post(
  app: Pick<TestApp, "fetch">,
  message: unknown,
  headers: Record<string, string> = {},
) {
  const response = await app.fetch("/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text ? JSON.parse(text) : null,
  };
}

/** Calls a tool and returns its text and its structured content. */
export async function callTool(app: TestApp, name: string, args: Record<string, unknown>) {
  const { content, isError = false, structuredContent } = await app.callTool(name, args);
  return { text: content[0].text as string, isError: isError as boolean, ...structuredContent };
}

/** Returns the envelope of a call in the era of 2026-07-28, and its headers. */
export function newEra(method: string, name?: string) {
  const version = "2026-07-28";
  return {
    headers: {
      "mcp-protocol-version": version,
      "mcp-method": method,
      ...(name ? { "mcp-name": name } : {}),
    },
    meta: {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
}

/** Registers a test that runs with each reader on an app over the generated stations. */
export function testApp(
  name: string,
  test: (app: TestApp, db: Db) => Promise<void>,
  options?: FixtureOptions,
): void {
  testOverFixture(name, test, { ...options, fill: fillDatabase });
}
