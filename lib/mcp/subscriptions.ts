/**
 * Tells those who listen (`subscriptions/listen` of 2026-07-28) that a price of a station or around a point is new: after each
 * change of the data what they watch is read again and compared. Bounded in streams, of each client too, in what each watches,
 * and in time.
 *
 * @module
 */

import {
  InMemoryServerEventBus,
  SERVER_INFO_META_KEY,
  type ServerEventBus,
  SUBSCRIPTION_ID_META_KEY,
} from "@modelcontextprotocol/server";
import { type Deps, getRevision } from "../operations/mod.ts";
import type { Log } from "../platform/log.ts";
import { isObject, RPC, rpcError, type RpcMessage } from "./messages.ts";
import { readWatched, type Watched } from "./watched.ts";

/** Bounds of a process. */
export type SubscriptionBounds = {
  /** Open streams. */
  maxStreams: number;
  /** Open streams of one client. */
  maxClientStreams: number;
  /** Resources that one stream watches; further ones are not acknowledged. */
  maxUris: number;
  /** How long a stream lasts: the client listens again when it ends. */
  lastsMs: number;
  /** How often it is looked whether the data have changed. */
  checkMs: number;
};

/** A thousand resources at most are read again after an ingest, which comes every ten minutes. */
export const SUBSCRIPTION_BOUNDS: SubscriptionBounds = {
  maxStreams: 100,
  maxClientStreams: 5,
  maxUris: 10,
  lastsMs: 3_600_000,
  checkMs: 2_000,
};

type Parts = { deps: Deps; log: Log; bounds: SubscriptionBounds };

/** Whether a message asks to listen. */
export function isListen({ method, id }: RpcMessage): boolean {
  return method === "subscriptions/listen" && id !== undefined;
}

/** A resource that somebody watches. */
type Entry = { listeners: number; news: string };

/** A place of a client among the streams, from before its resources are read until its stream ends. */
type Place = { client: string; untilMs: number; uris: string[]; end(): void };

/** Who listens, what answers the message with a stream, and the server as the stream's last message shows it. */
export type Listener = {
  client: string;
  serverInfo: object;
  answer(message: RpcMessage): Promise<Response>;
};

function toLastFrame(id: RpcMessage["id"], serverInfo: object): string {
  const _meta = { [SUBSCRIPTION_ID_META_KEY]: id, [SERVER_INFO_META_KEY]: serverInfo };
  return `event: message\ndata: ${
    JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", _meta } })
  }\n\n`;
}

/** All streams of a process. */
export class Subscriptions {
  /** Where the SDK's streams hear of news. */
  readonly bus: ServerEventBus = new InMemoryServerEventBus();
  readonly #entries = new Map<string, Entry>();
  /** Oldest first. */
  readonly #places = new Set<Place>();
  #revision: number | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #isComparing = false;

  constructor(private readonly parts: Parts) {}

