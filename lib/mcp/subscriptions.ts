/**
 * Tells those who listen (`subscriptions/listen` of 2026-07-28) that a price of a station or around a point is new: after each
 * change of the data what they watch is read again and compared. Bounded in listeners, in what each watches, and in time.
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
import { isObject, type RpcMessage } from "./messages.ts";
import { readWatched, type Watched } from "./watched.ts";

/** Bounds of a process. */
export type SubscriptionBounds = {
  /** Open streams. */
  maxStreams: number;
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

/** All streams of a process. */
export class Subscriptions {
  /** Where the SDK's streams hear of news. */
  readonly bus: ServerEventBus = new InMemoryServerEventBus();
  readonly #entries = new Map<string, Entry>();
  readonly #ends = new Set<() => void>();
  #revision: number | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #isComparing = false;

  constructor(private readonly parts: Parts) {}

  /** How many streams are open, and how many resources they watch. */
  get size(): { streams: number; uris: number } {
    return { streams: this.#ends.size, uris: this.#entries.size };
  }

  /** The message with those of its resources that can be watched, which are then compared, and what they are. */
  async take(message: RpcMessage): Promise<{ message: RpcMessage; uris: string[] }> {
    const notifications = message.params?.notifications;
    const asked = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
    if (!isObject(notifications) || !Array.isArray(asked)) return { message, uris: [] };
    const uris: string[] = [];
    for (const uri of new Set(asked.filter((one) => typeof one === "string"))) {
      if (uris.length < this.parts.bounds.maxUris && await this.#watch(uri)) uris.push(uri);
    }
    const { resourceSubscriptions: _, ...others } = notifications;
    const honoured = uris.length > 0 ? { ...others, resourceSubscriptions: uris } : others;
    return { message: { ...message, params: { ...message.params, notifications: honoured } }, uris };
  }

  /** A listening response that ends in time, after which nobody watches its resources any more. */
  follow(response: Response, { uris, id, serverInfo }: { uris: string[]; id: RpcMessage["id"]; serverInfo: object }) {
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!isStream || !response.body || uris.length === 0) {
      this.#release(uris);
      return response;
    }
    const _meta = { [SUBSCRIPTION_ID_META_KEY]: id, [SERVER_INFO_META_KEY]: serverInfo };
    const last = { jsonrpc: "2.0", id, result: { resultType: "complete", _meta } };
    const body = this.#endInTime(response.body, {
      lastFrame: `event: message\ndata: ${JSON.stringify(last)}\n\n`,
      onEnd: () => this.#release(uris),
    });
    return new Response(body, response);
  }

  /** Ends all streams, as when the process ends. */
  close(): void {
    for (const end of [...this.#ends]) end();
  }

  #endInTime(body: ReadableStream<Uint8Array>, { lastFrame, onEnd }: { lastFrame: string; onEnd(): void }) {
    const reader = body.getReader();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const leave = () => {
      clearTimeout(timer);
      if (this.#ends.delete(end)) onEnd();
    };
    const end = () => {
      leave();
      controller.enqueue(new TextEncoder().encode(lastFrame));
      controller.close();
      void reader.cancel();
    };
    const timer = setTimeout(end, this.parts.bounds.lastsMs);
    Deno.unrefTimer(timer);
    this.#ends.add(end);
    return new ReadableStream<Uint8Array>({
      start(own) {
        controller = own;
      },
      pull: async (own) => {
        const { done, value } = await reader.read();
        if (!this.#ends.has(end)) return;
        if (!done) return own.enqueue(value);
        leave();
        own.close();
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
