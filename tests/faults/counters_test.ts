/** The quota counters of a real process: their file is removed while it runs, or the KV of a fleet does not answer. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withFixtureService } from "../support/service.ts";

const PATIENCE_MS = 30_000;
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

async function askStatuses(origin: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let asked = 0; asked < count; asked++) {
    const response = await fetch(origin + SEARCH, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    statuses.push(response.status);
  }
  return statuses;
}

async function readQuota(origin: string): Promise<string> {
  return (await (await fetch(`${origin}/readyz`)).json()).quota;
}

async function waitFor(isThere: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !await isThere();) {
    ok(performance.now() < deadline, what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("a removed counters file is noticed: a new one is opened, shared with others, and the limit holds in it", async () => {
  await withFixtureService({ REST_LIMIT: "3" }, async ({ service, origin, dataDir }) => {
    deepEqual(await askStatuses(origin, 4), [200, 200, 200, 429]);
    const path = `${dataDir}/counters.kv`;
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
    await waitFor(async () => await isFile(path) && await readQuota(origin) === "shared", "no new file");
    deepEqual(await askStatuses(origin, 4), [200, 200, 200, 429], "the counts begin again, and count");
    const kv = await Deno.openKv(path);
    const taken = await Array.fromAsync(kv.list<{ taken: number }>({ prefix: ["quota"] }), ({ value }) => value.taken);
    kv.close();
    deepEqual(taken, [3], "they are in the new file");
    service.kill("SIGTERM");
    const { code, stderr } = await service.end();
    equal(code, 0);
    match(stderr, /The counters' file was removed or replaced/);
  });
});

Deno.test("a KV of a fleet that does not answer gets its token, and the process counts by itself", async () => {
  const tokens = new Set<string | null>();
  const broken = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (req) => {
    tokens.add(req.headers.get("authorization"));
    return new Response(null, { status: 503 });
  });
  const url = `http://127.0.0.1:${(broken.addr as Deno.NetAddr).port}`;
  await withFixtureService(
    { REST_LIMIT: "3", KV_URL: url, DENO_KV_ACCESS_TOKEN: "s3cr3t" },
    async ({ origin, dataDir }) => {
      deepEqual(await askStatuses(origin, 4), [200, 200, 200, 429]);
      equal(await readQuota(origin), "local");
      equal(await isFile(`${dataDir}/counters.kv`), false);
    },
  );
  deepEqual([...tokens], ["Bearer s3cr3t"]);
  await broken.shutdown();
});
