/** For every page: makes the nonce of its inline scripts, and turns what its loader throws into an error page. @module */

import { csp, HttpError } from "fresh";
import { toErrorPageStatus } from "../lib/http/page_request.ts";
import { type Ctx, setNonce } from "../lib/http/state.ts";

const policy = csp({ useNonce: true });
/** Answers that hold no page need no nonce. */
const NO_PAGE = /^\/(api|mcp|data|_fresh)(\/|$)/;

type PageCtx = Ctx & { next(): Promise<Response> };

/**
 * Fresh makes the nonce and gives it to the scripts it renders, but sets its header only on answers that pass back through
 * here, which error pages do not. So its policy is asked for the nonce alone, and the edge sets the header on every page.
 */
export async function handler(ctx: PageCtx): Promise<Response> {
  const { next } = ctx;
  if (NO_PAGE.test(ctx.url.pathname)) return await next();
  ctx.next = () => Promise.resolve(new Response());
  const probe = await policy(ctx as unknown as Parameters<typeof policy>[0]);
  ctx.next = next;
  const nonce = /'nonce-([^']+)'/.exec(probe.headers.get("content-security-policy") ?? "")?.[1];
  setNonce(ctx, nonce ?? null);
  try {
    return await next();
  } catch (error) {
    const status = error instanceof HttpError ? null : toErrorPageStatus(error);
    throw status === null ? error : new HttpError(status);
  }
}
