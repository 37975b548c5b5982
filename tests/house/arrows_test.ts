/** Every import points one way: the table below is the law, `docs/architecture.md` explains it. @module */

import { ok } from "node:assert/strict";
import { assertNone } from "./rules.ts";
import { type Edge, findCircular, readEdges } from "./module_graph.ts";

/** What a room may import at run time: rooms and single files of ours, and packages. */
const MAY: Record<string, { ours: string[]; packages: string[] }> = {
  "lib/shared": { ours: [], packages: [] },
  "lib/domain": { ours: ["lib/shared"], packages: ["zod"] },
  "lib/platform": { ours: ["lib/shared"], packages: ["zod", "ipaddr.js", "node:"] },
  "lib/db": {
    ours: ["lib/domain", "lib/platform", "lib/shared"],
    packages: ["pg", "@electric-sql/pglite", "@electric-sql/pglite-postgis", "node:"],
  },
  "lib/snapshot": { ours: ["lib/db", "lib/domain", "lib/shared"], packages: ["kdbush", "geographiclib-geodesic"] },
  "lib/picture": { ours: ["lib/platform", "lib/shared"], packages: ["@resvg/resvg-wasm", "node:"] },
  "lib/operations": {
    ours: ["lib/snapshot", "lib/db", "lib/domain", "lib/shared"],
    packages: ["zod", "lru-cache", "@googlemaps/polyline-codec", "node:"],
  },
  // It reads the feed by the ingest's XML parser, and nothing else of it.
  "lib/selfcheck": {
    ours: [
      ...["lib/operations", "lib/snapshot", "lib/db", "lib/domain", "lib/platform", "lib/shared"],
      ...["ingest/decode.ts", "ingest/parse_station.ts"],
    ],
    packages: [],
  },
  "lib/routing": {
    ours: ["lib/domain", "lib/platform", "lib/shared"],
    packages: ["zod", "lru-cache", "@googlemaps/polyline-codec"],
  },
  "lib/http": {
    ours: [
      "lib/operations",
      "lib/domain",
      "lib/picture/painter.ts",
      "lib/routing",
      "lib/platform",
      "lib/shared",
      "fresh",
    ],
    packages: ["zod", "ipaddr.js", "lru-cache", "node:"],
  },
  "lib/mcp": {
    ours: ["lib/operations", "lib/domain", "lib/platform", "lib/shared"],
    packages: ["zod", "@modelcontextprotocol/server", "@modelcontextprotocol/core", "node:"],
  },
  "ingest": {
    ours: ["lib/db", "lib/domain", "lib/platform", "lib/shared"],
    packages: [
      "zod",
      "@zip.js/zip.js",
      "fast-xml-parser",
      "csv-parse",
      "ipaddr.js",
      "cli-progress",
      "seek-bzip",
      "xz-decompress",
      "node:",
    ],
  },
  "lib/pages": { ours: ["lib/operations", "lib/domain", "lib/shared"], packages: [] },
  "lib/client": { ours: ["lib/shared"], packages: ["@preact/signals", "leaflet", "uplot"] },
  // `Head` and `asset()` of fresh/runtime are made for components; the rest of Fresh is for routes.
  "components": { ours: ["lib/shared", "fresh/runtime.ts"], packages: ["preact"] },
  "islands": {
    ours: ["components", "lib/client", "lib/shared"],
    packages: ["preact", "@preact/signals", "leaflet", "uplot", "topojson-client"],
  },
  "routes": {
    ours: ["lib/http", "lib/pages", "lib/operations", "lib/shared", "components", "islands", "fresh"],
    packages: ["preact"],
  },
  "app.ts": { ours: ["lib/http", "lib/mcp", "fresh"], packages: [] },
  "main.ts": {
    ours: [
      "app.ts",
      "lib/platform",
      "lib/db",
      "lib/snapshot",
      "lib/http",
      "lib/selfcheck",
      "lib/shared",
      "ingest/jobs.ts",
    ],
    packages: [],
  },
  // The server of our own host: no part of the app as Fresh sees it.
  "serve.ts": { ours: ["main.ts", "lib/platform", "lib/db", "fresh"], packages: [] },
  "dev.ts": { ours: ["main.ts", "lib/platform", "fresh"], packages: [] },
  "fresh": {
    ours: [],
    packages: [
      "preact",
      "@preact/signals",
      "preact-render-to-string",
      "esbuild",
      "mime",
      "negotiator",
      "node:",
    ],
  },
};

/** Whether the types of a place may be imported from a room: they are erased, so no code comes along. */
function mayImportTypes(from: string, to: string): boolean {
  return isWithin(to, "lib/domain") || (isWithin(to, "lib/pages") && /^(components|islands)\//.test(from));
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** The most precise room of a path. */
function findRoom(path: string): string | undefined {
  return Object.keys(MAY).filter((room) => isWithin(path, room)).sort((a, b) => b.length - a.length)[0];
}

function isPackage(target: string): boolean {
  return target.startsWith("npm:") || target.startsWith("node:");
}

function mayImportPackage(room: string, { to, isType }: Edge): boolean {
  if (isType) return true;
  const packages = MAY[room]?.packages ?? [];
  return to.startsWith("node:") ? packages.includes("node:") : packages.includes(to.slice("npm:".length));
}

/** What is wrong with an import, or null. */
function findFault(edge: Edge): string | null {
  const { from, to, isType } = edge;
  const room = findRoom(from);
  const arrow = `${from} imports ${to}`;
  if (!room) return `${from} lies in no room`;
  if (isPackage(to)) return mayImportPackage(room, edge) ? null : `${arrow}, a package that ${room} may not use`;
  if (isWithin(to, room)) return null;
  if (isType && mayImportTypes(from, to)) return null;
  return MAY[room]?.ours.some((place) => isWithin(to, place)) ? null : `${arrow}, an arrow that ${room} does not have`;
}

Deno.test("every import follows the arrows between the rooms", async () => {
  const edges = await readEdges();
  ok(edges.length > 100, `only ${edges.length} imports were found`);
  assertNone([...new Set(edges.map(findFault))].filter((problem) => problem !== null), "Wrong arrows");
});

Deno.test("no file imports itself through others, not even for types", async () => {
  const edges = (await readEdges()).filter(({ from, to }) => !isPackage(to) && from !== to);
  assertNone(findCircular(edges), "Circles of imports, and files that import one");
});
