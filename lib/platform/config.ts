/** Reads and checks the settings of a process from its environment. @module */

import { isNetwork, isPrivateHost } from "./networks.ts";
import { toPublicUrl } from "./public_url.ts";

/** A raised (or lowered) quota for an address or a network, in requests a minute; null leaves the default, 0 means none. */
type QuotaRule = { network: string; rest: number | null; mcp: number | null };

/** How a PostgreSQL server is used; times in milliseconds. */
type DatabaseServer = {
  /** Most connections of this process. */
  poolSize: number;
  /** Longest wait for a connection. */
  connectTimeoutMs: number;
  /** Longest time of one statement; longer work (an ingest, a backfill) sets its own. */
  statementTimeoutMs: number;
  /** Whether statements are prepared under their names; off behind a pooler that hands each transaction another session. */
  prepares: boolean;
};

/** A routing engine, how it is spoken to, and how long everything that one question asks of it may take. */
export type Routing = { url: string; protocol: "osrm" | "valhalla"; timeoutMs: number };

/** What holds without a setting. */
export const SERVER_DEFAULTS: DatabaseServer = {
  poolSize: 4,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
  prepares: true,
};

/** The settings of a process, checked. */
export type Config = {
  port: number;
  host: string;
  /** Connection string of a PostgreSQL server with PostGIS, or null for the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** How many threads answer; each has connections and a snapshot of its own. */
  threads: number;
  server: DatabaseServer;
  dataDir: string;
  /** Address of a KV that speaks KV Connect, shared by instances on several machines; null: a file below `dataDir`. */
  kvUrl: string | null;
  feedUrl: string;
  /** Address of the archives; `/annee/AAAA` and `/jour/AAAAMMJJ` are appended. */
  archiveUrl: string;
  brandsUrl: string;
  /** The engine that draws lines between points and knows detours; null: none. */
  routing: Routing | null;
  /** Whether this process schedules the ingest. */
  ingest: boolean;
  /** Whether the current state is held in memory; if not, the database answers everything. */
  snapshot: boolean;
  /** The instant at which the service believes to start, or null for the system's clock. */
  clock: Date | null;
  /** Requests a minute and address on /api/v1; 0: no limit. */
  restLimit: number;
  /** Requests a minute and address on /mcp; 0: no limit. */
  mcpLimit: number;
  /** Addresses and CIDR networks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  quotas: QuotaRule[];
  /** Further origins than `baseUrl` and localhost whose pages may call /mcp. */
  allowedOrigins: string[];
  /** Addresses and CIDR networks that may read /metrics when they ask directly. */
  metricsFrom: string[];
  /** Public origin of the service without a trailing slash, or null when unknown. */
  baseUrl: string | null;
  /** Who publishes the site and who hosts it, as the legal notice names them; null when not set. */
  publisher: string | null;
  hosting: string | null;
  /** Whether each request is logged. */
  accessLog: boolean;
  /** True on Deno Deploy: nothing may be written to disk there. */
  deploy: boolean;
  /** Whether Deno sends metrics and what is printed by `console` to a collector. */
  telemetry: boolean;
};

/** Reads one variable; undefined when it is not set. */
type Env = (name: string) => string | undefined;

/** The settings that were wrong, all of them; the process exits 2. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Bad settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** The official addresses (published on data.gouv.fr and prix-carburants.gouv.fr). */
export const OFFICIAL = {
  feedUrl: "https://donnees.roulez-eco.fr/opendata/instantane_ruptures",
  archiveUrl: "https://donnees.roulez-eco.fr/opendata",
  brandsUrl: "https://www.data.gouv.fr/fr/datasets/r/fcab3bd4-6c6d-4b73-95d2-cfd5e04ee651",
} as const;

class Reader {
  readonly problems: string[] = [];

  constructor(private readonly env: Env) {}

  private fail(name: string, value: string, expected: string): void {
    this.problems.push(`${name} is ${JSON.stringify(value)}; expected ${expected}`);
  }

