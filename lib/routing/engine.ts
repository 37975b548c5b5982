/** Finds ways and detours with a routing engine, within one time limit, and caches them. @module */

import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Place } from "../domain/place/earth.ts";
import type { RoutedWay, RoutingCounts, RoutingEngine } from "../domain/routing.ts";
import type { Routing } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import { measureDetours, type Way } from "./detours.ts";
import { EngineFault, EngineRefusal, type Post, postJson, requestWay } from "./valhalla.ts";

/** How many requests must fail in a row before the engine is paused, and for how long. */
const MAX_FAILURES = 3;
const PAUSE_MS = 15_000;
const MAX_BYTES = 524_288;
/** Maximum requests in progress: for one request of ours, for all pages together, and in total. */
const MAX_REQUESTS = { ofOne: 4, ofPages: 4, ofAll: 8 };
/** The cache: its lifetime, and the maximum number of ways and of their vertices and detours. */
const CACHE = { ttl: 3_600_000, max: 200, maxSize: 150_000 } as const;
const AWAY =
  "The routing engine does not respond: until it does, lines are straight and detours estimated";

type Cached = { legs: Place[][]; detours: Map<string, number | null> };

/** Thrown without a request: the engine is paused, or its turn came too late. */
class NotSent extends Error {}

const toKey = ({ lat, lng }: Place) => `${lat.toFixed(6)},${lng.toFixed(6)}`;
const toWayKey = (points: readonly Place[]) => points.map(toKey).join(";");

/** Pauses requests to an engine that fails, and retries now and then. */
export class Circuit {
  #failures = 0;
  #pausedUntilMs = -Infinity;

  constructor(private readonly pauseMs: number) {}

  /**
   * Returns whether a request may be sent now. After a pause only one may, until it succeeds or
   * another pause is over.
   */
  mayTry(): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    const nowMs = performance.now();
    if (nowMs < this.#pausedUntilMs) return false;
    this.#pausedUntilMs = nowMs + this.pauseMs;
    return true;
  }

  /** Records a success. Returns true if the engine was paused until now. */
  succeed(): boolean {
    const wasPaused = this.#failures >= MAX_FAILURES;
    this.#failures = 0;
    return wasPaused;
  }

  /** Records a failure. Returns true if the engine is paused from now on. */
  fail(): boolean {
    this.#failures++;
    this.#pausedUntilMs = performance.now() + this.pauseMs;
    return this.#failures === MAX_FAILURES;
  }
}

/** The engine of the settings. */
export class ValhallaEngine implements RoutingEngine {
  readonly counts: RoutingCounts = { routed: 0, failed: 0, unasked: 0 };
  readonly #circuit = new Circuit(PAUSE_MS);
  readonly #limit = pLimit(MAX_REQUESTS.ofAll);
  readonly #pageLimit = pLimit(MAX_REQUESTS.ofPages);
  readonly #cache = new LRUCache<string, Cached>(CACHE);

  constructor(private readonly routing: Routing, private readonly log: Log) {}

  async findWay(points: readonly Place[], { isOfPage = false } = {}): Promise<RoutedWay | null> {
    const cached = this.#cache.get(toWayKey(points));
    const post = this.#toPost(isOfPage);
    const legs = cached?.legs ?? await this.#attempt(() => requestWay(post, points));
    if (!legs) return null;
    return {
      // Each leg starts where the previous one ends.
      places: legs.flatMap((leg, i) => i === 0 ? leg : leg.slice(1)),
      findDetours: (line, places) =>
        this.#findDetours({ points, legs, line, places }, { post, cached }),
    };
  }

  #toPost(isOfPage: boolean): Post {
    const untilMs = performance.now() + this.routing.timeoutMs;
    return async (path, body) => {
      const post = () => {
        if (performance.now() > untilMs) throw new NotSent();
        return postJson({ base: this.routing.url, path }, body, { untilMs, maxBytes: MAX_BYTES });
      };
      const postInTurn = () => this.#limit(post);
      return await (isOfPage ? this.#pageLimit(postInTurn) : postInTurn());
    };
  }

  async #findDetours(
    { places, ...way }: Way,
    { post, cached }: { post: Post; cached?: Cached },
  ): Promise<(number | null)[] | null> {
    const detours = new Map(cached?.detours);
    const missing = places.filter(({ place }) => !detours.has(toKey(place)));
    if (missing.length > 0 || !cached) {
      const measure = () =>
        measureDetours(post, { ...way, places: missing }, MAX_REQUESTS.ofOne / 2);
      // A way that is not cached has just been requested.
      const measured = await this.#attempt(measure, { isTried: !cached });
      if (!measured) return null;
      this.#noteSuccess();
      for (const [place, metres] of measured) detours.set(toKey(place), metres);
      const size = 1 + way.legs.flat().length + detours.size;
      this.#cache.set(toWayKey(way.points), { legs: way.legs, detours }, { size });
    }
    this.counts.routed++;
    return places.map(({ place }) => detours.get(toKey(place)) ?? null);
  }

  /**
   * Returns the result of a request; null if the engine returns none or is paused. `isTried` means
   * that this request of ours has already reached the engine.
   */
  async #attempt<T>(request: () => Promise<T>, { isTried = false } = {}): Promise<T | null> {
    try {
      if (!isTried && !this.#circuit.mayTry()) throw new NotSent();
      return await request();
    } catch (error) {
      if (error instanceof NotSent) {
        this.counts.unasked++;
        return null;
      }
      this.counts.failed++;
      if (error instanceof EngineRefusal) this.#noteSuccess();
      else if (!(error instanceof EngineFault)) throw error;
      else if (this.#circuit.fail()) this.log.warn(AWAY, { reason: error.message });
      return null;
    }
  }

  #noteSuccess(): void {
    if (this.#circuit.succeed()) this.log.info("The routing engine responds again");
  }
}
