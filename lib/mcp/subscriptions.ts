/**
 * Notifies clients that listen (`subscriptions/listen` of 2026-07-28) of changes at a station or
 * around a point. When the revision of the data changes, each stream reads its resources again and
 * compares their texts with the previous ones.
 *
 * @module
 */

import type { McpHttpHandler, ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { type Backend, readState } from "../operations/operation.ts";
import type { Log } from "../platform/log.ts";
import { isObject, refuseForNow, type RpcMessage } from "./messages.ts";
import { readWatched } from "./resources.ts";

/**
 * Limits per process. After an ingest, every ten minutes, at most a thousand resources are read
 * again.
 */
export const SUBSCRIPTION_BOUNDS = {
  maxStreams: 100,
  maxClientStreams: 5,
  /** Places reserved for clients without a stream. */
  keptStreams: 20,
  /**
   * A stream that has sent nothing for this long is idle. It ends if a new client finds all places
   * taken.
   */
  idleMs: 60_000,
  /** Resources that one stream watches. Further ones are not acknowledged. */
  maxUris: 10,
  /** How long a stream lasts. The client then listens again. */
  lastsMs: 3_600_000,
  /** How often a stream reads the revision of the data. */
  checkMs: 2_000,
};

/** Limits of a process or a test. */
export type SubscriptionBounds = typeof SUBSCRIPTION_BOUNDS;

/**
 * A client's stream, from before its resources are read until it ends. `texts` holds the compared
 * texts by URI.
 */
type Stream = {
  client: string;
  untilMs: number;
  /** When its last message was sent, or when it started. */
  sentMs: number;
  revision: number;
  texts: Map<string, string>;
  timer?: ReturnType<typeof setTimeout>;
  publish(event: ServerEvent): void;
  end(): void;
};

/**
 * The client that listens, the request with its message, and the SDK's handler over a bus of
 * events.
 */
type Listener = {
  client: string;
  request: Request;
  createHandler(bus: ServerEventBus): McpHttpHandler;
};

/** All streams of a process. */
export class Subscriptions {
  /** Oldest first. */
  readonly #streams = new Set<Stream>();

  constructor(
    private readonly service: { backend: Backend; log: Log },
    private readonly bounds: SubscriptionBounds,
  ) {}

  /** Returns the stream for a listening message, or a 429 if too many are open. */
  async listen(
    message: RpcMessage,
    { client, request, createHandler }: Listener,
  ): Promise<Response> {
    const refusal = this.#refuse(client, message);
    if (refusal) return refusal;
    const stream: Stream = {
      client,
      untilMs: performance.now() + this.bounds.lastsMs,
      sentMs: performance.now(),
      revision: 0,
      texts: new Map(),
      publish: () => {},
      end: () => {},
    };
    this.#streams.add(stream);
    let isOpen = false;
    try {
      const parsedBody = await this.#readAll(message, stream);
      const handler = createHandler({
        publish: (event) => stream.publish(event),
        subscribe: (listener) => {
          isOpen = true;
          stream.publish = listener;
          this.#checkLater(stream);
          return () => this.#leave(stream);
        },
      });
      // The SDK sends the last message of a stream, then unsubscribes.
      stream.end = () => void handler.close();
      return await handler.fetch(request, { parsedBody });
    } finally {
      if (!isOpen) this.#leave(stream);
    }
  }

  close(): void {
    for (const stream of [...this.#streams]) stream.end();
  }

  /**
   * Returns a 429 if the client may open no further stream. Ends an idle stream if a new client
   * needs its place.
   */
  #refuse(client: string, { id }: RpcMessage): Response | null {
    const { maxStreams, maxClientStreams, keptStreams, idleMs } = this.bounds;
    const all = [...this.#streams];
    const ofClient = all.filter((stream) => stream.client === client);
    const isNew = ofClient.length === 0;
    const isFull = all.length >= (isNew ? maxStreams : maxStreams - keptStreams);
    const isClientFull = ofClient.length >= maxClientStreams;
    if (!isClientFull && (!isFull || (isNew && this.#evict(all)))) return null;
    const limit = isClientFull
      ? `${maxClientStreams} streams of a client`
      : `${maxStreams} streams of all clients`;
    const freeAtMs = isNew
      ? Math.min(...all.map(({ sentMs }) => sentMs + idleMs))
      : ofClient[0]!.untilMs;
    const retryAfterS = Math.max(1, Math.ceil((freeAtMs - performance.now()) / 1000));
    return refuseForNow(429, { id, message: `Limit of ${limit} reached`, retryAfterS });
  }

  /**
   * Ends the longest idle stream of the clients with the most streams. Returns false if none of
   * theirs is idle.
   */
  #evict(all: readonly Stream[]): boolean {
    const counts = Map.groupBy(all, ({ client }) => client);
    const countOf = ({ client }: Stream) => counts.get(client)!.length;
    const idle = all.filter(({ sentMs }) => performance.now() - sentMs >= this.bounds.idleMs);
    const [evicted] = idle.sort((a, b) => countOf(b) - countOf(a) || a.sentMs - b.sentMs);
    if (!evicted) return false;
    this.#leave(evicted);
    evicted.end();
    return true;
  }

  #leave(stream: Stream): void {
    clearTimeout(stream.timer);
    this.#streams.delete(stream);
  }

  /**
   * Reads the first resources that a message names. Returns the message with only the existing
   * ones.
   */
  async #readAll(message: RpcMessage, stream: Stream): Promise<RpcMessage> {
    const notifications = message.params?.notifications;
    const requested = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
    if (!isObject(notifications) || !Array.isArray(requested)) return message;
    const uris = [...new Set(requested)].filter((uri) => typeof uri === "string");
    try {
      stream.revision = (await readState(this.service.backend)).revision;
      for (const uri of uris.slice(0, this.bounds.maxUris)) {
        const watched = await readWatched(this.service.backend, uri);
        if (watched) stream.texts.set(uri, watched.compared);
      }
    } catch (error) {
      this.service.log.debug("The resources to watch cannot be read", { error });
    }
    const { resourceSubscriptions: _, ...others } = notifications;
    const resourceSubscriptions = [...stream.texts.keys()];
    const honoured = resourceSubscriptions.length > 0
      ? { ...others, resourceSubscriptions }
      : others;
    return { ...message, params: { ...message.params, notifications: honoured } };
  }

  #checkLater(stream: Stream): void {
    stream.timer = setTimeout(() => void this.#check(stream), this.bounds.checkMs);
  }

  /**
   * Ends a stream whose time is up. Otherwise publishes its changed resources and schedules the
   * next check.
   */
  async #check(stream: Stream): Promise<void> {
    if (performance.now() >= stream.untilMs) return stream.end();
    try {
      await this.#compare(stream);
    } catch (error) {
      // The revision stays unchanged, so the next check compares again.
      this.service.log.debug("The watched resources cannot be read", { error });
    }
    if (this.#streams.has(stream)) this.#checkLater(stream);
  }

  async #compare(stream: Stream): Promise<void> {
    const { backend } = this.service;
    const { revision } = await readState(backend);
    if (revision === stream.revision) return;
    for (const [uri, before] of stream.texts) {
      const text = (await readWatched(backend, uri))?.compared ?? "";
      if (text === before) continue;
      stream.texts.set(uri, text);
      stream.sentMs = performance.now();
      stream.publish({ kind: "resource_updated", uri });
    }
    stream.revision = revision;
  }
}
