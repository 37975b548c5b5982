/** Every import points one way: the table below is the law, `docs/architecture.md` explains it. @module */

import { deepEqual, ok } from "node:assert/strict";
import { assertNone } from "./rules.ts";
import { type Edge, findCircles, readEdges } from "./module_graph.ts";

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

/** Rooms of which everybody, or the rooms named, may import types: they are erased, so no code of theirs comes along. */
const TYPES_OF: { room: string; for: string[] | "all" }[] = [
  { room: "lib/domain", for: "all" },
  { room: "lib/pages", for: ["components", "islands"] },
];

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

function mayImportTypes(room: string, rooms: string[] | "all"): boolean {
  return rooms === "all" || rooms.includes(room);
}

/** What is wrong with an import, or null. */
function findFault(edge: Edge): string | null {
  const { from, to, isType } = edge;
  const room = findRoom(from);
  const arrow = `${from} imports ${to}`;
  if (!room) return `${from} lies in no room`;
  if (isPackage(to)) return mayImportPackage(room, edge) ? null : `${arrow}, a package that ${room} may not use`;
  if (isWithin(to, room)) return null;
  if (isType && TYPES_OF.some((types) => isWithin(to, types.room) && mayImportTypes(room, types.for))) return null;
  return MAY[room]?.ours.some((place) => isWithin(to, place)) ? null : `${arrow}, an arrow that ${room} does not have`;
}

Deno.test("every import follows the arrows between the rooms", async () => {
  const edges = await readEdges();
  ok(edges.length > 100, `only ${edges.length} imports were found`);
  assertNone([...new Set(edges.map(findFault))].filter((problem) => problem !== null), "Wrong arrows");
});

Deno.test("no file imports itself through others, not even for types", async () => {
  const edges = (await readEdges()).filter(({ from, to }) => !isPackage(to) && from !== to);
  assertNone(findCircles(edges).map((files) => files.join(", ")), "Circles of imports");
});

Deno.test("findCircles() names the files of each circle", () => {
  const toEdges = (pairs: string[]) => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }));
  deepEqual(findCircles(toEdges(["ab", "bc", "ac"])), []);
  deepEqual(findCircles(toEdges(["ab", "bc", "ca", "cd", "de", "ed"])).map((files) => files.toSorted()), [
    ["d", "e"],
    ["a", "b", "c"],
  ]);
});

Deno.test("findFault() tells forbidden arrows from allowed ones", () => {
  const wrong: [string, string][] = [
    ["islands/MapView.tsx", "lib/db/db.ts"],
    ["islands/MapView.tsx", "npm:zod"],
    ["lib/shared/money.ts", "lib/domain/errors.ts"],
    ["lib/shared/money.ts", "node:fs"],
    ["ingest/run.ts", "lib/operations/mod.ts"],
    ["main.ts", "ingest/store.ts"],
    ["main.ts", "serve.ts"],
    ["lib/http/route.ts", "npm:@modelcontextprotocol/server"],
    ["utils/strings.ts", "lib/shared/money.ts"],
    ["components/Card.tsx", "fresh/mod.ts"],
    ["components/Card.tsx", "lib/pages/station/load.ts"],
    ["lib/pages/station/load.ts", "components/Card.tsx"],
    ["lib/pages/station/load.ts", "lib/db/current/stations.ts"],
  ];
  const right: [string, string][] = [
    ["lib/domain/price.ts", "lib/shared/money.ts"],
    ["lib/db/embedded/mod.ts", "lib/db/db.ts"],
    ["main.ts", "ingest/jobs.ts"],
    ["routes/index.tsx", "fresh/mod.ts"],
    ["routes/index.tsx", "lib/pages/home/load.ts"],
    ["components/Card.tsx", "fresh/runtime.ts"],
  ];
  const problems = (pairs: [string, string][]) => pairs.map(([from, to]) => findFault({ from, to, isType: false }));
  ok(problems(wrong).every((problem) => problem !== null));
  deepEqual(problems(right), right.map(() => null));
  const toDomain = { from: "components/Card.tsx", to: "lib/domain/station.ts" };
  deepEqual(findFault({ ...toDomain, isType: true }), null);
  ok(findFault({ ...toDomain, isType: false }));
  const toPages = { to: "lib/pages/station/load.ts", isType: true };
  deepEqual(findFault({ ...toPages, from: "components/Card.tsx" }), null);
  ok(findFault({ ...toPages, from: "lib/client/stations.ts" }));
});
