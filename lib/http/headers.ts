/** Lists the headers of every response. @module */

/** Headers by lower-case name. */
export type HeaderRecord = Record<string, string>;

/** Headers that many responses share. Adding pairs is a fifth faster than adding an object. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Response headers that a page of another origin may read. */
const EXPOSED_HEADERS = "X-API-Version, X-Request-Id, X-Content-Type-Options, X-RateLimit-Limit, " +
  "X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After, Allow, " +
  "X-Ignored-Parameters, ETag, Link, Content-Range, Accept-Ranges, Content-Length, " +
  "Server-Timing, Deprecation, Sunset";

/** Links to the API's description. */
export const API_LINK = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

/** Headers of every response, in addition to its request ID. */
export const COMMON_HEADERS: HeaderList = [
  ["x-api-version", "v1"],
  ["x-content-type-options", "nosniff"],
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", EXPOSED_HEADERS],
];

/** For every body that is sent compressed or plain, depending on the client. */
export const VARY_BY_CODING = { vary: "Accept-Encoding" } as const;
