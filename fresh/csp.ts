/** The middleware that sets the Content-Security-Policy. @module */

import type { Middleware } from "./context.ts";
import { nonceOf } from "./nonce.ts";

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
].join("; ");

/**
 * A middleware that sets the policy on every answer that passes it. `useNonce`: inline scripts and styles are allowed by the
 * nonce of their rendering; an answer that was not rendered has none, and they all stay allowed.
 */
export function csp({ useNonce = false }: { useNonce?: boolean } = {}): Middleware {
  return async (ctx) => {
    const response = await ctx.next();
    const nonce = useNonce ? nonceOf(response) : null;
    const policy = nonce === null ? POLICY : POLICY.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`);
    response.headers.set("content-security-policy", policy);
    return response;
  };
}
