/** Keeps with a response the nonce that its page was rendered with. @module */

// A property and not a WeakMap: tables of short-lived keys cost the garbage collector more than a search costs.
const NONCE = Symbol("nonce");
type Rendered = Response & { [NONCE]?: string };

/** Keeps the nonce with the response; a copy of the response does not have it. */
export function keepNonce(response: Rendered, nonce: string): Response {
  response[NONCE] = nonce;
  return response;
}

/** Returns the nonce of a response, or undefined if it was not rendered. */
export function readNonce(response: Rendered): string | undefined {
  return response[NONCE];
}
