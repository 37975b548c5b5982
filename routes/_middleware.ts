/** The nonce of each page: without it no inline script of our own could run under a strict policy. @module */

import { csp } from "fresh";
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
  return await next();
}
