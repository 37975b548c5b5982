/** Reads settings one by one, and collects problems. @module */

import ipaddr from "ipaddr.js";
import { toPublicUrl } from "./public_url.ts";

/**
 * The quota of an address or a network, in requests per minute. Null leaves the default, and 0
 * removes the limit.
 */
export type QuotaRule = {
  network: string;
  rest: number | null;
  mcp: number | null;
  page: number | null;
};

/** A routing engine, and the time for all its work for one request. */
export type Routing = { url: string; timeoutMs: number };

/** Reads a variable; returns undefined if it is not set. */
export type Env = (name: string) => string | undefined;

/** Reads variables of an environment; `problems` has a sentence for each bad one. */
export class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Env) {}

  private fail(name: string, value: string, expected: string): void {
    this.problems.push(`${name} is ${JSON.stringify(value)}; expected ${expected}`);
  }

  text(name: string, fallback: string): string {
    return this.env(name)?.trim() || fallback;
  }

  optional(name: string): string | null {
    return this.text(name, "") || null;
  }

  integer(name: string, options: { fallback: number; min: number; max: number }): number {
    const value = this.env(name)?.trim();
    if (!value) return options.fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= options.min && number <= options.max) return number;
    this.fail(name, value, `a whole number from ${options.min} to ${options.max}`);
    return options.fallback;
  }

  threads(name: string, { hasServer }: { hasServer: boolean }): number {
    const threads = this.integer(name, { fallback: 1, min: 1, max: 64 });
    if (threads > 1 && !hasServer) {
      this.fail(
        name,
        String(threads),
        "1, or a DATABASE_URL: the embedded database has one thread",
      );
    }
    return threads;
  }

  url(name: string, { fallback = "", protocols = ["http:", "https:"] } = {}): string {
    const value = this.text(name, fallback);
    if (protocols.some((protocol) => URL.parse(value)?.protocol === protocol)) return value;
    const shown = name === "DATABASE_URL" ? "***" : toPublicUrl(value);
    this.fail(name, shown, `an address that begins with ${protocols.join(" or ")}`);
    return fallback;
  }

  /** The requests reveal where people drive, so the open network is allowed by https only. */
  routing(name: string): Routing | null {
    const timeoutMs = this.integer("ROUTING_TIMEOUT_MS", {
      fallback: 2_000,
      min: 100,
      max: 30_000,
    });
    const value = this.optional(name);
    const url = value && this.safeUrl(name, value, toPublicUrl(value));
    return url ? { url, timeoutMs } : null;
  }

  /** The path of a webhook is a password, so problems do not show it. */
  webhook(name: string): string | null {
    const value = this.optional(name);
    return value && this.safeUrl(name, value, "***");
  }

  /**
   * Returns an address without a fragment, encrypted or in a private network. Otherwise reports it
   * as `shown` and returns null.
   */
  private safeUrl(name: string, value: string, shown: string): string | null {
    const url = URL.parse(value);
    const isSafe = url?.protocol === "https:" ||
      (url?.protocol === "http:" && isPrivateHost(url.hostname));
    if (url && isSafe && !url.hash) return value;
    const expected =
      "an address that begins with https:, or with http: on this machine or a private network";
    this.fail(name, shown, expected);
    return null;
  }

  /** Reads the address at which push services can reach the operator (RFC 8292). */
  contact(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(value)) {
      this.fail(name, value, "an address with mailto: or https:");
    }
    return value;
  }

  kvUrl(name: string): string {
    // Deno itself reads the token.
    if (!this.env("DENO_KV_ACCESS_TOKEN")) {
      this.fail("DENO_KV_ACCESS_TOKEN", "", `the token of the KV that ${name} names`);
    }
    return this.url(name);
  }

  list(name: string): string[] {
    return (this.env(name) ?? "").split(/[\s,]+/).filter((item) => item !== "");
  }

  networks(name: string): string[] {
    const items = this.list(name);
    for (const item of items) {
      if (!isNetwork(item)) this.fail(name, item, "addresses or networks such as 10.0.0.0/8");
    }
    return items.filter(isNetwork);
  }

  /**
   * Reads host names and IP addresses (IPv6 in brackets) in lower case, each perhaps with `*.` in
   * front for its subdomains.
   */
  hosts(name: string): string[] {
    const hosts = this.list(name).map((item) => item.toLowerCase());
    const isHost = (item: string) =>
      /^((\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:]+\])$/.test(item);
    for (const item of hosts) {
      if (!isHost(item)) this.fail(name, item, "hosts such as push.example or *.push.example");
    }
    return hosts.filter(isHost);
  }

  origin(name: string, value: string): string | null {
    const url = URL.parse(value);
    // Browsers send complete origins, so a wildcard would never match. An origin has no password.
    const isBare = url?.pathname === "/" && !url.search && !url.hash && !url.username &&
      !url.password;
    if (isBare && /^https?:$/.test(url.protocol) && !url.hostname.includes("*")) return url.origin;
    this.fail(name, value, "an origin such as https://example.org");
    return null;
  }

  choice<T extends string>(name: string, { of, fallback }: { of: readonly T[]; fallback: T }): T {
    const value = this.text(name, fallback);
    const found = of.find((one) => one === value);
    if (found === undefined) this.fail(name, value, of.join(" or "));
    return found ?? fallback;
  }

  onOff(name: string, fallback: "on" | "off" = "on"): boolean {
    return this.choice(name, { of: ["on", "off"], fallback }) === "on";
  }

  instant(name: string): Date | null {
    const value = this.env(name)?.trim();
    if (!value) return null;
    const instant = new Date(value);
    const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/.test(value);
    // The platform reads February 30 as March 2.
    const isDay =
      Number(value.slice(8, 10)) === new Date(`${value.slice(0, 10)}T00:00Z`).getUTCDate();
    if (isWhole && isDay && !Number.isNaN(instant.getTime())) return instant;
    this.fail(name, value, "an instant with its zone such as 2026-06-05T10:10:00Z");
    return null;
  }

  isSet(name: string, word: string): boolean {
    return this.env(name)?.toLowerCase() === word;
  }

  /**
   * Rejects spans of Deno: they contain whole addresses (positions of people, keys of sources), and
   * a process cannot remove them.
   */
  refuseSpans(): void {
    if (this.isSet("OTEL_DENO_TRACING", "false")) return;
    const expected = "false with OTEL_DENO=true: spans would carry the positions people ask about";
    this.fail("OTEL_DENO_TRACING", this.env("OTEL_DENO_TRACING") ?? "", expected);
  }

  quotas(name: string): QuotaRule[] {
    return (this.env(name) ?? "").split(/[;\n]+/).map((item) => item.trim()).filter(Boolean)
      .flatMap((item) => {
        const rule = parseQuotaRule(item);
        if (!rule) {
          this.fail(
            name,
            item,
            "rules such as 203.0.113.7=600 or 2001:db8::/32=rest:600,mcp:300, joined by ;",
          );
        }
        return rule ? [rule] : [];
      });
  }
}

