/** Builds the security headers of pages. @module */

import type { Config } from "../platform/config.ts";
import { isEmbedPath } from "../site/paths.ts";
import { isWithin, parseAddress, parseNetwork } from "./address.ts";

/**
 * The only foreign hosts that a page may reach: the national tiles, geocoder and routing service,
 * and OpenStreetMap's tiles.
 */
const MAP_HOSTS = "https://data.geopf.fr https://tile.openstreetmap.org";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' data: blob: ${MAP_HOSTS}`,
  "font-src 'self'",
  // For the geocoder, the routing service, and tiles that a service worker fetches.
  `connect-src 'self' ${MAP_HOSTS}`,
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** The name of the header with the policy. */
export const POLICY_HEADER = "content-security-policy";

/**
 * Returns the Content-Security-Policy of the page at a path. Inline scripts and styles need the
 * `nonce`; style attributes are not allowed. Only pages made for frames may be framed.
 */
export function contentSecurityPolicy(nonce: string | null, path: string): string {
  const directives = nonce === null
    ? POLICY
    : POLICY.map((part) => /^(script|style)-src/.test(part) ? `${part} 'nonce-${nonce}'` : part);
  const policy = directives.join("; ");
  return isEmbedPath(path) ? policy.replace("frame-ancestors 'none'", "frame-ancestors *") : policy;
}

/** Returns whether a response is HTML. */
export function isHtml({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/html") ?? false;
}

/**
 * Headers of every HTML response, in addition to its policy. The tile servers require the site of
 * their visitors.
 */
export const PAGE_HEADERS: readonly [string, string][] = [
  ["referrer-policy", "strict-origin-when-cross-origin"],
  ["x-frame-options", "DENY"],
  ["permissions-policy", "geolocation=(self), camera=(), microphone=(), payment=(), usb=()"],
  ["cross-origin-opener-policy", "same-origin"],
];

/**
 * Returns whether the visitor came by TLS, so that the browser may be made to keep using it: by our
 * own TLS, by a trusted proxy's, or because the public origin says so.
 */
export function isBehindTls(
  req: Request,
  options: { peer: Deno.Addr; config: Pick<Config, "baseUrl" | "trustedProxies"> },
): boolean {
  const { baseUrl, trustedProxies } = options.config;
  if (req.url.startsWith("https:") || baseUrl?.startsWith("https:")) return true;
  if (req.headers.get("x-forwarded-proto") !== "https" || !("hostname" in options.peer)) {
    return false;
  }
  const peer = parseAddress(options.peer.hostname);
  return peer !== null && trustedProxies.some((network) => isWithin(peer, parseNetwork(network)));
}

/** Two years, only for this host: subdomains are not ours. */
export const STRICT_TRANSPORT = "max-age=63072000";
