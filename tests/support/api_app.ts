/** Runs the whole app in process over a filled database, for the API tests. @module */

import { equal } from "./assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { aroundApp, type Handler } from "../../lib/http/around_app.ts";
import { httpRoute } from "../../lib/http/route.ts";
import { createService } from "../../lib/http/service.ts";
import type { Service } from "../../lib/http/state.ts";
import { allOperations } from "../../lib/operations/mod.ts";
import type { AnyOperation } from "../../lib/operations/operation.ts";
import type { Clock } from "../../lib/platform/clock.ts";
import { createLog, type Log } from "../../lib/platform/log.ts";
import { type Config, readConfig } from "../../lib/platform/config.ts";
import { Builder } from "fresh/dev";
import { createApp } from "../../app.ts";
import { FIXTURE_AS_OF, insertFixture } from "./api_fixture.ts";
import { createTestLog, type TestLog } from "./log.ts";
import { createSource, type Reader, type ReaderOptions, withReaders } from "./readers.ts";

type TestRequest = RequestInit & { from?: string };

export type TestApp = {
  service: Service;
  reader: Reader;
  log: TestLog;
  handler: Handler;
  /** Sends a request to the app. `from` is the peer's address. */
  fetch(path: string | URL | Request, init?: TestRequest): Promise<Response>;
  read(
    path: string,
    init?: TestRequest,
  ): Promise<{ status: number; headers: Headers; text: string }>;
  /** Returns the parsed body of a response, whose status must be 200. */
  json(path: string, init?: TestRequest): ReturnType<Response["json"]>;
  callTool(name: string, args: Record<string, unknown>): ReturnType<Response["json"]>;
  /** Refreshes the snapshot after a test has changed the database. */
  renew(): Promise<void>;
  /** Releases all resources. Fails if the log contains warnings that are not in `expected`. */
  close(...expected: string[]): Promise<void>;
};

/** Options of a test. `reader` is the snapshot by default. */
export type TestAppOptions = {
  reader?: Reader;
  env?: Record<string, string>;
  openKv?: () => Promise<Deno.Kv>;
  clock?: () => Date;
  /** The operations to serve, by default all of the project. */
  operations?: readonly AnyOperation[];
  silent?: boolean;
};

/** Returns settings as from an environment, without limits unless set. */
export function testConfig(env: Record<string, string> = {}): Config {
  const all: Record<string, string> = { REST_LIMIT: "0", MCP_LIMIT: "0", PAGE_LIMIT: "0", ...env };
  return readConfig((name) => all[name]);
}

const applySnapshot = new Builder({ root: new URL("../..", import.meta.url).pathname }).build({
  snapshot: "memory",
});

/** Builds the app over a service. Operations without a file become routes of the app. */
async function createHandler(service: Service): Promise<Handler> {
  const open = () => Promise.resolve(service);
  const app = createApp(open);
  for (const operation of service.operations.filter((one) => !allOperations.includes(one))) {
    app.all(operation.path.replace(/\{(\w+)\}/g, ":$1"), httpRoute(operation));
  }
  (await applySnapshot)(app);
  return aroundApp(app.handler(), open);
}

export async function createApiHandler(
  db: Db,
  options: Omit<TestAppOptions, "clock"> & { clock: Clock; log: Log },
): Promise<{ service: Service; handler: Handler }> {
  const { clock, log, openKv = null } = options;
  const snapshots = await createSource(db, options.reader ?? "snapshot");
  const service = createService({
    config: testConfig(options.env),
    db,
    openKv,
    readSecret: () => Promise.resolve("secret"),
    log,
    clock,
    snapshots,
    operations: options.operations,
  });
  return { service, handler: await createHandler(service) };
}

/** Builds the app with a log that its tests can read. */
export async function createTestApp(db: Db, options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? (() => FIXTURE_AS_OF);
  const log = createTestLog(clock);
  const used = options.silent ? createLog({ clock, sink: () => {} }) : log.log;
  const { service, handler } = await createApiHandler(db, { ...options, clock, log: used });
  const fetch: TestApp["fetch"] = async (path, { from = "192.0.2.1", ...init } = {}) => {
    const remoteAddr: Deno.NetAddr = { transport: "tcp", hostname: from, port: 4711 };
    const url = typeof path === "string" && path.startsWith("/")
      ? `http://localhost:8000${path}`
      : path;
    return await handler(new Request(url, init), { remoteAddr, completed: Promise.resolve() });
  };
  const read: TestApp["read"] = async (path, init) => {
    const response = await fetch(path, init);
    // response.text() would drop the byte order mark of a table for spreadsheets.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.bytes());
    return { status: response.status, headers: response.headers, text };
  };
  return {
    service,
    reader: options.reader ?? "snapshot",
    log,
    handler,
    fetch,
    read,
    json: async (path, init) => {
      const { status, text } = await read(path, init);
      equal(status, 200, `${path}: ${text.slice(0, 300)}`);
      return JSON.parse(text);
    },
    callTool: async (name, args) => {
      const call = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      };
      const headers = { "content-type": "application/json" };
      return JSON.parse(
        (await read("/mcp", { method: "POST", headers, body: JSON.stringify(call) })).text,
      ).result;
    },
    renew: async () => {
      await db.query({ text: "update data_state set revision = revision + 1" });
      await service.backend.snapshots.refresh();
    },
    close: async (...expected) => {
      await service.close();
      log.assertQuiet(...expected);
    },
  };
}

type Work = (app: TestApp, db: Db) => Promise<void>;

/**
 * Options of a test over the fixture. `fill` puts other data into the database; `expected` warnings
 * may be logged.
 */
export type FixtureOptions = Omit<TestAppOptions, "reader"> & ReaderOptions & {
  fill?: (db: Db) => Promise<void>;
  isEmpty?: boolean;
  expected?: string[];
};

/** Runs `work` on an app over the fixture, once with each reader. */
export async function withTestApp(work: Work, options: FixtureOptions = {}): Promise<void> {
  const { readers, writes, isEmpty = false, expected = [], ...settings } = options;
  const fill = async (db: Db) => isEmpty ? undefined : await (options.fill ?? insertFixture)(db);
  await withReaders({ readers, writes, fill }, async (db, reader) => {
    const app = await createTestApp(db, { ...settings, reader });
    await work(app, db);
    await app.close(...expected);
  });
}

/** Registers a test that runs on an app over the fixture, once with each reader. */
export function testApp(name: string, work: Work, options?: FixtureOptions): void {
  Deno.test(name, () => withTestApp(work, options));
}
