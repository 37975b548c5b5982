/** Asks a routing engine for ways and detours, within one limit of time, and remembers what it said. @module */

import { LRUCache } from "lru-cache";
import type { Place } from "../domain/earth.ts";
import { type Line, measureRoughly } from "../domain/route_line.ts";
import type { PlaceAlong, RoutedWay, RoutingCounts, RoutingEngine } from "../domain/routing.ts";
import type { Routing } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import { askEngine, EngineFault, EngineRefusal, type EngineRequest } from "./ask.ts";
import { type Batch, toBatches } from "./detours.ts";
import { Slots } from "../shared/slots.ts";
import { Circuit } from "./limits.ts";
import { parseTable, parseWay, toTableRequest, toWayRequest } from "./valhalla.ts";

/** Bounds of an engine. */
export type RoutingBounds = {
  /** How long an engine that failed is left alone. */
  pauseMs: number;
  maxBytes: number;
  /** Requests in progress: of one question, of all pages together, and of all questions. */
  requests: { ofOne: number; ofPages: number; ofAll: number };
};

/** Bounds that hold unless a test sets others. */
export const ROUTING_BOUNDS: RoutingBounds = {
  pauseMs: 15_000,
  maxBytes: 524_288,
  requests: { ofOne: 4, ofPages: 4, ofAll: 8 },
};

/** Most vertices of a way: others wait while they are read. */
const MAX_VERTICES = 50_000;
/** Longest way: twice the longest that may be asked for as the crow flies. A line is cut into pieces of two kilometres. */
const MAX_WAY_M = 6_000_000;
/** How far from a point the way may begin or end, and by how much a table may fall short of the straight line, metres. */
const SNAP_M = 5_000;
/** What is remembered: for how long, and how many vertices and detours of how many ways. */
const MEMORY = { ttl: 3_600_000, max: 200, maxSize: 150_000 } as const;

/** What is remembered of some points: the legs of the way, null when there is none, and metres by place. */
type Known = { legs: Place[][] | null; detours: Map<string, number | null> };

/** One question on its way: until when it is asked, by whom, and what was known before. */
type Question = { points: readonly Place[]; untilMs: number; isOfPage: boolean; known: Known | null };

/** No place was free in time for a request: the engine has not heard of it. */
class Unasked extends Error {}

const toKey = ({ lat, lng }: Place) => `${lat.toFixed(6)},${lng.toFixed(6)}`;

const isNear = (a: Place, b: Place) => measureRoughly([a, b]) <= SNAP_M;
const isOnEarth = ({ lat, lng }: Place) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Throws an EngineFault for what is no way, and an EngineRefusal for one that does not lead from point to point. */
function requireWay(legs: readonly Place[][], points: readonly Place[]): void {
  const vertices = legs.reduce((sum, leg) => sum + leg.length, 0);
  const isWay = legs.length === points.length - 1 && legs.every((leg) => leg.length > 1 && leg.every(isOnEarth));
  if (!isWay || vertices > MAX_VERTICES || measureRoughly(legs.flat()) > MAX_WAY_M) {
    throw new EngineFault("its line is none");
  }
  const isOurs = legs.every((leg, i) => isNear(leg[0]!, points[i]!) && isNear(leg.at(-1)!, points[i + 1]!));
  // an engine takes the nearest road that it knows, and of another country it knows none
  if (!isOurs) throw new EngineRefusal("it knows no road near a point");
}

/** Throws an EngineFault for a table of another shape; ways shorter than the straight line are not believed. */
function requireTable(
  table: readonly (readonly (number | null)[])[],
  from: readonly Place[],
  to: readonly Place[],
): (number | null)[][] {
  if (table.length !== from.length || table.some((row) => row.length !== to.length)) {
    throw new EngineFault("its table is not of what was asked");
  }
  const isLong = (metres: number, a: Place, b: Place) => metres + 2 * SNAP_M >= measureRoughly([a, b]);
  return table.map((row, i) =>
    row.map((metres, k) => metres === null || isLong(metres, from[i]!, to[k]!) ? metres : null)
  );
}

/** Does some work in a slot; throws {@link Unasked} when none is free in time. */
async function inSlot<T>(slots: Slots, untilMs: number, work: () => Promise<T>): Promise<T> {
  if (!await slots.take(untilMs)) throw new Unasked();
  try {
    return await work();
  } finally {
    slots.give();
  }
}

class Engine implements RoutingEngine {
  readonly counts: RoutingCounts = { routed: 0, failed: 0, unasked: 0 };
  readonly #circuit: Circuit;
  readonly #slots: Slots;
  readonly #pageSlots: Slots;
  readonly #known = new LRUCache<string, Known>(MEMORY);

  constructor(
    private readonly routing: Routing,
    private readonly options: { log: Log; bounds: RoutingBounds },
  ) {
    const { bounds } = options;
    this.#circuit = new Circuit(bounds.pauseMs);
    this.#slots = new Slots(bounds.requests.ofAll);
    this.#pageSlots = new Slots(bounds.requests.ofPages);
  }

