/**
 * The page of a chat client, made of the official host library: connects to `/mcp`, shows the view
 * of a tool in a frame and passes messages. Runs in the browser; tests read `globalThis.host`.
 *
 * @module
 */

import {
  AppBridge,
  getToolUiResourceUri,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
} from "../packages/mcp_apps.ts";
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from "../packages/mcp_client.ts";

const TOOL = "search_stations_nearby";

/** The policy that a host applies to a view without domains, by the specification. */
const VIEW_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

/** A message that the view posted. */
export type Said = {
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
};

/** The host, as tests find it on the page. */
export type Host = {
  bridge: AppBridge;
  /** All messages of the view, in their order. */
  said: Said[];
  /** The addresses that the view had opened. */
  opened: string[];
  /** Calls the tool as a model does, and shows the view its arguments and its result. */
  call(args: Record<string, unknown>): Promise<CallToolResult>;
};

function noteMessages(frame: HTMLIFrameElement): Said[] {
  const said: Said[] = [];
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow) said.push(data);
  });
  return said;
}

async function connectClient(): Promise<Client> {
  const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } };
  const client = new Client({ name: "host", version: "1" }, { capabilities: { extensions } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
  return client;
}

/** Returns the HTML of the tool's view. */
async function readView(client: Client): Promise<string> {
  const { tools } = await client.listTools();
  const uri = getToolUiResourceUri(tools.find(({ name }) => name === TOOL)!)!;
  const { contents: [content] } = await client.readResource({ uri });
  if (content?.mimeType !== RESOURCE_MIME_TYPE || !("text" in content)) {
    throw new Error(`The view is ${content?.mimeType}`);
  }
  return content.text;
}

async function openHost(frame: HTMLIFrameElement): Promise<Host> {
  const said = noteMessages(frame);
  const opened: string[] = [];
  const client = await connectClient();
  const bridge = new AppBridge(client, { name: "host", version: "1" }, { openLinks: {} }, {
    hostContext: { theme: "light", locale: "en-GB" },
  });
  bridge.onopenlink = ({ url }) => {
    opened.push(url);
    return Promise.resolve({});
  };
  const view = frame.contentWindow!;
  await bridge.connect(new PostMessageTransport(view, view));
  const isReady = new Promise<void>((resolve) =>
    bridge.addEventListener("initialized", () => resolve())
  );
  const policy = `<meta http-equiv="Content-Security-Policy" content="${VIEW_POLICY}">`;
  frame.srcdoc = (await readView(client)).replace("<head>", `<head>${policy}`);
  await isReady;
  return {
    bridge,
    said,
    opened,
    async call(args) {
      await bridge.sendToolInput({ arguments: args });
      const result = await client.callTool({ name: TOOL, arguments: args }) as CallToolResult;
      await bridge.sendToolResult(result);
      return result;
    },
  };
}

Object.assign(globalThis, { host: await openHost(document.querySelector("iframe")!) });
