/** Reads and checks the settings of a process from its environment. @module */

import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from "./log.ts";
export type { Routing } from "./settings_reader.ts";
import { type Env, type QuotaRule, type Routing, SettingsReader } from "./settings_reader.ts";
import { readSystemd, type Systemd } from "./systemd.ts";

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
  /** For how long `/readyz` says 503 at the end before connections are refused: load balancers turn away meanwhile. */
  drainMs: number;
  /** Whether the current state is held in memory; if not, the database answers everything. */
  snapshot: boolean;
  /** The instant at which the service believes to start, or null for the system's clock. */
  clock: Date | null;
  /** Requests a minute and address on /api/v1; 0: no limit. */
  restLimit: number;
  /** Requests a minute and address on /mcp; 0: no limit. */
  mcpLimit: number;
  /** Pages and pictures a minute and address; 0: no limit. */
  pageLimit: number;
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
  /** How lines of the log are written, and which of them. */
  log: { format: LogFormat; level: LogLevel };
  /** Whether each request is logged. */
  accessLog: boolean;
  /** What was built into this program, such as a commit, for `/metrics`; null when not set. */
  build: string | null;
  /** Null unless systemd waits for reports. */
  systemd: Systemd | null;
  /** True on Deno Deploy: nothing may be written to disk there. */
  deploy: boolean;
  /** Whether Deno sends metrics and what is printed by `console` to a collector. */
  telemetry: boolean;
};

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

function readServer(reader: SettingsReader): DatabaseServer {
  const { poolSize, connectTimeoutMs, statementTimeoutMs } = SERVER_DEFAULTS;
  return {
    poolSize: reader.integer("DB_POOL_SIZE", { fallback: poolSize, min: 1, max: 100 }),
    connectTimeoutMs: reader.integer("DB_CONNECT_TIMEOUT_MS", { fallback: connectTimeoutMs, min: 100, max: 600_000 }),
    statementTimeoutMs: reader.integer("DB_TIMEOUT_MS", { fallback: statementTimeoutMs, min: 100, max: 600_000 }),
    prepares: reader.onOff("DB_PREPARE"),
  };
}

/** What those who run the service see of it. */
function readOperation(
  reader: SettingsReader,
  isTerminal: boolean,
): Pick<Config, "log" | "accessLog" | "metricsFrom" | "build" | "drainMs"> {
  const format = reader.choice("LOG_FORMAT", { of: LOG_FORMATS, fallback: isTerminal ? "text" : "json" });
  return {
    log: { format, level: reader.choice("LOG_LEVEL", { of: LOG_LEVELS, fallback: "info" }) },
    accessLog: reader.onOff("ACCESS_LOG", format === "json" ? "on" : "off"),
    metricsFrom: reader.networks("METRICS_FROM"),
    build: reader.text("BUILD", "") || null,
    drainMs: 1000 * reader.integer("DRAIN_S", { fallback: 0, min: 0, max: 300 }),
  };
}

function readLimits(
  reader: SettingsReader,
): Pick<Config, "restLimit" | "mcpLimit" | "pageLimit" | "trustedProxies" | "quotas"> {
  const limit = (name: string, fallback: number) => reader.integer(name, { fallback, min: 0, max: 1_000_000_000 });
  return {
    restLimit: limit("REST_LIMIT", 60),
    mcpLimit: limit("MCP_LIMIT", 30),
    pageLimit: limit("PAGE_LIMIT", 300),
    trustedProxies: reader.networks("TRUSTED_PROXIES"),
    quotas: reader.quotas("QUOTAS"),
  };
}

/**
 * The settings from an environment. Pure: call it once at the edge with `Deno.env.get`, and with whether a person reads the
 * output at a terminal. Throws a {@link ConfigError} that lists every problem.
 */
export function readConfig(env: Env, { isTerminal = false }: { isTerminal?: boolean } = {}): Config {
  const reader = new SettingsReader(env);
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
    archiveUrl: reader.url("ARCHIVE_URL", { fallback: OFFICIAL.archiveUrl, protocols: http }).replace(
      /(?<!\/)\/+$/,
      "",
    ),
    brandsUrl: reader.url("BRANDS_URL", { fallback: OFFICIAL.brandsUrl, protocols: http }),
    routing: reader.routing("ROUTING_URL"),
    ingest: reader.onOff("INGEST"),
    snapshot: reader.onOff("SNAPSHOT"),
    clock: reader.instant("CLOCK"),
    ...readLimits(reader),
    allowedOrigins: reader.list("ALLOWED_ORIGINS").flatMap((item) => reader.origin("ALLOWED_ORIGINS", item) ?? []),
    baseUrl: baseUrl ? reader.origin("BASE_URL", baseUrl) : null,
    publisher: reader.text("PUBLISHER", "") || null,
    hosting: reader.text("HOSTING", "") || null,
    ...readOperation(reader, isTerminal),
    systemd: readSystemd(env),
    deploy: env("DENO_DEPLOYMENT_ID") !== undefined,
    telemetry: reader.isSet("OTEL_DENO", "true") && !reader.isSet("OTEL_SDK_DISABLED", "true"),
  };
  // on Deno Deploy the platform says whether there are spans, and keeps them
  if (config.telemetry && !config.deploy) reader.refuseSpans();
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}
