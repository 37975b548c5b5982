/**
 * What quota, headers and caching cost a search, as a share of its throughput on one core: the same questions asked of the
 * whole service and of a server that only decodes, searches and answers. In one run, in short turns, over real connections;
 * the servers' own processor time is counted, so that other work on the machine does not disturb.
 */

import { searchStations } from "../../lib/operations/mod.ts";
import { createRandom, insertRandomState } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";
import { startScript, type Talk } from "./support/talk.ts";

/** What is compared, as support/edge_server.ts has them. */
const KINDS = ["bare", "ready", "whole"] as const;
const WARM_UP_TURNS = 30;
const TURNS = 120;
const REQUESTS = 300;

type Server = { talk: Talk; port: number };
/** Microseconds of the server's time a request, and the wait in milliseconds that 99 in 100 did not exceed. */
type Turn = { us: number; p99Ms: number };

/** Questions around random points; `share` of them repeat one of a hundred that are asked again and again. */
function createQuestions(share: number): () => string {
  const random = createRandom(1 + share * 1000);
  const one = () => {
    const [lat, lng] = [(48.6 + random() / 2).toFixed(5), (2.1 + random() / 2).toFixed(5)];
    return `${searchStations.path}?lat=${lat}&lng=${lng}&fuel=gazole`;
  };
  const often = Array.from({ length: 100 }, one);
  return () => random() < share ? often[Math.floor(random() * 100)]! : one();
}

async function readUsageUs({ port }: Server): Promise<number> {
  return await (await fetch(`http://127.0.0.1:${port}/usage`)).json();
}

async function takeTurn(load: Talk, server: Server, paths: string[]): Promise<Turn> {
  const before = await readUsageUs(server);
  const p99Ms = Number(await load.ask(JSON.stringify({ port: server.port, paths })));
  return { us: (await readUsageUs(server) - before) / paths.length, p99Ms };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function compare(load: Talk, servers: Server[], share: number): Promise<void> {
  const next = createQuestions(share);
  const turns: Turn[][] = servers.map(() => []);
  for (let round = -WARM_UP_TURNS; round < TURNS; round++) {
    for (let i = 0; i < servers.length; i++) {
      const at = (i + round + WARM_UP_TURNS) % servers.length;
      const turn = await takeTurn(load, servers[at]!, Array.from({ length: REQUESTS }, next));
      if (round >= 0) turns[at]!.push(turn);
    }
  }
  console.log(`${share * 100} % repeated`);
  const whole = turns[KINDS.indexOf("whole")]!;
  for (const [at, kind] of KINDS.entries()) {
    const us = median(turns[at]!.map((turn) => turn.us)).toFixed(1);
    const p99Ms = median(turns[at]!.map((turn) => turn.p99Ms)).toFixed(1);
    const lost = median(whole.map((turn, round) => 1 - turns[at]![round]!.us / turn.us)) * 100;
    console.log(
      `  ${kind.padEnd(5)} ${us} µs, p99 ${p99Ms} ms; beside it the whole service loses ${lost.toFixed(1)} %`,
    );
  }
}

await withServerDb(async (db, url) => {
  await insertRandomState(db, { seed: 1, count: 10_000 });
  const servers: Server[] = [];
  for (const kind of KINDS) {
    const talk = startScript("edge_server.ts", kind, url);
    servers.push({ talk, port: Number(await talk.listen()) });
  }
  const load = startScript("load.ts");
  for (const share of [0, 0.5, 0.9]) await compare(load, servers, share);
  await load.end();
  for (const { talk } of servers) await talk.end();
});
