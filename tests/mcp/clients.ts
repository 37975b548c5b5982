/**
 * Connects the official client to an app, in process or over a socket, in either era of the
 * protocol.
 *
 * @module
 */

import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from "../packages/mcp_client.ts";
import type { TestApp } from "../support/api_app.ts";

export type ToolAnswer = {
  content: { type: string; text?: string }[];
  structuredContent?: { data: unknown; meta: Record<string, unknown> };
  isError?: boolean;
};

export type ConnectedClient = {
  era: Era;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<ToolAnswer>;
  client: Client;
  close(): Promise<void>;
};

/** `initialize` first and revision 2025-11-25; `server/discover` first and revision 2026-07-28. */
const NEGOTIATION = {
  "old era": { mode: "legacy" },
  "new era": { mode: { pin: "2026-07-28" } },
} satisfies Record<string, VersionNegotiationOptions>;

type Era = keyof typeof NEGOTIATION;
export const ERAS = Object.keys(NEGOTIATION) as Era[];

/** Connects the official client and loads the list of tools. */
export async function connect(
  { origin, fetch }: { origin: string; fetch?: typeof globalThis.fetch },
  era: Era,
): Promise<ConnectedClient> {
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: NEGOTIATION[era],
  });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { fetch }));
  // Once the client has the list, it checks every result against its output schema.
  await client.listTools();
  return {
    era,
    client,
    callTool: async (params) => await client.callTool(params) as ToolAnswer,
    close: () => client.close(),
  };
}

/** Runs `work` with a client of each era that calls the app in process. */
export async function withBothClients(
  app: TestApp,
  work: (client: ConnectedClient) => Promise<void>,
): Promise<void> {
  for (const era of ERAS) {
    const client = await connect({
      origin: "http://localhost:8000",
      fetch: app.fetch as typeof fetch,
    }, era);
    await work(client).finally(() => client.close());
  }
}
