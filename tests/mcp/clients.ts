/** The real clients of both eras, connected to an app in process or over a socket. @module */

import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/index.d.ts"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/streamableHttp.d.ts"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { TestApp } from "../support/api_app.ts";

const INFO = { name: "test", version: "1" };

export type ToolAnswer = {
  content: { type: string; text?: string }[];
  structuredContent?: { data: unknown; meta: Record<string, unknown> };
  isError?: boolean;
};

export type AnyClient = {
  name: "old era" | "new era";
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<ToolAnswer>;
  client: OldClient | NewClient;
  close(): Promise<void>;
};

type Place = { origin: string; fetch?: typeof fetch };

/** A connected client of the 1.x SDK: `initialize` first, revision 2025-11-25. */
export async function connectOld({ origin, fetch }: Place): Promise<AnyClient & { client: OldClient }> {
  const client = new OldClient(INFO);
  const transport = new OldTransport(new URL("/mcp", origin), { fetch });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  // reading the list first makes the client hold every answer to its output schema
  await client.listTools();
  const callTool: AnyClient["callTool"] = async (params) => await client.callTool(params) as ToolAnswer;
  return { name: "old era", client, callTool, close: () => client.close() };
}

/** A connected client of the 2.x SDK: `server/discover`, revision 2026-07-28. */
export async function connectNew({ origin, fetch }: Place): Promise<AnyClient & { client: NewClient }> {
  const client = new NewClient(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const transport = new NewTransport(new URL("/mcp", origin), { fetch });
  await client.connect(transport);
  await client.listTools();
  const callTool: AnyClient["callTool"] = async (params) => await client.callTool(params) as ToolAnswer;
  return { name: "new era", client, callTool, close: () => client.close() };
}

/** Runs `work` with a client of each era that calls the app in process. */
export async function withBothClients(app: TestApp, work: (client: AnyClient) => Promise<void>): Promise<void> {
  const place: Place = { origin: "http://localhost:8000", fetch: app.fetch as typeof fetch };
  for (const connect of [connectOld, connectNew]) {
    const client = await connect(place);
    await work(client).finally(() => client.close());
  }
}
