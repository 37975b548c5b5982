/** Decides which hosts and addresses may receive push messages. @module */

import ipaddr from "ipaddr.js";

/** The push services of browsers; `*.` means any subdomain. */
export const PUBLIC_HOSTS = [
  "fcm.googleapis.com",
  // Chromium built without Google's keys.
  "jmt17.google.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

function includesHost(hosts: readonly string[], hostname: string): boolean {
  return hosts.some((host) =>
    host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host
  );
}

/**
 * Returns `own` for a host of `ownHosts` (the setting `PUSH_HOSTS`), which may be private, use
 * plain http and any port; `public` for a push service of a browser by https on port 443; and null
 * for all other addresses.
 */
export function toPushHostKind(url: URL, ownHosts: readonly string[]): "own" | "public" | null {
  if (url.username || url.password) return null;
  if (includesHost(ownHosts, url.hostname)) return "own";
  const isUsual = url.protocol === "https:" && url.port === "";
  return isUsual && includesHost(PUBLIC_HOSTS, url.hostname) ? "public" : null;
}

/** Returns true if an IP address is on the open internet. */
export function isPublicIp(ip: string): boolean {
  // `process` extracts an IPv4 address that is mapped into IPv6. Addresses that embed one in
  // another way have ranges of their own.
  return ipaddr.process(ip).range() === "unicast";
}
