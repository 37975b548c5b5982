/** Checks the properties that every response of the API must have. @module */

import { deepEqual, equal, match, ok } from "./assert.ts";
import { ERRORS } from "../../lib/domain/errors.ts";

/** Checks the headers that docs/contract.md promises on every response, whatever its status. */
export function checkCommonHeaders({ headers }: Pick<Response, "headers">): void {
  equal(headers.get("x-api-version"), "v1");
  equal(headers.get("access-control-allow-origin"), "*");
  match(headers.get("x-request-id") ?? "", /^[\w.:/+=@-]{1,128}$/);
  equal(headers.get("x-content-type-options"), "nosniff");
  const exposed = (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(", ");
  const named = [
    "x-api-version",
    "x-request-id",
    "x-content-type-options",
    "allow",
    "etag",
    "link",
    "server-timing",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "ratelimit-policy",
    "ratelimit",
    "retry-after",
  ];
  for (const name of named) {
    ok(exposed.includes(name), `${name} is not exposed`);
  }
}

export function checkQuotaHeaders(
  { headers }: Response,
  limit: number,
): { remaining: number; resetS: number } {
  equal(headers.get("x-ratelimit-limit"), String(limit));
  const remaining = Number(headers.get("x-ratelimit-remaining"));
  const resetS = Number(headers.get("x-ratelimit-reset"));
  ok(Number.isInteger(remaining) && remaining >= 0 && remaining < limit + 1);
  ok(Number.isInteger(resetS));
  equal(headers.get("ratelimit-policy"), `"rest";q=${limit};w=60`);
  equal(headers.get("cdn-cache-control"), "no-store");
  const twin = /^"rest";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "");
  ok(twin);
  equal(Number(twin[1]), remaining);
  ok(Number(twin[2]) >= 1 && Number(twin[2]) <= 60);
  return { remaining, resetS };
}

/** Checks an error response with its status and headers, and returns the error. */
export async function checkError(response: Response, code: keyof typeof ERRORS): Promise<string> {
  checkCommonHeaders(response);
  equal(response.status, ERRORS[code].status);
  equal(response.headers.get("cache-control"), "no-store");
  equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  equal(response.headers.get("etag"), null);
  const body = await response.json();
  deepEqual(Object.keys(body), ["error"]);
  deepEqual(Object.keys(body.error).sort(), ["code", "message"]);
  equal(body.error.code, code);
  match(body.error.message, /^\p{Lu}/u);
  return body.error.message;
}
