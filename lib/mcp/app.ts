/**
 * Interactive results for clients that show MCP Apps (SEP-1865). Other clients show the text of the
 * tool.
 *
 * @module
 */

import { SCRIPT } from "./app_script.gen.ts";

/** The name of the extension in the capabilities of clients and servers. */
export const APP_EXTENSION = "io.modelcontextprotocol/ui";

/** CSS without external references. The host's own colours win if it has some. */
const STYLE = `
:root { color-scheme: light dark; --best: light-dark(#006d77, #5fc9d4); }
* { box-sizing: border-box; }
body { margin: 0; padding: 12px; font: 14px/1.4 var(--font-sans, system-ui, sans-serif);
  color: var(--color-text-primary, CanvasText); background: var(--color-background-primary, Canvas); }
h1 { font-size: 1.05em; margin: 0 0 8px; }
button { font: inherit; color: inherit; background: none; border: 1px solid transparent; border-radius: 6px; cursor: pointer; }
button:focus-visible { outline: 2px solid currentColor; }
.both { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 8px; }
svg { flex: 1 1 240px; max-width: 360px; max-height: 360px; }
ol { flex: 2 1 260px; list-style: none; margin: 0; padding: 0; max-height: 360px; overflow: auto; }
li button { display: grid; grid-template-columns: 3.4em 1.4em 1fr auto; gap: 0 6px; width: 100%; min-height: 44px;
  padding: 4px 6px; text-align: left; align-items: center; }
li .facts { grid-column: 3 / 5; font-size: .88em; opacity: .8; }
li .age { grid-column: 4; grid-row: 1; font-size: .88em; opacity: .8; }
li .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.sign { color: var(--best); }
.ring { fill: none; stroke: currentColor; stroke-opacity: .3; stroke-dasharray: 3 3; }
.ring-label { font-size: 10px; fill: currentColor; fill-opacity: .7; text-anchor: middle; }
.centre { stroke: currentColor; stroke-width: 2; }
.dot { fill: currentColor; stroke: var(--color-background-primary, Canvas); } .dot.best { fill: var(--best); }
.source { font-size: .8em; opacity: .75; margin: 8px 0 0; }
`;

/**
 * Returns the page that a host shows in a frame next to a search. `origin` is the service's public
 * origin.
 */
export function toNearbyHtml(origin: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fuel prices nearby</title>
<style>${STYLE}</style>
</head>
<body>
<main data-origin="${origin}"></main>
<script>
${SCRIPT}</script>
</body>
</html>
`;
}
