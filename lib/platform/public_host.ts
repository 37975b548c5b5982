/** Checks that an address lies on the open internet, before the service sends anything to it. @module */

import ipaddr from "ipaddr.js";

const DNS_TIMEOUT_MS = 5_000;

/** `process` takes an IPv4 address out of one of IPv6; every other way to write one in the other has a range of its own. */
function isPublicIp(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === "unicast";
}

async function resolve(host: string): Promise<string[]> {
  const options = { signal: AbortSignal.timeout(DNS_TIMEOUT_MS) };
  const find = (type: "A" | "AAAA") => Deno.resolveDns(host, type, options).catch(() => []);
  return (await Promise.all([find("A"), find("AAAA")])).flat();
}

/** Whether an address is https on the usual port, without credentials, at a host that has public addresses and no other. */
export async function isPublicAddress(
  address: string,
  findIps: (host: string) => Promise<string[]> = resolve,
): Promise<boolean> {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.port !== "" || url.username || url.password) return false;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return isPublicIp(host);
  const ips = host.includes(".") ? await findIps(host) : [];
  return ips.length > 0 && ips.every(isPublicIp);
}