  text(name: string, fallback: string): string {
    return this.env(name)?.trim() || fallback;
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
      this.fail(name, String(threads), "1, or a DATABASE_URL: the embedded database has one thread");
    }
    return threads;
  }

  url(name: string, options: { fallback: string; protocols: string[] }): string {
    const value = this.text(name, options.fallback);
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url && options.protocols.includes(url.protocol)) return value;
    const shown = name === "DATABASE_URL" ? "***" : toPublicUrl(value);
    this.fail(name, shown, `an address that begins with ${options.protocols.join(" or ")}`);
    return options.fallback;
  }

  /** The engine is told where people drive: over the open network only by https. */
  routing(name: string): Routing | null {
    const protocol = this.text("ROUTING_PROTOCOL", "osrm");
    if (protocol !== "osrm" && protocol !== "valhalla") {
      this.fail("ROUTING_PROTOCOL", protocol, "osrm or valhalla");
      return null;
    }
    const timeoutMs = this.integer("ROUTING_TIMEOUT_MS", { fallback: 2_000, min: 100, max: 30_000 });
    const value = this.text(name, "");
    if (!value) return null;
    const url = URL.canParse(value) ? new URL(value) : null;
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isPrivateHost(url.hostname));
    if (url && isSafe && !url.hash) return { url: value, protocol, timeoutMs };
    this.fail(
      name,
      toPublicUrl(value),
      "an address that begins with https:, or with http: on this machine or a private network",
    );
    return null;
  }

  kvUrl(name: string): string {
    // Deno itself reads the token; a KV that it cannot open would only be missed by those who count
    if (!this.env("DENO_KV_ACCESS_TOKEN")) {
      this.fail("DENO_KV_ACCESS_TOKEN", "", `the token of the KV that ${name} names`);
    }
    return this.url(name, { fallback: "", protocols: ["http:", "https:"] });
  }

  list(name: string): string[] {
    return (this.env(name) ?? "").split(/[\s,]+/).filter((item) => item !== "");
  }

  networks(name: string): string[] {
    const items = this.list(name);
    for (const item of items) if (!isNetwork(item)) this.fail(name, item, "addresses or networks such as 10.0.0.0/8");
    return items.filter(isNetwork);
  }

  origin(name: string, value: string): string | null {
    const url = URL.canParse(value) ? new URL(value) : null;
    // Browsers send origins whole: a wildcard would match nothing, and a password has no place in one.
    const isBare = url?.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
    if (isBare && /^https?:$/.test(url.protocol) && !url.hostname.includes("*")) return url.origin;
    this.fail(name, value, "an origin such as https://example.org");
    return null;
  }

  onOff(name: string): boolean {
    const value = this.text(name, "on");
    if (value !== "on" && value !== "off") this.fail(name, value, "on or off");
    return value !== "off";
  }

  instant(name: string): Date | null {
    const value = this.env(name)?.trim();
    if (!value) return null;
    const instant = new Date(value);
    const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/.test(value);
    // The platform reads February 30 as March 2.
    const isDay = Number(value.slice(8, 10)) === new Date(`${value.slice(0, 10)}T00:00Z`).getUTCDate();
    if (isWhole && isDay && !Number.isNaN(instant.getTime())) return instant;
    this.fail(name, value, "an instant with its zone such as 2026-06-05T10:10:00Z");
    return null;
  }

  isSet(name: string, word: string): boolean {
    return this.env(name)?.toLowerCase() === word;
  }

  /** Deno's spans hold whole addresses (positions of people, keys of sources), and nothing in a process can take them out. */
  refuseSpans(): void {
    if (this.isSet("OTEL_DENO_TRACING", "false")) return;
    const value = this.env("OTEL_DENO_TRACING") ?? "";
    this.fail(
      "OTEL_DENO_TRACING",
      value,
      "false with OTEL_DENO=true: spans would carry the positions people ask about",
    );
  }

  quotas(name: string): QuotaRule[] {
    return (this.env(name) ?? "").split(/[;\n]+/).map((item) => item.trim()).filter(Boolean).flatMap((item) => {
      const rule = parseQuotaRule(item);
      if (!rule) this.fail(name, item, "rules such as 203.0.113.7=600 or 2001:db8::/32=rest:600,mcp:300, joined by ;");
      return rule ? [rule] : [];
    });
  }
}

