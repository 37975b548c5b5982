/** Converts thrown errors to responses: JSON for programs, a page for people. @module */

import { setTimeout as delay } from "node:timers/promises";
import { HttpError, type Middleware, type PageProps } from "fresh";
import { type FunctionComponent, h } from "preact";
import { BusyError, DomainError, RETRY_AFTER_S } from "../../domain/errors.ts";
import { refuseRate } from "../quota/count.ts";
import { BUSY_WAIT_MS, errorResponse, toPublicError, unknownPathResponse } from "../errors.ts";
import { refuseMethod } from "../methods.ts";
import { isRead } from "../paths.ts";
import { plainPage } from "../plain_page.ts";
import type { Ctx, State } from "../state.ts";

type ErrorPage = FunctionComponent<Pick<PageProps<unknown, State>, "error" | "url" | "state">>;

/** Handles every error of the app. People get `Page`. */
export function handleErrors(Page: ErrorPage): Middleware<State> {
  return async (ctx) => {
    try {
      const response = await ctx.next();
      // Fresh's static files reject a method without `Allow`.
      return response.status === 405 && !response.headers.has("allow")
        ? refuseMethod(ctx.req.method)
        : response;
    } catch (error) {
      return await answerError(ctx, error, Page);
    }
  };
}

async function answerError(ctx: Ctx, error: unknown, Page: ErrorPage): Promise<Response> {
  const { req: { method }, state } = ctx;
  const { kind, path } = state;
  // An earlier response may have claimed to be complete, but the client never gets it.
  state.isComplete = false;
  if (error instanceof DomainError && error.code === "RATE_LIMITED") return refuseRate(ctx);
  const isForPeople = kind === "page" && isRead(method);
  if (error instanceof HttpError) {
    if (error.status === 405) return refuseMethod(method);
    if (isForPeople) return await drawError(ctx, error, Page);
    return kind === "file" && isRead(method) ? missingFileResponse() : unknownPathResponse(path);
  }
  const shown = toPublicError(error, state.requestId);
  noteFailure(state, { status: shown.status, error });
  if (error instanceof BusyError) await delay(BUSY_WAIT_MS);
  if (!isForPeople) return errorResponse(shown);
  if (error instanceof BusyError) {
    return plainPage("busy", {
      path,
      status: error.status,
      headers: { "retry-after": String(RETRY_AFTER_S) },
    });
  }
  const status = shown.status === 404 || shown.status === 503 ? shown.status : 500;
  return await drawError(ctx, new HttpError(status), Page);
}

/** Logs a bug with the request ID, or keeps the reason for a 503 for the log. */
function noteFailure(state: State, { status, error }: { status: number; error: unknown }): void {
  const { requestId, path, service: { log } } = state;
  if (status === 503) state.unavailable = error;
  else if (status === 500) {
    log.error("Request failed", { requestId, path: path.slice(0, 200), error });
  }
}

function missingFileResponse(): Response {
  return new Response("Not found\n", { status: 404, headers: { "cache-control": "no-store" } });
}

async function drawError(ctx: Ctx, error: HttpError, Page: ErrorPage): Promise<Response> {
  const content = h(Page, { error, url: ctx.url, state: ctx.state });
  return await ctx.render(content, { status: error.status });
}
