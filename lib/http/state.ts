/** Defines the state of a request: the running service and the results of middlewares. @module */

import { type Context, createDefine } from "fresh";
import type { AnswerCache } from "../operations/answer_cache.ts";
import type { AnyOperation, Backend } from "../operations/operation.ts";
import type { Bodies } from "../platform/transfer/bodies.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { SharePicture } from "../picture/share_picture.ts";
import type { Downloads } from "./downloads.ts";
import type { PathKind } from "./paths.ts";
import type { Decision, Quota } from "./quota/quota.ts";

/** Serves the pictures of link previews. `isAwake` is true if one was painted recently. */
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
  /** Request bodies in progress, of REST and MCP together. */
  bodies: Bodies;
  /** Long uncompressed responses in progress. */
  downloads: Downloads;
  /** All served operations, from which documents and tools derive. */
  operations: readonly AnyOperation[];
  /** The metrics of this thread. */
  metrics: Metrics;
  /** Aborted by {@link end}, so that streams that would last for an hour end. */
  ending: AbortSignal;
  /** Ends long streams, before the service waits for responses in progress. */
  end(): void;
  /**
   * Releases what the service holds in the KV. The caller closes the database and the KV that it
   * opened.
   */
  close(): Promise<void>;
};

/** `ctx.state` of every request. */
export type State = {
  /** Short and plain, because it is echoed and logged. */
  requestId: string;
  /**
   * The path as the client sent it; `ctx.url` merges double slashes. Empty if the address is
   * malformed.
   */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
  kind: PathKind;
  service: Service;
  /** The route's name in metrics, if it differs from the pattern of its file. */
  route?: string;
  /** How the request was counted; absent if its client has no limit, or before it is counted. */
  quota?: Decision;
  /** The nonce of the rendered page; null if Fresh rendered nothing. */
  nonce?: string | null;
  /** Whether the response already has all its headers and its coding. */
  isComplete?: boolean;
  /** Why the status is 503, for the log. */
  unavailable?: unknown;
  /** Why the body could not be compressed, for the log. */
  compressionError?: unknown;
};

/** Types middlewares, handlers and components with the state. */
export const define = createDefine<State>();

/** Fresh's context of one request. */
export type Ctx = Context<State>;
