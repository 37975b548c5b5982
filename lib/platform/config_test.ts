import { deepEqual, equal, throws } from "../../tests/support/assert.ts";
import { ConfigError, findMisspelt, readConfig } from "./config.ts";

const read = (env: Record<string, string>) => readConfig((name) => env[name]);

Deno.test("readConfig() returns the documented defaults", () => {
  const { port, host, databaseUrl, dataDir, feedUrl, ingest, snapshot, drainMs, clock, ...others } =
    read({});
  deepEqual([port, host, databaseUrl, dataDir], [8000, "127.0.0.1", null, "./.data"]);
  equal(feedUrl, "https://donnees.roulez-eco.fr/opendata/instantane_ruptures");
  deepEqual([ingest, snapshot, drainMs, clock], [true, true, 0, null]);
  deepEqual([others.restLimit, others.mcpLimit, others.pageLimit], [60, 30, 300]);
  deepEqual([others.trustedProxies, others.metricsFrom, others.kvUrl, others.routing], [
    [],
    [],
    null,
    null,
  ]);
});

Deno.test("readConfig() reports all bad settings together", () => {
  const bad = {
    PORT: "80a",
    INGEST: "yes",
    SNAPSHOT: "no",
    CLOCK: "yesterday",
    REST_LIMIT: "-1",
    FEED_URL: "nowhere",
    TRUSTED_PROXIES: "10.0.0.0/99",
    QUOTAS: "1.2.3.4=rest",
    ALLOWED_ORIGINS: "https://a.example/path",
    DATABASE_URL: "mysql://user:secret@host/db",
    BASE_URL: "ftp://a.example",
  };
  throws(() => read(bad), (error: unknown) => {
    return error instanceof ConfigError && error.problems.length === 11 &&
      !error.message.includes("secret");
  });
});

Deno.test("readConfig() rejects ambiguous settings", () => {
  for (const network of ["10", "10/8", "0x7f.1", "010.0.0.1", "10.0.0/24", "1.2.3.4:80"]) {
    throws(() => read({ TRUSTED_PROXIES: network }), ConfigError, network);
    throws(() => read({ QUOTAS: `${network}=5` }), ConfigError, network);
  }
  const origins = [
    "https://user:secret@a.example",
    "https://*.a.example",
    "https://*",
    "a.example",
    "null",
    "*",
  ];
  for (const origin of origins) {
    throws(() => read({ ALLOWED_ORIGINS: origin }), ConfigError, origin);
    throws(() => read({ BASE_URL: origin }), ConfigError, origin);
  }
  for (const day of ["2026-02-30", "2025-02-29", "2026-04-31", "2026-00-01", "2026-13-01"]) {
    throws(() => read({ CLOCK: `${day}T10:00:00Z` }), ConfigError, day);
  }
  throws(() => read({ CLOCK: "2026-06-05T12:10:00" }), ConfigError, "without its zone");
  equal(
    read({ CLOCK: "2026-06-05T12:10:00+02:00" }).clock?.toISOString(),
    "2026-06-05T10:10:00.000Z",
  );
  equal(read({ CLOCK: "2024-02-29T10:00Z" }).clock?.toISOString(), "2024-02-29T10:00:00.000Z");
  deepEqual(read({ TRUSTED_PROXIES: "::1 10.0.0.0/8, 2001:db8::/32" }).trustedProxies, [
    "::1",
    "10.0.0.0/8",
    "2001:db8::/32",
  ]);
});

Deno.test("readConfig() turns alerts on if pages have TLS, and requires a contact for push services", () => {
  const alertsOf = (env: Record<string, string>) => {
    const { alerts, vapidSubject } = read(env);
    return [alerts, vapidSubject];
  };
  deepEqual(alertsOf({}), [false, ""]);
  deepEqual(alertsOf({ BASE_URL: "http://a.example" }), [false, ""]);
  deepEqual(alertsOf({ BASE_URL: "https://a.example" }), [true, "https://a.example"]);
  deepEqual(alertsOf({ BASE_URL: "https://a.example", ALERTS: "off" }), [false, ""]);
  deepEqual(alertsOf({ ALERTS: "on", VAPID_SUBJECT: "mailto:a@a.example" }), [
    true,
    "mailto:a@a.example",
  ]);
  for (const VAPID_SUBJECT of ["", "a@a.example", "http://a.example"]) {
    throws(() => read({ ALERTS: "on", VAPID_SUBJECT }), ConfigError, VAPID_SUBJECT);
  }
});

Deno.test("readConfig() takes a mail or web address for SECURITY_CONTACT, and null without it", () => {
  equal(read({}).securityContact, null);
  const SECURITY_CONTACT = "https://fuel.example/security";
  equal(read({ SECURITY_CONTACT }).securityContact, SECURITY_CONTACT);
  for (const bad of ["a@a.example", "http://a.example", "mailto:a@a.example\nContact: x"]) {
    throws(() => read({ SECURITY_CONTACT: bad }), ConfigError, bad);
  }
});

Deno.test("readConfig() reads quotas for addresses and networks", () => {
  const { quotas } = read({
    QUOTAS: "203.0.113.7=600; 2001:db8::/32=rest:6000,mcp:0; 10.0.0.0/8=page:9",
  });
  deepEqual(quotas, [
    { network: "203.0.113.7", rest: 600, mcp: 600, page: 600 },
    { network: "2001:db8::/32", rest: 6000, mcp: 0, page: null },
    { network: "10.0.0.0/8", rest: null, mcp: null, page: 9 },
  ]);
});

