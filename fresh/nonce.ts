/** The nonce that each rendering gets, kept by its response. @module */

// A property and not a WeakMap: tables of short-lived keys cost the garbage collector more than a search costs.
const NONCE = Symbol("nonce");
type Rendered = Response & { [NONCE]?: string };

/** A nonce that nobody can guess. */
export function newNonce(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** Notes on a response the nonce that its page was rendered with; a copy of the response does not have it. */
export function keepNonce(response: Rendered, nonce: string): Response {
  response[NONCE] = nonce;
  return response;
}

/** The nonce that a response was rendered with; null for one that was not rendered. */
export function nonceOf(response: Rendered): string | null {
  return response[NONCE] ?? null;
}