function parseQuotaRule(item: string): QuotaRule | null {
  const [, network = "", limits = ""] = /^([^=\s]+)\s*=\s*(\S.*)$/.exec(item) ?? [];
  if (!isNetwork(network)) return null;
  const rule: QuotaRule = { network, rest: null, mcp: null, page: null };
  if (/^\d{1,9}$/.test(limits)) {
    return { network, rest: Number(limits), mcp: Number(limits), page: Number(limits) };
  }
  for (const part of limits.split(",")) {
    const [, bucket, limit] = /^\s*(rest|mcp|page)\s*:\s*(\d{1,9})\s*$/.exec(part) ?? [];
    if (bucket === undefined) return null;
    rule[bucket as "rest" | "mcp" | "page"] = Number(limit);
  }
  return rule;
}

/** Returns true if a text is an IPv4 or IPv6 address, or a network in CIDR form. */
function isNetwork(text: string): boolean {
  // The library accepts "10", "0x7f.1" and the octal "010.0.0.1", which people read differently.
  if (!text.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(text.replace(/\/.*$/, ""))) {
    return false;
  }
  return text.includes("/") ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}

/**
 * Returns true if a host is this machine, is in a private network, or has a name that only a
 * private network knows.
 */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(host)) {
    return !host.includes(".") || /\.(internal|local|home\.arpa)$/.test(host);
  }
  return ["loopback", "private", "uniqueLocal", "linkLocal"].includes(ipaddr.process(host).range());
}