  /** How many streams are open, and how many resources they watch. */
  get size(): { streams: number; uris: number } {
    return { streams: this.#places.size, uris: this.#entries.size };
  }

  /** The stream of a listening message, which ends in time; or its refusal, where too many are open. */
  async listen(message: RpcMessage, { client, serverInfo, answer }: Listener): Promise<Response> {
    const refusal = this.#refuse(client, message);
    if (refusal) return refusal;
    const place: Place = { client, untilMs: this.#toUntilMs(), uris: [], end: () => {} };
    this.#places.add(place);
    try {
      const response = await answer(await this.#watchAll(message, place));
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
      if (isStream && response.body && place.uris.length > 0) {
        const lastFrame = toLastFrame(message.id, serverInfo);
        return new Response(this.#endInTime(response.body, { place, lastFrame }), response);
      }
      this.#leave(place);
      return response;
    } catch (error) {
      this.#leave(place);
      throw error;
    }
  }

  /** Ends all streams, as when the process ends. */
  close(): void {
    for (const { end } of [...this.#places]) end();
  }

  #toUntilMs(): number {
    return performance.now() + this.parts.bounds.lastsMs;
  }

  #refuse(client: string, { id }: RpcMessage): Response | null {
    const { maxStreams, maxClientStreams } = this.parts.bounds;
    const all = [...this.#places];
    const own = all.filter((place) => place.client === client);
    const full = own.length >= maxClientStreams ? own : all.length >= maxStreams ? all : null;
    if (full === null) return null;
    const limit = full === own ? `${maxClientStreams} streams of a client` : `${maxStreams} streams of all clients`;
    const retryAfterS = Math.ceil((full[0]!.untilMs - performance.now()) / 1000);
    const error = { code: RPC.rateLimited, message: `Limit of ${limit} reached`, data: { retryAfterS } };
    return rpcError(429, error, { id, headers: { "retry-after": String(retryAfterS) } });
  }

  #leave(place: Place): void {
    if (this.#places.delete(place)) this.#release(place.uris);
  }

  /** Watches what can be watched of the first resources of a message; returns the message with those alone. */
  async #watchAll(message: RpcMessage, { uris }: Place): Promise<RpcMessage> {
    const notifications = message.params?.notifications;
    const requested = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
    if (!isObject(notifications) || !Array.isArray(requested)) return message;
    const texts = [...new Set(requested)].filter((one) => typeof one === "string");
    for (const uri of texts.slice(0, this.parts.bounds.maxUris)) if (await this.#watch(uri)) uris.push(uri);
    const { resourceSubscriptions: _, ...others } = notifications;
    const honoured = uris.length > 0 ? { ...others, resourceSubscriptions: uris } : others;
    return { ...message, params: { ...message.params, notifications: honoured } };
  }

  #endInTime(body: ReadableStream<Uint8Array>, { place, lastFrame }: { place: Place; lastFrame: string }) {
    const reader = body.getReader();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const leave = () => {
      clearTimeout(timer);
      this.#leave(place);
    };
    place.end = () => {
      leave();
      controller.enqueue(new TextEncoder().encode(lastFrame));
      controller.close();
      void reader.cancel();
    };
    place.untilMs = this.#toUntilMs();
    const timer = setTimeout(place.end, this.parts.bounds.lastsMs);
    Deno.unrefTimer(timer);
    return new ReadableStream<Uint8Array>({
      start(own) {
        controller = own;
      },
      pull: async (own) => {
        try {
          const { done, value } = await reader.read();
          if (!this.#places.has(place)) return;
          if (!done) return own.enqueue(value);
          leave();
          own.close();
        } catch (error) {
          leave();
          throw error;
        }
      },
      async cancel() {
        leave();
        await reader.cancel();
      },
    });
  }

  async #watch(uri: string): Promise<boolean> {
    const entry = this.#entries.get(uri);
    if (entry) {
      entry.listeners++;
      return true;
    }
    const watched = await this.#read(uri);
    if (!watched) return false;
    const listeners = (this.#entries.get(uri)?.listeners ?? 0) + 1;
    this.#entries.set(uri, { news: watched.news, listeners });
    this.#timer ??= setInterval(() => void this.#compare(), this.parts.bounds.checkMs);
    return true;
  }

  /** A resource to watch; null when there is none, or the data are away. */
  async #read(uri: string): Promise<Watched | null> {
    const { deps, log } = this.parts;
    try {
      this.#revision ??= await getRevision(deps);
      return await readWatched(deps, uri);
    } catch (error) {
      log.debug("What is to be watched cannot be read", { error });
      return null;
    }
  }

  #release(uris: readonly string[]): void {
    for (const uri of uris) {
      const entry = this.#entries.get(uri);
      if (entry && --entry.listeners === 0) this.#entries.delete(uri);
    }
    if (this.#entries.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#revision = null;
  }

  /** Reads again what is watched when the data have changed, and tells what is news. */
  async #compare(): Promise<void> {
    if (this.#isComparing) return;
    this.#isComparing = true;
    const { deps, log } = this.parts;
    try {
      const revision = await getRevision(deps);
      if (revision === this.#revision) return;
      for (const [uri, entry] of [...this.#entries]) {
        const news = (await readWatched(deps, uri))?.news ?? "";
        if (news === entry.news) continue;
        entry.news = news;
        this.bus.publish({ kind: "resource_updated", uri });
      }
      if (this.#entries.size > 0) this.#revision = revision;
    } catch (error) {
      // the next look compares with what was told last
      log.debug("What is watched cannot be read", { error });
    } finally {
      this.#isComparing = false;
    }
  }
}
