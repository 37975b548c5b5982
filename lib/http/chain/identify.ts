/** Gives each request its ID and classifies its path. @module */

import { splitAddress } from "../../platform/split_address.ts";
import { requestInProgress } from "../../platform/uncaught_errors.ts";
import { toPathKind } from "../paths.ts";
import { type Ctx, define } from "../state.ts";

const next = (ctx: Ctx) => ctx.next();

/** Sets ID, path and query of a request. Uncaught errors are logged with the ID. */
export const identify = define.middleware((ctx) => {
  const { req, state } = ctx;
  const { path, search } = splitAddress(req.url);
  state.requestId = toRequestId(req.headers.get("x-request-id"));
  state.path = path;
  state.search = search;
  state.kind = toPathKind(path);
  return requestInProgress.run(state.requestId, next, ctx);
});

/** Returns the caller's request ID if it is short and plain, otherwise a new one. */
export function toRequestId(given: string | null): string {
  return given !== null && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
