/** How to add the server to common clients: written once, for the documentation page and for tests. @module */

/** One client's way. `text` is a command or the content of `file`; null where everything is done in the client's settings. */
export type ClientSetup = {
  name: string;
  /** Where to do it, in one sentence. */
  how: string;
  file: string | null;
  language: "sh" | "json" | "toml" | null;
  text: string | null;
  /** Whether the client calls from its maker's servers, so that a server on localhost is out of its reach. */
  needsPublicUrl: boolean;
};

/** The name under which clients know the server. */
export const SERVER_NAME = "fuel-prices";

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function inSettings(name: string, how: string): ClientSetup {
  return { name, how, file: null, language: null, text: null, needsPublicUrl: true };
}

function byCommand(name: string, text: string): ClientSetup {
  return { name, how: "Run in a terminal:", file: null, language: "sh", text, needsPublicUrl: false };
}

function byFile(name: string, file: string, value: unknown): ClientSetup {
  return { name, how: `Add to ${file}:`, file, language: "json", text: json(value), needsPublicUrl: false };
}

/**
 * The set-ups for a server whose endpoint is `url`, the most used clients first.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * ok(findClientSetups("https://fuel.example/mcp").every(({ how }) => how.length > 0));
 * ```
 */
export function findClientSetups(url: string): ClientSetup[] {
  const name = SERVER_NAME;
  return [
    inSettings("Claude (web, desktop, mobile)", `Settings → Connectors → Add custom connector, with the URL ${url}.`),
    byCommand("Claude Code", `claude mcp add --transport http ${name} ${url}`),
    inSettings(
      "ChatGPT",
      `Settings → Apps & Connectors → Advanced → Developer mode, then Create, with the URL ${url} and no authentication.`,
    ),
    byFile("VS Code", ".vscode/mcp.json", { servers: { [name]: { type: "http", url } } }),
    byFile("Cursor", "~/.cursor/mcp.json", { mcpServers: { [name]: { url } } }),
    byCommand("Codex", `codex mcp add ${name} --url ${url}`),
    byCommand("Gemini CLI", `gemini mcp add --transport http ${name} ${url}`),
    byFile("Windsurf", "~/.codeium/windsurf/mcp_config.json", { mcpServers: { [name]: { serverUrl: url } } }),
    byFile("Zed", "~/.config/zed/settings.json", { context_servers: { [name]: { url } } }),
    byFile("LM Studio", "mcp.json", { mcpServers: { [name]: { url } } }),
    byFile("Clients that only start programs", "the client's configuration", {
      mcpServers: { [name]: { command: "npx", args: ["-y", "mcp-remote", url] } },
    }),
  ];
}

/** A first call without any client: lists the tools. */
export function toCurl(url: string): string {
  return `curl -s ${url} -H 'Content-Type: application/json' \\\n  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`;
}

/** A tool call without any client: the cheapest diesel near the middle of Paris. */
export function toCallCurl(url: string): string {
  const params = { name: "search_stations_nearby", arguments: { lat: 48.8566, lng: 2.3522, fuel: "gazole" } };
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return `curl -s ${url} -H 'Content-Type: application/json' \\\n  -d '${message}'`;
}
