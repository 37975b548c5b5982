/** Decides to which hosts and addresses push messages may go. @module */

import ipaddr from "ipaddr.js";

/** The push services of browsers; `*.` is for any subdomain. */
export const PUBLIC_HOSTS = [
  "fcm.googleapis.com",
  // Chromium that was built without Google's keys
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
 * Returns `own` for a host of `ownHosts` (the setting `PUSH_HOSTS`), which may be private, plain
 * http and on any port; `public` for a push service of a browser by https on port 443; and null for
 * every other address.
 */
export function toPushHostKind(url: URL, ownHosts: readonly string[]): "own" | "public" | null {
  if (url.username || url.password) return null;
  if (includesHost(ownHosts, url.hostname)) return "own";
  const isUsual = url.protocol === "https:" && url.port === "";
  return isUsual && includesHost(PUBLIC_HOSTS, url.hostname) ? "public" : null;
}

/** Whether an IP address is on the open internet. */
export function isPublicIp(ip: string): boolean {
  // `process` takes an IPv4 address out of one of IPv6; every other way to write one in the other
  // has a range of its own.
  return ipaddr.process(ip).range() === "unicast";
}
