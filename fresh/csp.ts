/**
 * The middleware that sets the Content-Security-Policy with the nonce of each rendering.
 *
 * @module
 */

import type { Middleware } from "./context.ts";
import { readNonce } from "./render.ts";

/**
 * A middleware that sets the policy of inline scripts and styles. `useNonce`: only those with the
 * nonce of a rendering; all in an answer without one.
 */
export function csp<State>({ useNonce }: { useNonce: boolean }): Middleware<State> {
  return async (ctx) => {
    const response = await ctx.next();
    const nonce = useNonce ? readNonce(response) : undefined;
    const inline = nonce === undefined ? "'unsafe-inline'" : `'nonce-${nonce}'`;
    const policy =
      `default-src 'self'; script-src 'self' ${inline}; style-src 'self' ${inline}; object-src 'none'`;
    response.headers.set("content-security-policy", policy);
    return response;
  };
}
