/**
 * Reads and checks the settings of a process from its environment; docs/operations.md describes
 * each.
 *
 * @module
 */

import { countEdits, toMostEdits } from "../shared/typing_errors.ts";
import { LOG_FORMATS, LOG_LEVELS } from "./log.ts";
import { type Env, SettingsReader } from "./settings_reader.ts";
import { readSystemd } from "./systemd.ts";
export type { Routing } from "./settings_reader.ts";

/** Default settings for a PostgreSQL server. */
export const SERVER_DEFAULTS = {
  /** Maximum number of connections of this process. */
  poolSize: 4,
  connectTimeoutMs: 5_000,
  /** Timeout of a statement; longer work (an ingest, a backfill) sets its own. */
  statementTimeoutMs: 10_000,
  /**
   * Whether statements are prepared. Off behind a pooler that gives each transaction another
   * session.
   */
  prepares: true,
};

/** Bad settings, all of them. The process exits with 2. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly problems: string[]) {
    super(`Bad settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  }
}

/**
 * Addresses at which the State publishes (as data.gouv.fr and prix-carburants.gouv.fr name them).
 */
const OFFICIAL = "https://donnees.roulez-eco.fr/opendata";
const BRANDS = "https://www.data.gouv.fr/fr/datasets/r/fcab3bd4-6c6d-4b73-95d2-cfd5e04ee651";

function readServer(reader: SettingsReader): typeof SERVER_DEFAULTS {
  const { poolSize, connectTimeoutMs, statementTimeoutMs } = SERVER_DEFAULTS;
  return {
    poolSize: reader.integer("DB_POOL_SIZE", { fallback: poolSize, min: 1, max: 100 }),
    connectTimeoutMs: reader.integer("DB_CONNECT_TIMEOUT_MS", {
      fallback: connectTimeoutMs,
      min: 100,
      max: 600_000,
    }),
    statementTimeoutMs: reader.integer("DB_TIMEOUT_MS", {
      fallback: statementTimeoutMs,
      min: 100,
      max: 600_000,
    }),
    prepares: reader.onOff("DB_PREPARE"),
  };
}

function readSources(reader: SettingsReader) {
  return {
    feedUrl: reader.url("FEED_URL", { fallback: `${OFFICIAL}/instantane_ruptures` }),
    /** `/annee/AAAA` and `/jour/AAAAMMJJ` are appended. */
    archiveUrl: reader.url("ARCHIVE_URL", { fallback: OFFICIAL }).replace(/(?<!\/)\/+$/, ""),
    brandsUrl: reader.url("BRANDS_URL", { fallback: BRANDS }),
    /** The engine that computes routes and detours; null without one. */
    routing: reader.routing("ROUTING_URL"),
    /** Whether this process schedules the ingest. */
    ingest: reader.onOff("INGEST"),
  };
}

/** Requests per minute and client (0: no limit), and the settings that identify clients. */
function readLimits(reader: SettingsReader) {
  const limit = (name: string, fallback: number) =>
    reader.integer(name, { fallback, min: 0, max: 1_000_000_000 });
  return {
    restLimit: limit("REST_LIMIT", 60),
    mcpLimit: limit("MCP_LIMIT", 30),
    pageLimit: limit("PAGE_LIMIT", 300),
    trustedProxies: reader.networks("TRUSTED_PROXIES"),
    quotas: reader.quotas("QUOTAS"),
  };
}

/**
 * Browsers allow push messages only with TLS, so alerts are off unless `BASE_URL` begins with
 * https.
 */
function readAlerts(reader: SettingsReader, baseUrl: string | null) {
  const origin = baseUrl?.startsWith("https:") ? baseUrl : "";
  const alerts = reader.onOff("ALERTS", origin ? "on" : "off");
  return {
    alerts,
    vapidSubject: alerts
      ? reader.contact("VAPID_SUBJECT", origin)
      : reader.text("VAPID_SUBJECT", ""),
    /** Further hosts of push services than those of browsers; `*.` in front means any subdomain. */
    pushHosts: reader.hosts("PUSH_HOSTS"),
  };
}

