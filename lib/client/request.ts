/**
 * Requests to our own service that distinguish failures, such as a full quota and an outage.
 *
 * @module
 */

import { readBody } from "./browser.ts";

/**
 * The outcome of a request. `savedAt` is the time of a stored response, which comes without a
 * network. `limited`: retry in `retryAfterS` seconds. `gone`: the resource does not exist.
 */
export type Answer<T> =
  | { kind: "ok"; body: T; savedAt: string | null }
  | { kind: "limited"; retryAfterS: number }
  | { kind: "gone" }
  | { kind: "failed" }
  | { kind: "aborted" };

const DEFAULT_WAIT_S = 30;
const MAX_WAIT_S = 3600;

/** Fetches JSON. Never throws. */
export async function requestJson<T>(url: string, init: RequestInit = {}): Promise<Answer<T>> {
  try {
    const response = await fetch(url, init);
    if (response.ok) {
      return {
        kind: "ok",
        body: await readBody(response),
        savedAt: response.headers.get("x-offline"),
      };
    }
    if (response.status === 429 || response.status === 503) {
      // An HTTP date or an invalid value counts as half a minute.
      const seconds = Number(response.headers.get("retry-after")) || DEFAULT_WAIT_S;
      return { kind: "limited", retryAfterS: Math.min(MAX_WAIT_S, seconds) };
    }
    return { kind: response.status === 404 ? "gone" : "failed" };
  } catch {
    return { kind: init.signal?.aborted ? "aborted" : "failed" };
  }
}
