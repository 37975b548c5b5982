/**
 * Asks a service a mixture of all questions; a process of its own, so that its work is not counted as the service's.
 * Arguments: the origin and a seed. Reads a {@link Turn} from each line of standard input, answers with a {@link Load} on
 * one line, and ends with its input.
 *
 * @module
 */

import process from "node:process";
import { parse } from "csv-parse/sync";
import { createRandom } from "../support/random_state.ts";
import { type Load, toFigures } from "./judge.ts";

/**
 * How long to ask, over how many connections, and how many questions a second. They come at their pace whether or not the ones
 * before are answered, and waits are counted from when each was due.
 */
export type Turn = { seconds: number; connections: number; ratePerS: number };

type Station = { id: string; lat: number; lng: number; department: string };
type Question = { path: string; init?: RequestInit };

const FUELS = ["gazole", "e10", "sp98", "e85"];
const TICK_MS = 1;
const WRONG_KEPT = 10;

const [origin = "", seed = "1"] = Deno.args;
const random = createRandom(Number(seed));

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

async function readStations(): Promise<Station[]> {
  const text = await (await fetch(`${origin}/data/current.csv`)).text();
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  const placed = rows.filter(({ latitude, department }) => latitude && department);
  if (placed.length === 0) throw new Error("The service has no station with a position");
  return placed.map(({ id, department, latitude, longitude }) => (
    { id: id!, department: department!, lat: Number(latitude), lng: Number(longitude) }
  ));
}

const stations = await readStations();

/** A point up to some kilometres beside a station, since people ask from where they live. */
function drawPoint(): { lat: number; lng: number } {
  const { lat, lng } = pick(stations);
  const beside = () => (random() - 0.5) / 10;
  return { lat: Number((lat + beside()).toFixed(5)), lng: Number((lng + beside()).toFixed(5)) };
}

function drawBox(): string {
  const { lat, lng } = drawPoint();
  const half = 0.05 + random() / 5;
  const [north, south, east, west] = [lat + half, lat - half, lng + half, lng - half].map((value) => value.toFixed(4));
  return `north=${north}&south=${south}&east=${east}&west=${west}`;
}

function drawCall(): Question {
  const args = { ...drawPoint(), fuel: pick(FUELS), radius: 10 };
  const params = { name: "search_stations_nearby", arguments: args };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return { path: "/mcp", init: { method: "POST", headers: { "content-type": "application/json" }, body } };
}

/** Each kind of question with its share in hundred. */
const KINDS: Record<string, { share: number; draw(): Question }> = {
  search: {
    share: 45,
    draw() {
      const { lat, lng } = drawPoint();
      return { path: `/api/v1/stations/search?lat=${lat}&lng=${lng}&fuel=${pick(FUELS)}&radius=${pick([5, 10, 30])}` };
    },
  },
  station: { share: 15, draw: () => ({ path: `/api/v1/stations/${pick(stations).id}` }) },
  box: { share: 10, draw: () => ({ path: `/api/v1/stations/bbox?${drawBox()}&fuel=${pick(FUELS)}` }) },
  history: {
    share: 8,
    draw: () => ({ path: `/api/v1/prices/history/${pick(stations).id}?fuel=gazole&days=${pick([7, 30, 365])}` }),
  },
  national: { share: 4, draw: () => ({ path: `/api/v1/prices/national?fuel=${pick(FUELS)}` }) },
  department: {
    share: 4,
    draw: () => ({ path: `/api/v1/prices/departments/${pick(stations).department}?fuel=${pick(FUELS)}` }),
  },
  mcp: { share: 6, draw: drawCall },
  page: {
    share: 8,
    draw() {
      const { id, department } = pick(stations);
      return { path: pick(["/", `/stations/${id}`, `/departements/${department.toLowerCase()}`]) };
    },
  },
};

const DECK = Object.entries(KINDS).flatMap(([kind, { share }]) => Array<string>(share).fill(kind));

/** What one turn has seen. */
class Seen {
  readonly waitsMs = new Map<string, number[]>(Object.keys(KINDS).map((kind) => [kind, []]));
  readonly failed = new Map<string, number>();
  readonly wrong: string[] = [];

  async ask(dueMs: number): Promise<void> {
    const kind = pick(DECK);
    const { path, init } = KINDS[kind]!.draw();
    try {
      const response = await fetch(origin + path, init);
      const text = await response.text();
      // a tool's failure has the status 200
      const isWrong = (response.status !== 200 && response.status !== 304) ||
        (kind === "mcp" && !text.includes('"isError":false') && text.includes('"isError":true'));
      if (isWrong) this.#fail(kind, `${response.status} ${path} ${text.slice(0, 200)}`);
    } catch (error) {
      this.#fail(kind, `${path} ${(error as Error).message}`);
    }
    this.waitsMs.get(kind)!.push(performance.now() - dueMs);
  }

  #fail(kind: string, what: string): void {
    this.failed.set(kind, (this.failed.get(kind) ?? 0) + 1);
    if (this.wrong.length < WRONG_KEPT) this.wrong.push(what);
  }
}

/** Questions at a pace; those that find no connection free wait, and their wait counts. Answers how late they were sent. */
async function askAtPace(seen: Seen, turn: Turn): Promise<number[]> {
  const { seconds, connections, ratePerS } = turn;
  const beganMs = performance.now();
  const due: number[] = [];
  const lateMs: number[] = [];
  const free: Promise<void>[] = [];
  let [drawn, busy, next] = [0, 0, 0];
  const total = Math.round(seconds * ratePerS);
  const work = async () => {
    while (next < due.length) await seen.ask(due[next++]!);
    busy--;
  };
  while (drawn < total) {
    const nowMs = performance.now();
    for (; drawn < total && beganMs + drawn * 1000 / ratePerS <= nowMs; drawn++) {
      const dueMs = beganMs + drawn * 1000 / ratePerS;
      due.push(dueMs);
      lateMs.push(nowMs - dueMs);
      if (busy === connections) continue;
      busy++;
      free.push(work());
    }
    if (free.length > 10_000) free.splice(0, free.length - connections);
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(free);
  return lateMs;
}

async function take(turn: Turn): Promise<Load> {
  const seen = new Seen();
  const [beganMs, began] = [performance.now(), process.cpuUsage()];
  const lateMs = await askAtPace(seen, turn);
  const seconds = (performance.now() - beganMs) / 1000;
  const { user, system } = process.cpuUsage(began);
  const kinds = [...seen.waitsMs].map(([kind, waits]) => [kind, toFigures(waits, seen.failed.get(kind) ?? 0)] as const);
  const failed = [...seen.failed.values()].reduce((sum, count) => sum + count, 0);
  const all = toFigures([...seen.waitsMs.values()].flat(), failed);
  return {
    ...{ seconds, ratePerS: all.requests / seconds, all, kinds: Object.fromEntries(kinds), wrong: seen.wrong },
    ...{ sentLateP99Ms: toFigures(lateMs, 0).p99Ms, generatorCores: (user + system) / 1e6 / seconds },
  };
}

console.log("ready");
let unread = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (unread + chunk).split("\n");
  unread = lines.pop()!;
  for (const line of lines) console.log(JSON.stringify(await take(JSON.parse(line))));
}