function readOperation(reader: SettingsReader, isTerminal: boolean) {
  const format = reader.choice("LOG_FORMAT", {
    of: LOG_FORMATS,
    fallback: isTerminal ? "text" : "json",
  });
  return {
    log: { format, level: reader.choice("LOG_LEVEL", { of: LOG_LEVELS, fallback: "info" }) },
    accessLog: reader.onOff("ACCESS_LOG", format === "json" ? "on" : "off"),
    metricsFrom: reader.networks("METRICS_FROM"),
    /** The webhook of the operator's chat or phone; if null, faults are only logged. */
    alertWebhook: reader.webhook("ALERT_WEBHOOK"),
    build: reader.optional("BUILD"),
    /**
     * How long `/readyz` returns 503 before connections are refused at the end, so that load
     * balancers stop sending requests.
     */
    drainMs: 1000 * reader.integer("DRAIN_S", { fallback: 0, min: 0, max: 300 }),
  };
}

function readSettings(env: Env, reader: SettingsReader, isTerminal: boolean) {
  const databaseUrl = reader.optional("DATABASE_URL");
  const baseUrl = reader.optional("BASE_URL");
  return {
    port: reader.integer("PORT", { fallback: 8000, min: 0, max: 65_535 }),
    host: reader.text("HOST", "127.0.0.1"),
    /** If null, the embedded database in `dataDir` is used. */
    databaseUrl: databaseUrl &&
      reader.url("DATABASE_URL", { protocols: ["postgres:", "postgresql:"] }),
    threads: reader.threads("THREADS", { hasServer: databaseUrl !== null }),
    server: readServer(reader),
    dataDir: reader.text("DATA_DIR", "./.data"),
    /** A KV that instances share by KV Connect; if null, a file in `dataDir` is used. */
    kvUrl: reader.optional("KV_URL") && reader.kvUrl("KV_URL"),
    ...readSources(reader),
    /**
     * Whether the current state is kept in memory; otherwise everything is read from the database.
     */
    snapshot: reader.onOff("SNAPSHOT"),
    /** The instant that the clock shows at the start; if null, the system's clock is used. */
    clock: reader.instant("CLOCK"),
    ...readLimits(reader),
    /** Origins, in addition to `baseUrl` and localhost, whose pages may call /mcp. */
    allowedOrigins: reader.list("ALLOWED_ORIGINS").flatMap((item) =>
      reader.origin("ALLOWED_ORIGINS", item) ?? []
    ),
    /** Public origin without a trailing slash. */
    baseUrl: baseUrl && reader.origin("BASE_URL", baseUrl),
    ...readAlerts(reader, baseUrl),
    publisher: reader.optional("PUBLISHER"),
    /** The contact in `security.txt`; null names the legal page. */
    securityContact: reader.optional("SECURITY_CONTACT") && reader.contact("SECURITY_CONTACT", ""),
    hosting: reader.optional("HOSTING"),
    ...readOperation(reader, isTerminal),
    systemd: readSystemd(env),
    /** True on Deno Deploy, where nothing may be written to disk. */
    deploy: env("DENO_DEPLOYMENT_ID") !== undefined,
    /** Whether Deno sends metrics and the output of `console` to a collector. */
    telemetry: reader.isSet("OTEL_DENO", "true") && !reader.isSet("OTEL_SDK_DISABLED", "true"),
  };
}

/** The checked settings of a process. */
export type Config = ReturnType<typeof readSettings>;

/**
 * Reads the settings of an environment; pure. Throws a {@link ConfigError} that lists every
 * problem.
 */
export function readConfig(
  env: Env,
  { isTerminal = false }: { isTerminal?: boolean } = {},
): Config {
  const reader = new SettingsReader(env);
  const config = readSettings(env, reader, isTerminal);
  // On Deno Deploy the platform decides about spans, and keeps them.
  if (config.telemetry && !config.deploy) reader.refuseSpans();
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}

/** Deno, Deno Deploy and OpenTelemetry have many variables of their own. */
const FOREIGN = /^(DENO|OTEL)_/i;

/**
 * Returns true if a name resembles a setting. The name must be longer than half of it, since short
 * beginnings are words of their own: `BASE`, `DATA`.
 */
function resembles(name: string, setting: string): boolean {
  return 2 * name.length > setting.length &&
    countEdits(name.toUpperCase(), setting, toMostEdits(name.length)) !== null;
}

/**
 * Returns the names in an environment that are not settings but resemble one, each with that
 * setting.
 */
export function findMisspelt(names: readonly string[]): { name: string; setting: string }[] {
  const settings = new Set<string>();
  readConfig((setting) => void settings.add(setting));
  return names.filter((name) => !settings.has(name) && !FOREIGN.test(name)).flatMap((name) => {
    const setting = [...settings].find((setting) => resembles(name, setting));
    return setting ? [{ name, setting }] : [];
  });
}
