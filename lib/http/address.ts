/** Finds the address of a client, behind trusted proxies too, and the name under which it is counted. @module */

import ipaddr from "ipaddr.js";

type Ip = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Ip, number];

/** More hops than any real chain of proxies: what is further left was written by the client. */
const MAX_HOPS = 32;

/** An address with IPv4 inside IPv6 (`::ffff:192.0.2.1`) as IPv4; null when the text is none. A zone or port is dropped. */
export function parseAddress(text: string): Ip | null {
  const bare = text.trim().replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  // Shorthands such as "1" or "0x7f.1" are legal to the library, and no proxy writes them.
  if (!bare.includes(":")) return ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : null;
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare.replace(/%.*$/, "")) : null;
}

/** An address or a CIDR network as a network. Throws an Error on any other text (readConfig has refused it already). */
export function parseNetwork(text: string): Network {
  if (!text.includes("/")) {
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address.kind() === "ipv6" && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96) {
    return [(address as ipaddr.IPv6).toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

/** Whether an address is in a network. */
export function isWithin(address: Ip, [network, bits]: Network): boolean {
  // The library throws on mixed kinds.
  if (address.kind() !== network.kind()) return false;
  return (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);
}

/**
 * The client's address: the peer's, or, when the peer is trusted, the rightmost untrusted address of `X-Forwarded-For`.
 * A hop that is no address ends the walk: what a client wrote there is not believed. Null when the peer has no address
 * (a unix socket).
 */
export function findClient(
  peer: string | null,
  options: { forwardedFor: string | null; trusted: readonly Network[] },
): Ip | null {
  const isTrusted = (address: Ip) => options.trusted.some((network) => isWithin(address, network));
  let client = peer === null ? null : parseAddress(peer);
  if (!client || options.forwardedFor === null || !isTrusted(client)) return client;
  for (const hop of options.forwardedFor.split(",").slice(-MAX_HOPS).reverse()) {
    const address = parseAddress(hop);
    if (!address) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

/** The name by which the client of a request is counted; "none" when its peer has no address. */
export function toClientName(
  req: Request,
  { peer, trusted }: { peer: Deno.Addr; trusted: readonly Network[] },
): string {
  const forwardedFor = req.headers.get("x-forwarded-for");
  const client = findClient("hostname" in peer ? peer.hostname : null, { forwardedFor, trusted });
  return client ? toQuotaName(client) : "none";
}

/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 one.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toQuotaName(parseAddress("2001:db8:0:1:aaaa::1")!), "2001:db8:0:1::/64");
 * equal(toQuotaName(parseAddress("::ffff:192.0.2.1")!), "192.0.2.1");
 * ```
 */
export function toQuotaName(address: Ip): string {
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(":")}::/64`;
}
