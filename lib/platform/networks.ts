/** Tells addresses, networks and private hosts from other texts. @module */

import ipaddr from "ipaddr.js";

/** Whether a text is an IPv4 or IPv6 address, or a network in CIDR form. */
export function isNetwork(text: string): boolean {
  // "10", "0x7f.1" and the octal "010.0.0.1" are legal to the library, and mean something else to a person.
  if (!text.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(text.replace(/\/.*$/, ""))) return false;
  return text.includes("/") ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}

/** Whether a host is this machine, in a private network, or has a name that only a private network knows. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(host)) return !host.includes(".") || /\.(internal|local|home\.arpa)$/.test(host);
  return ["loopback", "private", "uniqueLocal", "linkLocal"].includes(ipaddr.process(host).range());
}
