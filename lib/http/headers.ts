/** Lists the headers of every response. @module */

/** Headers by lower-case name. */
export type HeaderRecord = Record<string, string>;

/**
 * Headers that many responses share: as pairs they are added a fifth faster than from an object.
 */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Headers of a response that a page of another origin may read. */
const EXPOSED_HEADERS =
  "X-API-Version, X-Request-Id, X-Content-Type-Options, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, " +
  "RateLimit-Policy, RateLimit, Retry-After, Allow, X-Ignored-Parameters, ETag, Link, Content-Range, Accept-Ranges, Content-Length, Server-Timing, Deprecation, Sunset";

/** Where the API describes itself. */
export const API_LINK = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

/** Headers of every response, besides its request id. */
export const COMMON_HEADERS: HeaderList = [
  ["x-api-version", "v1"],
  ["x-content-type-options", "nosniff"],
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", EXPOSED_HEADERS],
];

/** Goes with every body that is sent packed or plain, as the client likes it. */
export const VARY_BY_CODING = { vary: "Accept-Encoding" } as const;
