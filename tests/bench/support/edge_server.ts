/**
 * One of the servers that the bench of the edge compares, in a process of its own, so that neither pays for what the other
 * does in the background (the whole service watches the shared counters). Arguments: its kind and the database. Prints its
 * port, tells at `/usage` the microseconds of processor time it has taken, and ends with its standard input.
 *
 * @module
 */

import process from "node:process";
import { App } from "fresh";
import { openDb } from "../../../lib/db/connection.ts";
import { withEdge } from "../../../lib/http/edge.ts";
import { chooseFormat, formatHeaders, toFormatText } from "../../../lib/http/formats.ts";
import { parseQuery, readQuery } from "../../../lib/http/query.ts";
import { toEndpoint } from "../../../lib/http/route.ts";
import { createService } from "../../../lib/http/service.ts";
import { type Ctx, provideState, type Service, type State } from "../../../lib/http/state.ts";
import { parseInput, readAnswer, searchStations } from "../../../lib/operations/mod.ts";
import { createLog } from "../../../lib/platform/log.ts";
import { createSnapshotSource } from "../../../lib/snapshot/source.ts";
import { testConfig } from "../../support/api_app.ts";
import { RANDOM_AS_OF } from "../../support/random_state.ts";

const { path } = searchStations;

type Handler = Deno.ServeHandler<Deno.NetAddr>;

function readQuestion({ url, req }: Pick<Ctx, "url" | "req">) {
  const query = parseQuery(url.search);
  const input = parseInput(searchStations, (param) => readQuery(query, param));
  return { input, format: chooseFormat(searchStations.formats, query, req.headers.get("accept")) };
}

/** Only decodes, searches and answers, in the same frame: no quota, no headers but the type's, nothing kept. */
function createBare({ deps }: Service): Handler {
  const app = new App<State>().get(path, async (ctx) => {
    const { input, format } = readQuestion(ctx);
    const { data, meta, state } = await readAnswer(searchStations, deps, input);
    const text = toFormatText(searchStations, { data, meta, state }, format);
    return new Response(text, { headers: formatHeaders(searchStations, format) });
  });
  return app.handler();
}

/** The same with the one thing kept that helps a question never asked before: stations' ready-made texts. */
function createReady({ deps }: Service): Handler {
  const app = new App<State>().get(path, async (ctx) => {
    const { input, format } = readQuestion(ctx);
    const text = toFormatText(searchStations, await readAnswer(searchStations, deps, input), format);
    return new Response(text, { headers: formatHeaders(searchStations, format) });
  });
  return app.handler();
}

function createWhole(service: Service): Handler {
  const app = new App<State>().use(provideState(() => service)).all(path, toEndpoint(searchStations)).handler();
  return withEdge(service, (req, info) => app(req, info)) as Handler;
}

const KINDS: Record<string, (service: Service) => Handler> = {
  bare: createBare,
  ready: createReady,
  whole: createWhole,
};

const [kind = "", databaseUrl = ""] = Deno.args;
const clock = () => RANDOM_AS_OF;
// The line per request is not what is measured.
const log = createLog({ clock, sink: () => {}, level: "warn" });
const db = await openDb({ databaseUrl, dataDir: "", deploy: false }, { log });
const snapshots = createSnapshotSource(db, { checkMs: 1e9 });
await snapshots.refresh();
const kvPath = await Deno.makeTempFile();
const kv = await Deno.openKv(kvPath);
const config = testConfig({ REST_LIMIT: "1000000000" });
const service = createService({ config, db, kv, log, clock, snapshots });
const handler = KINDS[kind]!(service);

function tellUsage(): Response {
  const { user, system } = process.cpuUsage();
  return Response.json(user + system);
}

const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(port),
}, (req, info) => req.url.endsWith("/usage") ? tellUsage() : handler(req, info));

await Deno.stdin.readable.pipeTo(new WritableStream());
await server.shutdown();
await service.close();
kv.close();
await db.close();
await Deno.remove(kvPath);
