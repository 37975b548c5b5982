/** The nonce that each rendering gets, and the middleware that sets the Content-Security-Policy with it. @module */

// A property and not a WeakMap: tables of short-lived keys cost the garbage collector more than a search costs.
const NONCE = Symbol("nonce");
type Rendered = Response & { [NONCE]?: string };

/** A nonce that no one can guess. */
export function newNonce(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** Notes on a response the nonce that its page was rendered with; a copy of the response does not have it. */
export function keepNonce(response: Rendered, nonce: string): Response {
  response[NONCE] = nonce;
  return response;
}

/** The nonce that a response was rendered with; null for one that was not rendered. */
function nonceOf(response: Rendered): string | null {
  return response[NONCE] ?? null;
}

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

type Passing = { next(): Promise<Response> };

/**
 * A middleware that sets the policy on every answer that passes it. `useNonce`: inline scripts and styles are allowed by the
 * nonce of their rendering; an answer that was not rendered has none, and they all stay allowed.
 */
export function csp({ useNonce = false }: { useNonce?: boolean } = {}): (ctx: Passing) => Promise<Response> {
  return async (ctx) => {
    const response = await ctx.next();
    const nonce = useNonce ? nonceOf(response) : null;
    const policy = nonce === null ? POLICY : POLICY.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`);
    response.headers.set("content-security-policy", policy);
    return response;
  };
}
