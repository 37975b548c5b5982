/**
 * The middleware that sets the Content-Security-Policy with a nonce for each rendered page.
 *
 * @module
 */

import type { Middleware } from "./context.ts";
import { readNonce } from "./render.ts";

/**
 * Returns a middleware that sets the policy of inline scripts and styles. With `useNonce`, a
 * rendered page allows only those with its nonce. All are allowed in other responses.
 */
export function csp<State>({ useNonce }: { useNonce: boolean }): Middleware<State> {
  return async (ctx) => {
    const response = await ctx.next();
    const nonce = useNonce ? readNonce(response) : undefined;
    const inline = nonce === undefined ? "'unsafe-inline'" : `'nonce-${nonce}'`;
    const policy = [
      "default-src 'self'",
      `script-src 'self' ${inline}`,
      `style-src 'self' ${inline}`,
      "object-src 'none'",
    ];
    response.headers.set("content-security-policy", policy.join("; "));
    return response;
  };
}
