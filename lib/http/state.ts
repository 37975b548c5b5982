/** Defines what a request carries through the app: the running service and its request id. @module */

import type { AnswerCache, AnyOperation, Deps } from "../operations/mod.ts";
import type { Bodies } from "../platform/bodies.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { SharePicture } from "../shared/draw/share_picture.ts";
import type { PageCache } from "./page_cache.ts";
import type { PeerInfo } from "./address.ts";
import type { Decision, Quota } from "./quota.ts";

/** Responses with the pictures of link previews; `isAwake`: whether one was painted lately. */
type Pictures = { readonly isAwake: boolean; answer(req: Request, picture: SharePicture): Promise<Response> };

/** One running service. */
export type Service = {
  config: Config;
  deps: Deps;
  log: Log;
  clock: Clock;
  quota: Quota;
  cache: AnswerCache;
  pages: PageCache;
  pictures: Pictures;
  /** Bodies of requests in progress, of REST and MCP together. */
  bodies: Bodies;
  /** Everything that is served; documents and tools are made from it. */
  operations: readonly AnyOperation[];
  /** Of this thread. */
  metrics: Metrics;
  /** Aborted by {@link end}: streams that would last for an hour end then. */
  ending: AbortSignal;
  /** Ends long streams, before the responses in progress are waited for. */
  end(): void;
  /** Gives back what is held in the KV. The database and the KV are closed by the caller that opened them. */
  close(): Promise<void>;
};

/** A page without a name in its address: its paths, and whether the sitemap lists it. */
export type SitePage = { fr: string; en: string; isListed: boolean };

/** `ctx.state` of every route. */
export type State = { service: Service; sitePages: readonly SitePage[] };

/** The part of Fresh's context that handlers of this room use. */
export type Ctx = { req: Request; url: URL; info: PeerInfo; state: State };

/** The parts of a request: `search` begins with the question mark, or is empty. */
export type RequestParts = {
  service: Service;
  req: Request;
  info: Deno.ServeHandlerInfo;
  path: string;
  search: string;
  requestId: string;
};

/**
 * Facts about one request that the edge and the app share. `parts`: the request as the edge received it, null before that;
 * `route`: the pattern of its path, null until one is found; `decision`: how it was counted as a page, null where pages have no
 * limit; `compressionError`: why its body is not compressed; `reason`: why its status is 503, for the log.
 */
export type Note = {
  parts: RequestParts | null;
  requestId: string;
  route: string | null;
  decision: Decision | null;
  compressionError?: unknown;
  reason?: unknown;
};

// A property and not a WeakMap: tables of short-lived keys cost the garbage collector more than a search costs.
const NOTE = Symbol("note");

/** The note of a request, made when there is none yet. */
export function noteOf(req: Request & { [NOTE]?: Note }): Note {
  return req[NOTE] ??= {
    parts: null,
    requestId: toRequestId(req.headers.get("x-request-id")),
    route: null,
    decision: null,
  };
}

/** Gives a substitute request the note of the original. */
export function withNote(req: Request & { [NOTE]?: Note }, note: Note): Request {
  req[NOTE] = note;
  return req;
}

/** A caller's request id when it is short and plain, else a new one: it is echoed and logged. */
function toRequestId(given: string | null): string {
  return given !== null && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
