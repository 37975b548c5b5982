/**
 * Defines what a request carries through the app: the running service and what middlewares found
 * out.
 *
 * @module
 */

import { type Context, createDefine } from "fresh";
import type { AnswerCache } from "../operations/answer_cache.ts";
import type { AnyOperation, Backend } from "../operations/operation.ts";
import type { Bodies } from "../platform/transfer/bodies.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { SharePicture } from "../picture/share_picture.ts";
import type { Downloads } from "./downloads.ts";
import type { PathKind } from "./paths.ts";
import type { Decision, Quota } from "./quota/quota.ts";

/** Responses with the pictures of link previews; `isAwake`: whether one was painted lately. */
type Pictures = {
  readonly isAwake: boolean;
  answer(req: Request, picture: SharePicture): Promise<Response>;
};

/** One running service. */
export type Service = {
  config: Config;
  backend: Backend;
  log: Log;
  clock: Clock;
  quota: Quota;
  cache: AnswerCache;
  pictures: Pictures;
  /** Bodies of requests in progress, of REST and MCP together. */
  bodies: Bodies;
  /** Long answers without compression that are under way. */
  downloads: Downloads;
  /** Everything that is served; documents and tools are made from it. */
  operations: readonly AnyOperation[];
  /** Of this thread. */
  metrics: Metrics;
  /** Aborted by {@link end}: streams that would last for an hour end then. */
  ending: AbortSignal;
  /** Ends long streams, before the responses in progress are waited for. */
  end(): void;
  /**
   * Gives back what is held in the KV. The database and the KV are closed by the caller that opened
   * them.
   */
  close(): Promise<void>;
};

/** `ctx.state` of every request. */
export type State = {
  /** Short and plain: it is echoed and logged. */
  requestId: string;
  /**
   * The path as the client sent it, where `ctx.url` has doubled slashes as one; empty if the
   * address is malformed.
   */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
  kind: PathKind;
  service: Service;
  /** The route's name in metrics, where it is not the pattern of its file. */
  route?: string;
  /** How the request was counted; absent if its client has no limit, or before it is counted. */
  quota?: Decision;
  /** The nonce of the rendered page; null if nothing was rendered. */
  nonce?: string | null;
  /** Whether the response has all its headers and its coding already. */
  isComplete?: boolean;
  /** Why the status is 503, for the log. */
  unavailable?: unknown;
  /** Why the body could not be compressed, for the log. */
  compressionError?: unknown;
};

/** Gives middlewares, handlers and components the type of the state. */
export const define = createDefine<State>();

/** Fresh's context of one request. */
export type Ctx = Context<State>;