Deno.test("readConfig() logs text without requests at a terminal and JSON with requests elsewhere, unless overridden", () => {
  const at = (env: Record<string, string>, isTerminal: boolean) => {
    const { log, accessLog } = readConfig((name) => env[name], { isTerminal });
    return [log.format, log.level, accessLog];
  };
  deepEqual(at({}, true), ["text", "info", false]);
  deepEqual(at({}, false), ["json", "info", true]);
  deepEqual(at({ LOG_FORMAT: "json", LOG_LEVEL: "warn" }, true), ["json", "warn", true]);
  deepEqual(at({ LOG_FORMAT: "text", ACCESS_LOG: "on" }, false), ["text", "info", true]);
  throws(() => read({ LOG_FORMAT: "xml" }), /LOG_FORMAT is "xml"; expected json or text/);
  throws(
    () => read({ LOG_LEVEL: "loud" }),
    /LOG_LEVEL is "loud"; expected debug or info or warn or error/,
  );
});

Deno.test("readConfig() accepts KV_URL with the token that Deno needs for it, and always rejects spans of Deno's telemetry", () => {
  const token = { DENO_KV_ACCESS_TOKEN: "secret" };
  equal(read({ KV_URL: "https://kv.example:4512", ...token }).kvUrl, "https://kv.example:4512");
  throws(
    () => read({ KV_URL: "https://kv.example" }),
    /DENO_KV_ACCESS_TOKEN is ""; expected the token of the KV/,
  );
  throws(() => read({ KV_URL: "redis://kv.example", ...token }), /KV_URL is "redis:/);
  throws(() => read({ OTEL_DENO: "true" }), /OTEL_DENO_TRACING is ""; expected false/);
  read({ OTEL_DENO: "true", OTEL_DENO_TRACING: "false" });
  read({ OTEL_DENO: "true", DENO_DEPLOYMENT_ID: "x" });
});

Deno.test("readConfig() accepts a routing engine by https, and by http only on private hosts", () => {
  deepEqual(read({ ROUTING_URL: "https://roads.example/valhalla?key=1" }).routing, {
    url: "https://roads.example/valhalla?key=1",
    timeoutMs: 2_000,
  });
  const near = [
    "127.0.0.1:5000",
    "localhost",
    "[::1]:8002",
    "10.1.2.3",
    "192.168.0.9",
    "valhalla:8002",
    "a.internal",
  ];
  for (const host of near) {
    equal(read({ ROUTING_URL: `http://${host}` }).routing?.url, `http://${host}`);
  }
  const wrong = [
    "http://roads.example",
    "http://203.0.113.7",
    "http://0x7f.1.example",
    "ftp://localhost",
    "nowhere",
  ];
  for (const ROUTING_URL of wrong) {
    throws(() => read({ ROUTING_URL }), /ROUTING_URL is .*; expected an address/);
  }
  throws(() => read({ ROUTING_URL: "http://user:secret@roads.example/?key=1" }), (error: Error) => {
    return error instanceof ConfigError && !/secret|key/.test(error.message);
  });
  throws(
    () => read({ ALERT_WEBHOOK: "http://chat.example/hooks/secret" }),
    /ALERT_WEBHOOK is "\*\*\*"; expected/,
  );
});

Deno.test("readConfig() reports that threads need a database server", () => {
  throws(
    () => read({ THREADS: "2" }),
    /THREADS is "2"; expected 1, or a DATABASE_URL: the embedded database has one/,
  );
  throws(
    () => read({ THREADS: "65", DATABASE_URL: "postgres://db/x" }),
    /THREADS is "65"; expected a whole number from/,
  );
  equal(read({ THREADS: "2", DATABASE_URL: "postgres://db/x" }).threads, 2);
});

Deno.test("findMisspelt() reports names that resemble a setting, and ignores common environment variables", () => {
  const misspelt = {
    TRUSTED_PROXY: "TRUSTED_PROXIES",
    DB_TIMEOUT: "DB_TIMEOUT_MS",
    BASEURL: "BASE_URL",
    port: "PORT",
  };
  const common =
    "HOME HOSTNAME HOSTTYPE LANG LOGNAME PATH PWD SHELL TERM TMPDIR TZ USER DB_HOST DB_PORT DATABASE_URL_POOLED " +
    "PGHOST DENO_DEPLOY DENO_DIR OTEL_SERVICE_NAME TEST_DATABASE_URL NODE_ENV HTTP_PROXY";
  deepEqual(
    findMisspelt([...Object.keys(misspelt), ...common.split(" "), "PORT", "QUOTAS", "OTEL_DENO"]),
    Object.entries(misspelt).map(([name, setting]) => ({ name, setting })),
  );
});

Deno.test("PUSH_HOSTS accepts host names, IP addresses and subdomains in lower case, and nothing longer", () => {
  const text = "Push.Example, *.push.home.arpa,127.0.0.1 [::1]";
  deepEqual(read({ PUSH_HOSTS: text }).pushHosts, [
    "push.example",
    "*.push.home.arpa",
    "127.0.0.1",
    "[::1]",
  ]);
  for (
    const host of [
      "https://push.example",
      "push.example:8080",
      "push.example/x",
      "a@push.example",
      "*",
      "a.*",
    ]
  ) {
    throws(() => read({ PUSH_HOSTS: host }), ConfigError, host);
  }
});
