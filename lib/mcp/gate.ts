/** Decides which hosts and origins may call, so that no web page can reach a server on its visitor's machine (DNS rebinding). @module */

import type { Config } from "../platform/config.ts";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The settings that the gate reads. */
export type GateSettings = Pick<Config, "baseUrl" | "allowedOrigins">;

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** The origin of an `Origin` header. Null for `null` and whatever is no origin. */
function parseOrigin(header: string): URL | null {
  const url = parseUrl(header);
  return url && /^https?:$/.test(url.protocol) && url.origin === header.toLowerCase() ? url : null;
}

/** The host of a `Host` header with its port. Null for whatever is more or less than a host. */
function parseHost(header: string): URL | null {
  return /^[^\s/?#@\\]+$/.test(header) ? parseUrl(`http://${header}`) : null;
}

/** Host and port as both schemes would write them: the default ports are left out. */
function toHosts(origins: readonly string[]): Set<string> {
  return new Set(origins.flatMap((origin) => {
    const { host, hostname, port, protocol } = new URL(origin);
    return port === "" ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
  }));
}

/** Answers why a request is refused, or null when it may pass. Both headers are checked, whatever the method. */
export type Gate = (req: Request) => string | null;

/**
 * The gate of CONTRACT §4: `BASE_URL`, localhost on any port and `ALLOWED_ORIGINS` may be the request's host and its
 * origin. A request without `Origin` is not of a web page and passes.
 */
export function createGate({ baseUrl, allowedOrigins }: GateSettings): Gate {
  const origins = new Set([...(baseUrl ? [baseUrl] : []), ...allowedOrigins]);
  const hosts = toHosts([...origins]);
  return (req) => {
    const host = req.headers.get("host") ?? new URL(req.url).host;
    const hostUrl = parseHost(host);
    if (!hostUrl || !(LOCAL.has(hostUrl.hostname) || hosts.has(hostUrl.host) || hosts.has(host.toLowerCase()))) {
      return `Host ${JSON.stringify(host.slice(0, 100))} is not allowed; set BASE_URL or ALLOWED_ORIGINS to serve it`;
    }
    const origin = req.headers.get("origin");
    if (origin === null) return null;
    const originUrl = parseOrigin(origin);
    if (originUrl && (LOCAL.has(originUrl.hostname) || origins.has(originUrl.origin))) return null;
    return `Origin ${JSON.stringify(origin.slice(0, 100))} is not allowed; set ALLOWED_ORIGINS to let its pages call`;
  };
}