  async findWay(points: readonly Place[], { isOfPage = false } = {}): Promise<RoutedWay | null> {
    const known = this.#known.get(points.map(toKey).join(";")) ?? null;
    const question = { points, untilMs: performance.now() + this.routing.timeoutMs, isOfPage, known };
    const legs = known?.legs ?? await this.#attempt(() => this.#askWay(question));
    if (!legs) return null;
    return {
      // each leg begins where the one before it ends
      places: legs.flatMap((leg, i) => i === 0 ? leg : leg.slice(1)),
      findDetours: (line, places) => this.#findDetours(question, { line, legs, places }),
    };
  }

  async #findDetours(
    question: Question,
    way: { line: Line; legs: Place[][]; places: readonly PlaceAlong[] },
  ): Promise<(number | null)[] | null> {
    const { places } = way;
    const detours = new Map(question.known?.detours);
    const missing = places.filter(({ place }) => !detours.has(toKey(place)));
    if (missing.length > 0 || !question.known) {
      const batches = toBatches(way.line, { points: question.points, legs: way.legs, places: missing });
      const ask = () => this.#askAll(question, batches, { missing, detours });
      if (!await this.#attempt(ask, { isGoingOn: !question.known })) return null;
      this.#remember(question.points, { legs: way.legs, detours });
    }
    this.counts.routed++;
    return places.map(({ place }) => detours.get(toKey(place)) ?? null);
  }

  /** What the engine answers; null when it does not, or is left alone. `isGoingOn`: the question has asked it before. */
  async #attempt<T>(ask: () => Promise<T>, { isGoingOn = false } = {}): Promise<T | null> {
    try {
      if (!isGoingOn && !this.#circuit.mayAsk()) throw new Unasked();
      return await ask();
    } catch (error) {
      if (error instanceof Unasked) this.counts.unasked++;
      else this.counts.failed++;
      if (error instanceof EngineRefusal) this.#hear();
      else if (error instanceof EngineFault) this.#miss(error.message);
      else if (!(error instanceof Unasked)) throw error;
      return null;
    }
  }

  #hear(): void {
    if (this.#circuit.succeed()) this.options.log.info("The routing engine answers again");
  }

  #miss(reason: string): void {
    if (!this.#circuit.fail()) return;
    this.options.log.warn(
      "The routing engine does not answer: until it does, lines are straight and detours estimated",
      {
        reason,
      },
    );
  }

  async #askWay(question: Question): Promise<Place[][]> {
    const { points } = question;
    const legs = parseWay(await this.#ask(toWayRequest(points), question));
    requireWay(legs, points);
    return legs;
  }

  /** Fills in the detours, some batches at a time; the first failure ends all. */
  async #askAll(
    question: Question,
    batches: readonly Batch[],
    { missing, detours }: { missing: readonly PlaceAlong[]; detours: Map<string, number | null> },
  ): Promise<true> {
    const queue = batches.values();
    const work = async () => {
      for (const { from, to, stops } of queue) {
        const places = stops.map((stop) => missing[stop]!.place);
        const [[away], back] = await Promise.all([
          this.#askTable([from], [...places, to], question),
          this.#askTable(places, [to], question),
        ]);
        const direct = away!.at(-1)!;
        places.forEach((place, i) => {
          const [there, rest] = [away![i]!, back[i]![0]!];
          const isKnown = direct !== null && there !== null && rest !== null;
          detours.set(toKey(place), isKnown ? Math.max(0, there + rest - direct) : null);
        });
      }
    };
    const workers = Array.from({ length: this.options.bounds.requests.ofOne / 2 }, work);
    await Promise.all(workers).catch((error) => {
      for (const _left of queue); // nobody else begins one
      throw error;
    });
    if (missing.length > 0 && missing.every(({ place }) => detours.get(toKey(place)) === null)) {
      throw new EngineRefusal("it knows no way to any of the places");
    }
    this.#hear();
    return true;
  }

  async #askTable(from: readonly Place[], to: readonly Place[], question: Question): Promise<(number | null)[][]> {
    const answer = await this.#ask(toTableRequest(from, to), question);
    return requireTable(parseTable(answer), from, to);
  }

  async #ask(request: EngineRequest, { untilMs, isOfPage }: Question): Promise<unknown> {
    const ask = () => askEngine(this.routing.url, request, { untilMs, maxBytes: this.options.bounds.maxBytes });
    const askInTurn = () => inSlot(this.#slots, untilMs, ask);
    return await (isOfPage ? inSlot(this.#pageSlots, untilMs, askInTurn) : askInTurn());
  }

  #remember(points: readonly Place[], known: Known): void {
    const vertices = known.legs?.reduce((sum, leg) => sum + leg.length, 0) ?? 0;
    this.#known.set(points.map(toKey).join(";"), known, { size: 1 + vertices + known.detours.size });
  }
}

/** The engine of the settings. */
export function createRoutingEngine(
  routing: Routing,
  { log, bounds = ROUTING_BOUNDS }: { log: Log; bounds?: RoutingBounds },
): RoutingEngine {
  return new Engine(routing, { log, bounds });
}
