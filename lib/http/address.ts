/**
 * Finds the client of a request, also behind trusted proxies: its address, its quota name, and its
 * limits.
 *
 * @module
 */

import ipaddr from "ipaddr.js";
import type { Config } from "../platform/config.ts";

type Ip = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Ip, number];

/** More hops than any real chain of proxies. The client wrote everything further left. */
const MAX_HOPS = 32;

const PLAIN_IPV4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;

/**
 * Returns an IP address, with IPv4 inside IPv6 (`::ffff:192.0.2.1`) as IPv4; null if the text is
 * not one. Drops a zone or port.
 */
export function parseAddress(text: string): Ip | null {
  const octets = PLAIN_IPV4.exec(text)?.slice(1).map(Number);
  if (octets?.every((octet) => octet < 256)) return new ipaddr.IPv4(octets);
  const bare = text.trim().replace(/^\[(.+)\](:\d+)?$/, "$1").replace(
    /^(\d+\.\d+\.\d+\.\d+):\d+$/,
    "$1",
  );
  // The library accepts shorthands such as "1" or "0x7f.1", but no proxy writes them.
  if (!bare.includes(":")) {
    return ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : null;
  }
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare.replace(/%.*$/, "")) : null;
}

/**
 * Returns an address or a CIDR network as a network. Throws an Error on any other text (readConfig
 * has already rejected it).
 */
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

function toNumber({ octets }: ipaddr.IPv4): number {
  return (octets[0]! << 24) | (octets[1]! << 16) | (octets[2]! << 8) | octets[3]!;
}

/** Returns whether an address is in a network. */
export function isWithin(address: Ip, [network, bits]: Network): boolean {
  // The library throws on mixed kinds.
  return address.kind() === network.kind() && address.match(network as ipaddr.IPv6, bits);
}

/**
 * Returns the client's address: the peer's or, if the peer is trusted, the rightmost untrusted
 * address of `X-Forwarded-For`. Stops at a hop that is not an IP address, because the client wrote
 * it. Returns null if the peer has no address (a unix socket).
 */
export function findClient(
  peer: string | null,
  options: { forwardedFor: string | null; trusted: readonly Network[] },
): Ip | null {
  const isTrusted = (address: Ip) => options.trusted.some((network) => isWithin(address, network));
  let client = peer === null ? null : parseAddress(peer);
  if (!client || options.forwardedFor === null || !isTrusted(client)) return client;
  for (const hop of options.forwardedFor.split(",").slice(-MAX_HOPS).reverse()) {
    const address = parseAddress(hop.trim());
    if (!address) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

/** The address of a request's peer, and the trusted proxies. */
type Source = { peer: Deno.Addr; trusted: readonly Network[] };

function findAddress({ headers }: Request, { peer, trusted }: Source): Ip | null {
  const forwardedFor = trusted.length === 0 ? null : headers.get("x-forwarded-for");
  return findClient("hostname" in peer ? peer.hostname : null, { forwardedFor, trusted });
}

/** Returns the name under which a client is counted; "none" if its peer has no address. */
export function toClientName(req: Request, source: Source): string {
  const address = findAddress(req, source);
  return address ? toQuotaName(address) : "none";
}

/** Returns the name of a client: an IPv4 address, or the /64 network of an IPv6 address. */
export function toQuotaName(address: Ip): string {
  if (address instanceof ipaddr.IPv4) return address.octets.join(".");
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(":")}::/64`;
}

/**
 * The kinds of requests, each counted separately: the REST API, the MCP endpoint, and pages with
 * their pictures.
 */
export type Bucket = "rest" | "mcp" | "page";

/** The origin of a request, from Deno.serve. */
export type PeerInfo = { remoteAddr: Deno.Addr };

/**
 * A client whose requests are counted together: an IPv4 address or a /64 network as two unsigned
 * 32-bit numbers. `kind` encodes bucket, limit and kind of address, so an address with another
 * limit is another client.
 */
export type Client = { bucket: Bucket; limit: number; kind: number; high: number; low: number };

/** Settings that affect clients. */
export type LimitSettings = Pick<
  Config,
  "restLimit" | "mcpLimit" | "pageLimit" | "trustedProxies" | "quotas"
>;

type FindClient = (req: Request, info: PeerInfo) => Client | null;

const BUCKETS: readonly Bucket[] = ["rest", "mcp", "page"];

/**
 * Returns, per bucket, a function that finds the client of a request; it returns null if there is
 * no limit.
 */
export function createClients(config: LimitSettings): Record<Bucket, FindClient> {
  const trusted = config.trustedProxies.map(parseNetwork);
  const of = (bucket: Bucket, usual: number): FindClient => {
    // Narrowest network first: a rule for an address precedes one for its network.
    const rules = config.quotas.filter((rule) => rule[bucket] !== null)
      .map((rule) => ({ limit: rule[bucket]!, network: parseNetwork(rule.network) }))
      .sort((a, b) => b.network[1] - a.network[1]);
    if (usual === 0 && rules.length === 0) return () => null;
    return (req, { remoteAddr: peer }) => {
      const address = findAddress(req, { peer, trusted });
      const limit = (address && rules.find(({ network }) => isWithin(address, network)))?.limit ??
        usual;
      if (limit === 0) return null;
      const kind = limit * 16 + BUCKETS.indexOf(bucket) * 4;
      if (!address) return { bucket, limit, kind, high: 0, low: 0 };
      if (address instanceof ipaddr.IPv4) {
        return { bucket, limit, kind: kind + 1, high: 0, low: toNumber(address) >>> 0 };
      }
      const [a, b, c, d] = (address as ipaddr.IPv6).parts as [number, number, number, number];
      return { bucket, limit, kind: kind + 2, high: (a << 16 | b) >>> 0, low: (c << 16 | d) >>> 0 };
    };
  };
  return {
    rest: of("rest", config.restLimit),
    mcp: of("mcp", config.mcpLimit),
    page: of("page", config.pageLimit),
  };
}
