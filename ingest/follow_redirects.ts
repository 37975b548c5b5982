/** Requests a source and follows its redirects, but never to a place that only this machine can reach. @module */

import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { FetchFailed } from "./refusals.ts";

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** The addresses of a host: itself when it is one; none when the name cannot be resolved here (behind a proxy). */
async function findAddresses({ hostname }: URL): Promise<ipaddr.IPv4[] | ipaddr.IPv6[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = ipaddr.isValid(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => ipaddr.process(address)) as ipaddr.IPv4[];
}

async function isLoopback(url: URL): Promise<boolean> {
  const addresses = await findAddresses(url);
  return addresses.length > 0 && addresses.every((address) => address.range() === "loopback");
}

/** Whether a redirect may lead to `target`: within the configured origin, to a public host by https, and on loopback from loopback. */
export async function mayRedirect(configured: URL, target: URL): Promise<boolean> {
  if (target.origin === configured.origin) return true;
  if (await isLoopback(configured) && await isLoopback(target)) return true;
  if (target.protocol !== "https:") return false;
  return (await findAddresses(target)).every((address) => address.range() === "unicast");
}

/** The message names no target: it is the source's, and may be a secret of a private network. */
function refuse(where: string): never {
  throw new FetchFailed(`The source redirects ${where}`, false);
}

function toTarget(response: Response, at: URL): URL | null {
  const location = response.headers.get("location");
  if (!REDIRECTS.includes(response.status) || location === null) return null;
  return URL.parse(location, at) ?? refuse("to no address");
}

/** The answer at the end of the redirects. Throws a {@link FetchFailed}, and what `fetch` throws. */
export async function fetchFollowing(address: string, init: RequestInit): Promise<Response> {
  const configured = new URL(address);
  let at = configured;
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    const response = await fetch(at, { ...init, redirect: "manual" });
    const target = toTarget(response, at);
    if (target === null) return response;
    await response.body?.cancel();
    if (!await mayRedirect(configured, target)) refuse("to an address that is not https on a public host");
    at = target;
  }
  return refuse(`more than ${MAX_REDIRECTS} times`);
}
