/**
 * Every import points one way: the table below is the law, `docs/architecture.md` explains it.
 *
 * @module
 */

import { ok } from "../support/assert.ts";
import { assertNone } from "./rules.ts";
import { type Edge, findCircular, readEdges } from "./module_graph.ts";

/**
 * The imports that each room may have at run time: rooms and single files of ours, then packages.
 * The self-check reads the feed by the ingest's XML parser, and nothing else of it. Rooms above the
 * operations may import single files of the database: its errors and state, devices, files of past
 * prices. `Head` and `asset()` of fresh/runtime are made for components; the rest of Fresh is for
 * routes. serve.ts, the server of our own host, does not belong to the app as Fresh sees it.
 */
const LAW = `
| lib/shared | | |
| lib/words | lib/shared | |
| lib/places | lib/words lib/shared | |
| lib/site | lib/places lib/words lib/shared | |
| lib/domain | lib/places lib/words lib/shared | zod |
| lib/platform | lib/shared | ipaddr.js prom-client node: |
| lib/db | lib/domain lib/platform lib/places lib/words/lang.ts lib/shared | pg @electric-sql/pglite @electric-sql/pglite-postgis node: |
| lib/snapshot | lib/db lib/domain lib/places lib/shared | kdbush geographiclib-geodesic node: |
| lib/picture | lib/platform | @resvg/resvg-wasm node: |
| lib/operations | lib/snapshot lib/db lib/domain lib/site lib/places lib/words lib/shared | zod lru-cache p-limit @googlemaps/polyline-codec node: |
| lib/selfcheck | lib/operations lib/snapshot lib/db lib/domain lib/platform lib/places lib/shared
    ingest/check.ts ingest/decode.ts ingest/parse_station.ts ingest/unpack.ts | |
| lib/routing | lib/domain lib/platform | zod lru-cache p-limit @googlemaps/polyline-codec |
| lib/http | lib/operations lib/domain lib/picture lib/routing lib/platform lib/site lib/places lib/words lib/shared
    lib/mcp/identity.ts fresh
    lib/db/db.ts lib/db/alerts/devices.ts lib/db/history/history_files.ts |
    zod ipaddr.js lru-cache p-limit preact preact-render-to-string node: |
| lib/mcp | lib/operations lib/db/db.ts lib/domain lib/platform lib/places lib/words lib/shared |
    zod @modelcontextprotocol/server @modelcontextprotocol/core node: |
| ingest | lib/db lib/domain lib/platform lib/site lib/places lib/words lib/shared | zod @zip.js/zip.js csv-parse fast-xml-parser ipaddr.js
    cli-progress hyparquet-writer p-limit seek-bzip web-push xz-decompress node: |
| lib/pages | lib/operations lib/db/db.ts lib/db/data_state.ts lib/domain lib/picture/share_picture.ts lib/site lib/places lib/words lib/shared | |
| lib/client | lib/site lib/places lib/words lib/shared | @preact/signals @googlemaps/polyline-codec leaflet |
| components | lib/site lib/places lib/words lib/shared fresh/runtime.ts | preact |
| islands | components lib/client lib/site lib/places lib/words lib/shared | preact @preact/signals leaflet topojson-client |
| routes | lib/http lib/mcp lib/pages lib/operations lib/db/history/history_files.ts lib/site lib/places lib/words lib/shared
    components islands fresh | preact |
| fresh.gen.ts | routes islands | |
| app.ts | lib/http fresh routes/_error.tsx | |
| program.ts | lib/platform lib/db lib/snapshot lib/http lib/selfcheck lib/shared ingest/jobs.ts | |
| crons.ts | program.ts lib/platform ingest/jobs.ts | |
| main.ts | app.ts crons.ts program.ts lib/platform | |
| serve.ts | main.ts program.ts lib/http lib/platform lib/db fresh | node: |
| dev.ts | main.ts lib/platform fresh | |
| fresh | lib/platform/content_coding.ts lib/platform/transfer/pieces.ts lib/platform/split_address.ts | preact @preact/signals preact-render-to-string esbuild mime node: |
`;

const MAY = new Map(
  LAW.trim().split(/\n(?=\|)/).map((row) => {
    const [room, ours, packages] = row.split("|").slice(1).map((cell) => cell.trim().split(/\s+/));
    return [room![0]!, { ours: ours!, packages: packages! }];
  }),
);

/**
 * Whether the types of a place may be imported from a room: they are erased, so no code comes
 * along.
 */
function mayImportTypes(from: string, to: string): boolean {
  if (isWithin(to, "lib/client")) return from.startsWith("components/");
  return isWithin(to, "lib/domain") ||
    (isWithin(to, "lib/pages") && /^(components|islands)\//.test(from));
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

function findRoom(path: string): string | undefined {
  return [...MAY.keys()].filter((room) => isWithin(path, room)).sort((a, b) =>
    b.length - a.length
  )[0];
}

function isPackage(target: string): boolean {
  return target.startsWith("npm:") || target.startsWith("node:");
}

function mayImportPackage(room: string, { to, isType }: Edge): boolean {
  if (isType) return true;
  const packages = MAY.get(room)?.packages ?? [];
  return to.startsWith("node:")
    ? packages.includes("node:")
    : packages.includes(to.slice("npm:".length));
}

function findFault(edge: Edge): string | null {
  const { from, to, isType } = edge;
  const room = findRoom(from);
  const arrow = `${from} imports ${to}`;
  if (!room) return `${from} lies in no room`;
  if (isPackage(to)) {
    return mayImportPackage(room, edge) ? null : `${arrow}, a package that ${room} may not use`;
  }
  if (isWithin(to, room)) return null;
  if (isType && mayImportTypes(from, to)) return null;
  return MAY.get(room)?.ours.some((place) => isWithin(to, place))
    ? null
    : `${arrow}, an arrow that ${room} does not have`;
}

Deno.test("every import follows the arrows between the rooms", async () => {
  const edges = await readEdges();
  ok(edges.length > 100, `only ${edges.length} imports were found`);
  assertNone(
    [...new Set(edges.map(findFault))].filter((problem) => problem !== null),
    "Wrong arrows",
  );
});

Deno.test("no file imports itself through others, not even for types", async () => {
  const edges = (await readEdges()).filter(({ from, to }) => !isPackage(to) && from !== to);
  assertNone(findCircular(edges), "Circles of imports, and files that import one");
});
