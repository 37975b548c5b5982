/**
 * What quota, headers and caching cost a search, as a share of its throughput on one core: the same questions asked of the
 * whole service and of a server that only decodes, searches and answers. Both in one run, in turns, over real connections;
 * the server's own processor time is counted, so that other work on the machine does not disturb.
 */

import process from "node:process";
import { App } from "fresh";
import { withEdge } from "../../lib/http/edge.ts";
import { parseQuery, readQuery } from "../../lib/http/query.ts";
import { httpRoute } from "../../lib/http/route.ts";
import { createService, type Service } from "../../lib/http/service.ts";
import { provideState, type State } from "../../lib/http/state.ts";
import { answer, parseInput, searchStations } from "../../lib/operations/mod.ts";
import { createLog } from "../../lib/platform/log.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { testConfig } from "../support/api_app.ts";
import { createRandom, insertRandomState, RANDOM_AS_OF } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";

const PATH = "/api/v1/stations/search";
const ROUNDS = 9;
const REQUESTS = 4_000;
const CONNECTIONS = 8;

type Handler = Deno.ServeHandler<Deno.NetAddr>;

/** Only decodes, searches and answers, in the same frame. */
function createBare(service: Service): Handler {
  const { deps } = service;
  const app = new App<State>().use(provideState(service)).get(PATH, async (ctx) => {
    const query = parseQuery(ctx.url.search);
    const input = parseInput(searchStations, (param) => readQuery(query, param));
    const { body } = await answer(searchStations, deps, input);
    return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  });
  const handler = app.handler();
  return (req, info) => handler(req, info);
}

function createWhole(service: Service): Handler {
  const app = new App<State>().use(provideState(service)).all(PATH, httpRoute(searchStations)).handler();
  return withEdge(service, (req, info) => app(req, info)) as Handler;
}

/** Questions around random points; `share` of them repeat one of a hundred that are asked again and again. */
function makePaths(seed: number, share: number): string[] {
  const random = createRandom(seed);
  const one = () =>
    `${PATH}?lat=${(48.6 + random() / 2).toFixed(5)}&lng=${(2.1 + random() / 2).toFixed(5)}&fuel=gazole`;
  const often = Array.from({ length: 100 }, one);
  return Array.from({ length: REQUESTS }, () => random() < share ? often[Math.floor(random() * 100)] : one());
}

/** Microseconds of this process's time per request. */
async function measure(port: number, paths: string[]): Promise<number> {
  const script = new URL("support/load.ts", import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), { args: ["run", "-A", script], stdin: "piped", stdout: "null" });
  const child = command.spawn();
  const before = process.cpuUsage();
  await new Blob([JSON.stringify({ port, paths, connections: CONNECTIONS })]).stream().pipeTo(child.stdin);
  if (!(await child.status).success) throw new Error("The load generator failed");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / paths.length;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(ports: { bare: number; whole: number }, share: number): Promise<void> {
  const times = { bare: [] as number[], whole: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const paths = makePaths(round + share * 1000, share);
    for (const name of round % 2 ? ["bare", "whole"] as const : ["whole", "bare"] as const) {
      times[name].push(await measure(ports[name], paths));
    }
  }
  const [bare, whole] = [median(times.bare), median(times.whole)];
  const lost = ((1 - bare / whole) * 100).toFixed(1);
  console.log(
    `${String(share * 100).padStart(3)} % repeated: search alone ${bare.toFixed(1)} µs, whole service ${
      whole.toFixed(1)
    } µs, ` +
      `throughput lost ${lost} %`,
  );
}

await withServerDb(async (db) => {
  await insertRandomState(db, { seed: 1, count: 10_000 });
  const clock = () => RANDOM_AS_OF;
  const snapshots = createSnapshotSource(db, { checkMs: 1e9 });
  await snapshots.refresh();
  const kvPath = await Deno.makeTempFile();
  const kv = await Deno.openKv(kvPath);
  // The line per request is not what is measured here.
  const log = createLog({ clock, sink: () => {}, level: "warn" });
  const config = testConfig({ REST_LIMIT: "1000000000" });
  const service = createService({ config, db, kv, log, clock, snapshots });
  const serve = (handler: Handler) => Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  const servers = { bare: serve(createBare(service)), whole: serve(createWhole(service)) };
  const ports = { bare: servers.bare.addr.port, whole: servers.whole.addr.port };
  await compare(ports, 0.5); // to warm up
  for (const share of [0, 0.5, 0.9]) await compare(ports, share);
  await Promise.all([servers.bare.shutdown(), servers.whole.shutdown()]);
  await service.close();
  kv.close();
  await Deno.remove(kvPath);
});
