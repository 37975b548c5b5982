/** Runs the whole service as a separate process. @module */

import { equal } from "./assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { FIXTURE_AS_OF, insertFixture } from "./api_fixture.ts";
import { PATIENCE_MS, type Running, type StartOptions, startProgram, until } from "./process.ts";
import { withServerDb } from "./server_db.ts";

/** Returns the address that the service logs. A service that logs none in time is ended. */
export async function findOrigin(service: Running): Promise<string> {
  const timer = setTimeout(() => service.kill("SIGKILL"), PATIENCE_MS);
  try {
    for (let line = await service.nextLine(); line !== null; line = await service.nextLine()) {
      const url = /"origin":"(http:[^"]+)"/.exec(line)?.[1];
      if (url) return url;
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`The service did not start:\n${(await service.end()).stderr}`);
}

/** `entry` is the program that runs the service, a path below the root. */
type ServiceOptions = StartOptions & { entry?: string };

/** Runs the service on a free port, by default in a new data folder. `work` may end it itself. */
export async function withService(
  env: Record<string, string>,
  work: (service: Running, origin: string) => Promise<void>,
  { entry = "serve.ts", ...options }: ServiceOptions = {},
): Promise<void> {
  const dataDir = await Deno.makeTempDir();
  const service = startProgram(
    options.task ? [] : [entry],
    { PORT: "0", REST_LIMIT: "0", PAGE_LIMIT: "0", DATA_DIR: dataDir, ...env },
    options,
  );
  const origin = await findOrigin(service);
  // Read all the time: a service whose output is not read blocks when the pipe is full.
  const ended = service.end();
  try {
    await work({ ...service, end: () => ended }, origin);
  } finally {
    try {
      service.kill("SIGKILL");
    } catch { /* it has ended */ }
    await ended;
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** The log's warning about the CLOCK that tests set. */
const CLOCK_WARNING = /^.*CLOCK is set for a replay.*\n/gm;

/**
 * Asserts that a signal ends a process with 0 in time. Returns its standard error without the
 * warning about CLOCK.
 */
export async function assertEnds(
  service: Running,
  signal: Deno.Signal = "SIGTERM",
): Promise<string> {
  const timer = setTimeout(() => service.kill("SIGKILL"), PATIENCE_MS);
  service.kill(signal);
  const { code, stderr } = await service.end();
  clearTimeout(timer);
  equal(code, 0, stderr);
  return stderr.replace(CLOCK_WARNING, "");
}

export type FixtureService = {
  service: Running;
  origin: string;
  dataDir: string;
  db: Db;
  url: string;
};

/** Runs the service over the fixture on a server, without ingests and with a new data folder. */
export async function withFixtureService(
  env: Record<string, string>,
  work: (parts: FixtureService) => Promise<void>,
  options: ServiceOptions = {},
): Promise<void> {
  const dataDir = await Deno.makeTempDir();
  await withServerDb(async (db, url) => {
    await insertFixture(db);
    const own = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      INGEST: "off",
      CLOCK: FIXTURE_AS_OF.toISOString(),
    };
    const run = (service: Running, origin: string) => work({ service, origin, dataDir, db, url });
    await withService({ ...own, ...env }, run, options);
  }).finally(() => Deno.remove(dataDir, { recursive: true }));
}

/** Waits until the service is ready. */
export async function waitUntilReady(origin: string): Promise<void> {
  await until(async () => {
    const response = await fetch(`${origin}/readyz`);
    await response.body?.cancel();
    return response.ok;
  });
}
