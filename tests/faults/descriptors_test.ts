/** A service that runs out of file descriptors: it lives, refuses new connections, takes them again, and reads again. @module */

import { equal, ok, rejects } from "node:assert/strict";
import { loadTownTable } from "../../ingest/check.ts";
import { loadRules } from "../../ingest/read_feed.ts";
import { placeIndex } from "../../lib/operations/mod.ts";
import { findBorderCodes, findLargestTowns } from "../../lib/pages/geo.ts";
import { withFixtureService } from "../support/service.ts";

const MOST_DESCRIPTORS = 256;
const PATIENCE_MS = 30_000;
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

/** Opens connections until one is refused or all are there. */
async function openIdle(origin: string, count: number): Promise<Deno.Conn[]> {
  const { hostname, port } = new URL(origin);
  const idle: Deno.Conn[] = [];
  for (let opened = 0; opened < count; opened++) {
    const connection = await Deno.connect({ hostname, port: Number(port) }).catch(() => null);
    if (!connection) break;
    idle.push(connection);
  }
  return idle;
}

async function askUntilAnswered(url: string): Promise<Response> {
  for (const deadline = performance.now() + PATIENCE_MS;;) {
    try {
      return await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

Deno.test("with more idle connections than descriptors the service lives, refuses, and takes connections again", async () => {
  await withFixtureService({}, async ({ origin }) => {
    equal(await (await fetch(origin + SEARCH)).json().then(({ data }) => data.length > 0), true);
    const idle = await openIdle(origin, 2 * MOST_DESCRIPTORS);
    ok(idle.length < 2 * MOST_DESCRIPTORS, "every connection was accepted");
    const { hostname, port } = new URL(origin);
    await rejects(async () => (await Deno.connect({ hostname, port: Number(port) })).close());
    for (const connection of idle) connection.close();
    const answer = await askUntilAnswered(origin + SEARCH);
    equal(answer.status, 200);
    await answer.body?.cancel();
  }, { shell: `ulimit -n ${MOST_DESCRIPTORS}` });
});

/** Everything that is read from our own files once in the life of a process. */
const FIRST_READS: Record<string, () => Promise<unknown>> = {
  loadTownTable,
  loadRules,
  placeIndex,
  findBorderCodes: () => findBorderCodes("75"),
  findLargestTowns: () => findLargestTowns("75", 1),
};

Deno.test({ name: "our own files cannot be read at first", permissions: { read: false } }, async () => {
  for (const [name, read] of Object.entries(FIRST_READS)) await rejects(read, Deno.errors.NotCapable, name);
});

Deno.test("our own files are read once they can be, although the first read failed", async () => {
  for (const [name, read] of Object.entries(FIRST_READS)) ok(await read(), name);
});
