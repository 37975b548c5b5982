/** The nonce that each rendering gets, and the middleware that sets the Content-Security-Policy with it. @module */

// A property and not a WeakMap: tables of short-lived keys cost the garbage collector more than a search costs.
const NONCE = Symbol("nonce");
type Rendered = Response & { [NONCE]?: string };

/** Notes on a response the nonce that its page was rendered with; a copy of the response does not have it. */
export function keepNonce(response: Rendered, nonce: string): Response {
  response[NONCE] = nonce;
  return response;
}

/** A middleware that sets the policy of inline scripts and styles. `useNonce`: only those with the nonce of a rendering; all in an answer without one. */
export function csp({ useNonce }: { useNonce: boolean }): (ctx: { next(): Promise<Response> }) => Promise<Response> {
  return async (ctx) => {
    const response: Rendered = await ctx.next();
    const nonce = useNonce ? response[NONCE] : undefined;
    const inline = nonce === undefined ? "'unsafe-inline'" : `'nonce-${nonce}'`;
    const policy = `default-src 'self'; script-src 'self' ${inline}; style-src 'self' ${inline}; object-src 'none'`;
    response.headers.set("content-security-policy", policy);
    return response;
  };
}
