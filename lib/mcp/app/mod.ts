/** The interactive results for clients that show MCP Apps (SEP-1865); the text of the tool is the fallback. @module */

import { MCP_APP_WORDS } from "../../shared/words/mcp_app.ts";
import { STYLE } from "./style.ts";
import * as view from "./view.ts";

/** Name of the extension in the capabilities of clients and servers. */
export const APP_EXTENSION = "io.modelcontextprotocol/ui";

/** A page that a host shows in a frame of its own. `toHtml` writes it for the origin under which we are reached. */
export type App = {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  meta: Record<string, unknown>;
  toHtml(origin: string): string;
};

const NEARBY_URI = "ui://fuel-prices/nearby.html";

/** The view's functions as source, each under the name by which the others call it. */
const SCRIPT = Object.values(view).map(String).join("\n");

/** JSON that may stand inside a script element. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function toNearbyHtml(origin: string): string {
  const start = `${view.startView.name}(${toScriptJson(MCP_APP_WORDS)}, ${toScriptJson(origin)});`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fuel prices nearby</title>
<style>${STYLE}</style>
</head>
<body>
<main></main>
<script>
${SCRIPT}
${start}
</script>
</body>
</html>
`;
}

/** All apps. */
export const APPS: readonly App[] = [{
  uri: NEARBY_URI,
  name: "nearby",
  title: "Stations nearby",
  description: "The stations of a search as a list and a small map",
  mimeType: "text/html;profile=mcp-app",
  // it loads nothing from anywhere
  meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  toHtml: toNearbyHtml,
}];
