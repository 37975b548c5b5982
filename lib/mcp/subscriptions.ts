/**
 * Notifies clients that listen (`subscriptions/listen` of 2026-07-28) of new prices at a station or around a point: after each
 * change of the data the watched resources are read again and compared. Streams are bounded in number, content and time.
 * @module
 */

import { InMemoryServerEventBus, type McpHttpHandler, type ServerEventBus } from "@modelcontextprotocol/server";
import { type Deps, readState } from "../operations/mod.ts";
import type { Log } from "../platform/log.ts";
import { isObject, refuseForNow, type RpcMessage } from "./messages.ts";
import { readWatched } from "./resources.ts";

/** Bounds of a process. A thousand resources at most are read again after an ingest, which comes every ten minutes. */
export const SUBSCRIPTION_BOUNDS = {
  maxStreams: 100,
  maxClientStreams: 5,
  /** Resources that one stream watches; further ones are not acknowledged. */
  maxUris: 10,
  /** How long a stream lasts: the client listens again when it ends. */
  lastsMs: 3_600_000,
  /** How often the revision of the data is compared. */
  checkMs: 2_000,
};

/** Bounds of the same kind. */
export type SubscriptionBounds = typeof SUBSCRIPTION_BOUNDS;

type Timer = ReturnType<typeof setTimeout>;

/** A client's place among the streams, from before its resources are read until its stream ends. */
type Place = { client: string; untilMs: number; uris: string[]; isOpen: boolean; end(): void; timer: Timer };

/** Who listens: the client, the request that carries the message, and the SDK's handler over a bus of news. */
export type Listener = {
  client: string;
  request: Request;
  createHandler(bus: ServerEventBus): Pick<McpHttpHandler, "fetch" | "close">;
};

/** All streams of a process. */
export class Subscriptions {
  readonly #bus = new InMemoryServerEventBus();
  readonly #news = new Map<string, string>();
  /** Oldest first. */
  readonly #places = new Set<Place>();
  #revision: number | null = null;
  #timer: Timer | null = null;
  #isComparing = false;

  constructor(private readonly parts: { deps: Deps; log: Log; bounds: SubscriptionBounds }) {}

  get size(): { streams: number; uris: number } {
    return { streams: this.#places.size, uris: this.#news.size };
  }

  /** The stream of a listening message, which ends in time; or its refusal, where too many are open. */
  async listen(message: RpcMessage, { client, request, createHandler }: Listener): Promise<Response> {
    const refusal = this.#refuse(client, message);
    if (refusal) return refusal;
    const { lastsMs } = this.parts.bounds;
    const untilMs = performance.now() + lastsMs;
    const timer = setTimeout(() => place.end(), lastsMs);
    Deno.unrefTimer(timer);
    const place: Place = { client, untilMs, uris: [], isOpen: false, end: () => {}, timer };
    this.#places.add(place);
    try {
      const parsedBody = await this.#watchAll(message, place);
      const handler = createHandler(this.#toBus(place));
      // the SDK sends the last message of a stream, and then unsubscribes it
      place.end = () => void handler.close();
      return await handler.fetch(request, { parsedBody });
    } finally {
      if (!place.isOpen) this.#leave(place);
    }
  }

  close(): void {
    for (const { end } of [...this.#places]) end();
  }

  /** The bus as one stream sees it: it subscribes when it opens, and unsubscribes when it ends or its client has left. */
  #toBus(place: Place): ServerEventBus {
    return {
      publish: (event) => this.#bus.publish(event),
      subscribe: (listener) => {
        const unsubscribe = this.#bus.subscribe(listener);
        place.isOpen = true;
        return () => {
          unsubscribe();
          this.#leave(place);
        };
      },
    };
  }

  #refuse(client: string, { id }: RpcMessage): Response | null {
    const { maxStreams, maxClientStreams } = this.parts.bounds;
    const all = [...this.#places];
    const ofClient = all.filter((place) => place.client === client);
    const full = ofClient.length >= maxClientStreams ? ofClient : all.length >= maxStreams ? all : null;
    if (full === null) return null;
    const limit = full === ofClient
      ? `${maxClientStreams} streams of a client`
      : `${maxStreams} streams of all clients`;
    const retryAfterS = Math.ceil((full[0]!.untilMs - performance.now()) / 1000);
    return refuseForNow(429, { id, message: `Limit of ${limit} reached`, retryAfterS });
  }

  #leave(place: Place): void {
    clearTimeout(place.timer);
    this.#places.delete(place);
    const watched = new Set([...this.#places].flatMap(({ uris }) => uris));
    for (const uri of [...this.#news.keys()]) if (!watched.has(uri)) this.#news.delete(uri);
    if (this.#news.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#revision = null;
  }

  /** Watches what can be watched of the first resources of a message; returns the message with those alone. */
  async #watchAll(message: RpcMessage, place: Place): Promise<RpcMessage> {
    const notifications = message.params?.notifications;
    const requested = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
    if (!isObject(notifications) || !Array.isArray(requested)) return message;
    const texts = [...new Set(requested)].filter((one) => typeof one === "string");
    for (const uri of texts.slice(0, this.parts.bounds.maxUris)) await this.#watch(uri, place);
    const { uris } = place;
    const { resourceSubscriptions: _, ...others } = notifications;
    const honoured = uris.length > 0 ? { ...others, resourceSubscriptions: uris } : others;
    return { ...message, params: { ...message.params, notifications: honoured } };
  }

  /** Watches a resource, unless there is none or the data cannot be read. */
  async #watch(uri: string, { uris }: Place): Promise<void> {
    const { deps, log, bounds } = this.parts;
    try {
      if (!this.#news.has(uri)) {
        this.#revision ??= (await readState(deps)).revision;
        const watched = await readWatched(deps, uri);
        if (!watched) return;
        this.#news.set(uri, watched.news);
        this.#timer ??= setInterval(() => void this.#compare(), bounds.checkMs);
      }
      uris.push(uri);
    } catch (error) {
      log.debug("A resource to watch cannot be read", { error });
    }
  }

  /** Reads the watched resources again when the data have changed, and publishes those with news. */
  async #compare(): Promise<void> {
    if (this.#isComparing) return;
    this.#isComparing = true;
    const { deps, log } = this.parts;
    try {
      const { revision } = await readState(deps);
      if (revision === this.#revision) return;
      for (const [uri, before] of [...this.#news]) {
        const news = (await readWatched(deps, uri))?.news ?? "";
        if (news === before || !this.#news.has(uri)) continue;
        this.#news.set(uri, news);
        this.#bus.publish({ kind: "resource_updated", uri });
      }
      if (this.#news.size > 0) this.#revision = revision;
    } catch (error) {
      // the next comparison is with what was published last
      log.debug("The watched resources cannot be read", { error });
    } finally {
      this.#isComparing = false;
    }
  }
}