function parseQuotaRule(item: string): QuotaRule | null {
  const [, network = "", limits = ""] = /^([^=\s]+)\s*=\s*(\S.*)$/.exec(item) ?? [];
  if (!isNetwork(network)) return null;
  const rule: QuotaRule = { network, rest: null, mcp: null };
  if (/^\d{1,9}$/.test(limits)) return { ...rule, rest: Number(limits), mcp: Number(limits) };
  for (const part of limits.split(",")) {
    const [, bucket, limit] = /^\s*(rest|mcp)\s*:\s*(\d{1,9})\s*$/.exec(part) ?? [];
    if (bucket !== "rest" && bucket !== "mcp") return null;
    rule[bucket] = Number(limit);
  }
  return rule;
}

function readServer(reader: Reader): DatabaseServer {
  const { poolSize, connectTimeoutMs, statementTimeoutMs } = SERVER_DEFAULTS;
  return {
    poolSize: reader.integer("DB_POOL_SIZE", { fallback: poolSize, min: 1, max: 100 }),
    connectTimeoutMs: reader.integer("DB_CONNECT_TIMEOUT_MS", { fallback: connectTimeoutMs, min: 100, max: 600_000 }),
    statementTimeoutMs: reader.integer("DB_TIMEOUT_MS", { fallback: statementTimeoutMs, min: 100, max: 600_000 }),
    prepares: reader.onOff("DB_PREPARE"),
  };
}

/**
 * The settings from an environment. Pure: call it once at the edge with `Deno.env.get`.
 * Throws a {@link ConfigError} that lists every problem.
 */
export function readConfig(env: Env): Config {
  const reader = new Reader(env);
  const http = ["http:", "https:"];
  const databaseUrl = reader.text("DATABASE_URL", "");
  const baseUrl = reader.text("BASE_URL", "");
  const config: Config = {
    port: reader.integer("PORT", { fallback: 8000, min: 0, max: 65_535 }),
    host: reader.text("HOST", "127.0.0.1"),
    databaseUrl: databaseUrl
      ? reader.url("DATABASE_URL", { fallback: "", protocols: ["postgres:", "postgresql:"] })
      : null,
    threads: reader.threads("THREADS", { hasServer: databaseUrl !== "" }),
    server: readServer(reader),
    dataDir: reader.text("DATA_DIR", "./.data"),
    kvUrl: reader.text("KV_URL", "") ? reader.kvUrl("KV_URL") : null,
    feedUrl: reader.url("FEED_URL", { fallback: OFFICIAL.feedUrl, protocols: http }),
    archiveUrl: reader.url("ARCHIVE_URL", { fallback: OFFICIAL.archiveUrl, protocols: http }).replace(/\/+$/, ""),
    brandsUrl: reader.url("BRANDS_URL", { fallback: OFFICIAL.brandsUrl, protocols: http }),
    routing: reader.routing("ROUTING_URL"),
    ingest: reader.onOff("INGEST"),
    snapshot: reader.onOff("SNAPSHOT"),
    clock: reader.instant("CLOCK"),
    restLimit: reader.integer("REST_LIMIT", { fallback: 60, min: 0, max: 1_000_000_000 }),
    mcpLimit: reader.integer("MCP_LIMIT", { fallback: 30, min: 0, max: 1_000_000_000 }),
    trustedProxies: reader.networks("TRUSTED_PROXIES"),
    quotas: reader.quotas("QUOTAS"),
    allowedOrigins: reader.list("ALLOWED_ORIGINS").flatMap((item) => reader.origin("ALLOWED_ORIGINS", item) ?? []),
    metricsFrom: reader.networks("METRICS_FROM"),
    baseUrl: baseUrl ? reader.origin("BASE_URL", baseUrl) : null,
    publisher: reader.text("PUBLISHER", "") || null,
    hosting: reader.text("HOSTING", "") || null,
    accessLog: reader.onOff("ACCESS_LOG"),
    deploy: env("DENO_DEPLOYMENT_ID") !== undefined,
    telemetry: reader.isSet("OTEL_DENO", "true") && !reader.isSet("OTEL_SDK_DISABLED", "true"),
  };
  // on Deno Deploy the platform says whether there are spans, and keeps them
  if (config.telemetry && !config.deploy) reader.refuseSpans();
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}
