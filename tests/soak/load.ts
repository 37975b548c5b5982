/** Asks a service a mixture of all questions at a steady pace. @module */

import { parse } from "csv-parse/sync";
import { createRandom, pick } from "../support/random_state.ts";
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
const MAX_WRONG = 10;
/** How many of a hundred questions are of each kind. */
const SHARES = { search: 45, station: 15, box: 10, history: 8, national: 4, department: 4, mcp: 6, page: 8 };

type Kind = keyof typeof SHARES;
const KINDS = Object.keys(SHARES) as Kind[];
const DECK = KINDS.flatMap((kind) => Array<Kind>(SHARES[kind]).fill(kind));

async function readStations(origin: string): Promise<Station[]> {
  const text = await (await fetch(`${origin}/data/current.csv`)).text();
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  return rows.filter(({ latitude, department }) => latitude && department)
    .map(({ id, department, latitude, longitude }) => (
      { id: id!, department: department!, lat: Number(latitude), lng: Number(longitude) }
    ));
}

/** Draws of each kind of question. */
function createDraws(stations: readonly Station[], random: () => number): Record<Kind, () => Question> {
  const station = () => pick(random, stations);
  const fuel = () => pick(random, FUELS);
  // up to some kilometres beside a station, since people ask from where they live
  const point = () => {
    const { lat, lng } = station();
    const beside = (value: number) => Number((value + (random() - 0.5) / 10).toFixed(5));
    return { lat: beside(lat), lng: beside(lng) };
  };
  const toQuery = (fields: Record<string, string | number>) => new URLSearchParams(fields as Record<string, string>);
  return {
    search: () => ({
      path: `/api/v1/stations/search?${toQuery({ ...point(), fuel: fuel(), radius: pick(random, [5, 10, 30]) })}`,
    }),
    station: () => ({ path: `/api/v1/stations/${station().id}` }),
    box: () => {
      const { lat, lng } = point();
      const half = 0.05 + random() / 5;
      const edges = { north: lat + half, south: lat - half, east: lng + half, west: lng - half };
      return { path: `/api/v1/stations/bbox?${toQuery({ ...edges, fuel: fuel() })}` };
    },
    history: () => ({
      path: `/api/v1/prices/history/${station().id}?fuel=gazole&days=${pick(random, [7, 30, 365])}`,
    }),
    national: () => ({ path: `/api/v1/prices/national?fuel=${fuel()}` }),
    department: () => ({ path: `/api/v1/prices/departments/${station().department}?fuel=${fuel()}` }),
    mcp: () => {
      const params = { name: "search_stations_nearby", arguments: { ...point(), fuel: fuel(), radius: 10 } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      return { path: "/mcp", init: { method: "POST", headers: { "content-type": "application/json" }, body } };
    },
    page: () => {
      const { id, department } = station();
      return { path: pick(random, ["/", `/stations/${id}`, `/departements/${department.toLowerCase()}`]) };
    },
  };
}

/** What is wrong with an answer, or null. */
async function findFault(origin: string, { path, init }: Question): Promise<string | null> {
  try {
    const response = await fetch(origin + path, init);
    const text = await response.text();
    // a tool's failure has the status 200
    const isRight = response.status === 200 && !text.includes('"isError":true');
    return isRight ? null : `${response.status} ${path} ${text.slice(0, 200)}`;
  } catch (error) {
    return `${path} ${(error as Error).message}`;
  }
}

/** Questions at a pace; those that find no connection free wait, and their wait counts. Returns how late they were sent. */
async function askAtPace(ask: (dueMs: number) => Promise<void>, turn: Turn): Promise<number[]> {
  const { seconds, connections, ratePerS } = turn;
  const beganMs = performance.now();
  const total = Math.round(seconds * ratePerS);
  const due: number[] = [];
  const lateMs: number[] = [];
  const working = new Set<Promise<void>>();
  let next = 0;
  const work = async () => {
    while (next < due.length) await ask(due[next++]!);
  };
  while (due.length < total) {
    const nowMs = performance.now();
    for (let dueMs = beganMs; due.length < total; due.push(dueMs)) {
      dueMs = beganMs + due.length * 1000 / ratePerS;
      if (dueMs > nowMs) break;
      lateMs.push(nowMs - dueMs);
    }
    while (working.size < Math.min(connections, working.size + due.length - next)) {
      const worker: Promise<void> = work().finally(() => working.delete(worker));
      working.add(worker);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(working);
  return lateMs;
}

/** Takes turns of asking a service; the same questions for the same seed. */
export async function createLoad(origin: string, seed: number): Promise<(turn: Turn) => Promise<Load>> {
  const stations = await readStations(origin);
  if (stations.length === 0) throw new Error("The service has no station with a position");
  const random = createRandom(seed);
  const draws = createDraws(stations, random);
  return async (turn) => {
    const waitsMs = new Map(KINDS.map((kind): [Kind, number[]] => [kind, []]));
    const faults = new Map(KINDS.map((kind): [Kind, string[]] => [kind, []]));
    const beganMs = performance.now();
    const lateMs = await askAtPace(async (dueMs) => {
      const kind = pick(random, DECK);
      const fault = await findFault(origin, draws[kind]());
      if (fault !== null) faults.get(kind)!.push(fault);
      waitsMs.get(kind)!.push(performance.now() - dueMs);
    }, turn);
    const seconds = (performance.now() - beganMs) / 1000;
    const kinds = KINDS.map((kind) => [kind, toFigures(waitsMs.get(kind)!, faults.get(kind)!.length)]);
    const wrong = [...faults.values()].flat();
    const all = toFigures([...waitsMs.values()].flat(), wrong.length);
    return {
      ...{ seconds, ratePerS: all.requests / seconds, all, kinds: Object.fromEntries(kinds) },
      ...{ wrong: wrong.slice(0, MAX_WRONG), sentLateP99Ms: toFigures(lateMs, 0).p99Ms },
    };
  };
}
