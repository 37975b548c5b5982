/** Sends a service a mixture of all requests at a steady rate. @module */

import { setTimeout as delay } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { createDraws, type Question } from "../bench/support/questions.ts";
import { createRandom, pick } from "../support/random_state.ts";

/**
 * Requests of one kind: the count, the failures, and the median and 99th percentile of the waits.
 */
export type Figures = { requests: number; errors: number; p50Ms: number; p99Ms: number };

/** The result of one turn: figures by kind of request and for `all`, and the problems. */
export type Load = {
  seconds: number;
  ratePerS: number;
  kinds: Record<string, Figures>;
  wrong: string[];
};

export type Ask = (seconds: number, ratePerS: number) => Promise<Load>;

const CONNECTIONS = 64;
const TICK_MS = 1;
/** The share of each kind, in requests per hundred. */
const SHARES = {
  search: 45,
  station: 15,
  box: 10,
  history: 8,
  national: 4,
  department: 4,
  call: 6,
  page: 8,
};
const DECK = Object.entries(SHARES).flatMap(([kind, share]) => Array<string>(share).fill(kind));

/** The largest p99 of a sustainable rate. Above it the queue, and so the wait, keeps growing. */
export const KEPT_P99_MS = 250;
/** The duration of one rate in the search for the highest. A growing queue shows in less. */
const PACE_S = 5;
/** The search ends when it knows the rate to 3 %. */
const PRECISION = 1.03;
const MIN_PER_S = 50;

async function readPlaces(origin: string) {
  const text = await (await fetch(`${origin}/data/current.csv`)).text();
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  return rows.filter(({ latitude }) => latitude)
    .map(({ id, latitude, longitude }) => ({
      id: id!,
      lat: Number(latitude),
      lng: Number(longitude),
    }));
}

/** Returns the figures of waits in milliseconds, zeros if there are none. */
export function toFigures(waitsMs: readonly number[], errors: number): Figures {
  const sorted = Float64Array.from(waitsMs).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { requests: waitsMs.length, errors, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function findFault(
  origin: string,
  { path, method, headers, body }: Question,
): Promise<string | null> {
  try {
    const response = await fetch(origin + path, { method, headers, body: body || null });
    const text = await response.text();
    // A failed tool call has status 200.
    const isRight = response.status === 200 && !text.includes('"isError":true');
    return isRight ? null : `${response.status} ${path} ${text.slice(0, 200)}`;
  } catch (error) {
    return `${path} ${(error as Error).message}`;
  }
}

/**
 * Sends requests at a rate. Those that find no free connection wait, and their wait counts from
 * when they were due.
 */
async function askAtPace(
  ask: (dueMs: number) => Promise<void>,
  seconds: number,
  ratePerS: number,
): Promise<void> {
  const beganMs = performance.now();
  const total = Math.round(seconds * ratePerS);
  const working = new Set<Promise<void>>();
  let due = 0;
  let next = 0;
  const work = async () => {
    while (next < due) await ask(beganMs + next++ * 1000 / ratePerS);
  };
  while (due < total) {
    due = Math.min(total, Math.floor((performance.now() - beganMs) * ratePerS / 1000));
    for (let free = Math.min(CONNECTIONS - working.size, due - next); free > 0; free--) {
      const worker: Promise<void> = work().finally(() => working.delete(worker));
      working.add(worker);
    }
    await delay(TICK_MS);
  }
  await Promise.all(working);
}

/** Returns a function that sends requests in turns, the same ones for the same seed. */
export async function createLoad(origin: string, seed: number): Promise<Ask> {
  const random = createRandom(seed);
  const draws = createDraws(await readPlaces(origin));
  return async (seconds, ratePerS) => {
    const sent: { kind: string; waitMs: number; fault: string | null }[] = [];
    const beganMs = performance.now();
    await askAtPace(
      async (dueMs) => {
        const kind = pick(random, DECK);
        const fault = await findFault(origin, draws[kind]!());
        sent.push({ kind, fault, waitMs: performance.now() - dueMs });
      },
      seconds,
      ratePerS,
    );
    const tookS = (performance.now() - beganMs) / 1000;
    const kinds = [...Object.keys(SHARES), "all"].map((name): [string, Figures] => {
      const some = sent.filter(({ kind }) => name === "all" || kind === name);
      return [
        name,
        toFigures(some.map(({ waitMs }) => waitMs), some.filter(({ fault }) => fault).length),
      ];
    });
    const wrong = sent.flatMap(({ fault }) => fault ?? []);
    return {
      seconds: tookS,
      ratePerS: sent.length / tookS,
      kinds: Object.fromEntries(kinds),
      wrong,
    };
  };
}

/**
 * Finds the highest sustainable rate by doubling, then halving. A rate that fails is tried again,
 * because a machine may stall.
 */
export async function findMaximum(ask: Ask): Promise<number> {
  const isKept = async (ratePerS: number) => {
    const { kinds: { all } } = await ask(PACE_S, ratePerS);
    return all!.errors === 0 && all!.p99Ms <= KEPT_P99_MS;
  };
  let low = 0;
  let high = Infinity;
  while (high / low > PRECISION) {
    const ratePerS = high < Infinity ? Math.sqrt(low * high) : Math.max(MIN_PER_S, 2 * low);
    if (await isKept(ratePerS) || await isKept(ratePerS)) low = ratePerS;
    else if (low === 0) {
      throw new Error(`The service cannot even answer ${ratePerS} requests a second in time`);
    } else high = ratePerS;
  }
  return low;
}
