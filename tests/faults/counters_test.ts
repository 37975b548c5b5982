/** The quota counters of a real process: their file is removed while it runs, or the KV of a fleet fails or hangs. @module */

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

Deno.test("a removed counters file fails nothing: the process counts on by itself, and the next one makes a new file", async () => {
  await withFixtureService({ REST_LIMIT: "3" }, async ({ service, origin, dataDir }) => {
    deepEqual(await askStatuses(origin, 2), [200, 200]);
    const path = `${dataDir}/counters.kv`;
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
    deepEqual(await askStatuses(origin, 2), [200, 429]);
    service.kill("SIGTERM");
    const { code, stderr } = await service.end();
    deepEqual([code, stderr], [0, ""]);
    equal(await isFile(path), false);
    const kv = await Deno.openKv(path);
    kv.close();
    equal(await isFile(path), true);
  });
});

/** A KV of a fleet that takes questions and never answers them. */
function startHanging(): { url: string; stop(): Promise<void> } {
  const asked = new Set<PromiseWithResolvers<Response>>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    const answer = Promise.withResolvers<Response>();
    asked.add(answer);
    return answer.promise;
  });
  return {
    url: `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`,
    async stop() {
      for (const { resolve } of asked) resolve(new Response(null, { status: 503 }));
      await server.shutdown();
    },
  };
}

Deno.test("a KV of a fleet that hangs makes no request wait, is noticed, and does not keep the process from ending", async () => {
  const hanging = startHanging();
  await withFixtureService(
    { REST_LIMIT: "3", KV_URL: hanging.url, DENO_KV_ACCESS_TOKEN: "s3cr3t" },
    async ({ origin, service }) => {
      const startedAt = performance.now();
      deepEqual(await askStatuses(origin, 4), [200, 200, 200, 429]);
      ok(performance.now() - startedAt < 3_000, "no request waits for the KV");
      await waitFor(async () => await readQuota(origin) === "local", "it is not noticed");
      service.kill("SIGTERM");
      match((await service.end()).stderr, /Quota counters are not shared/);
    },
  );
  await hanging.stop();
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
      await waitFor(async () => await readQuota(origin) === "local", "it is not noticed");
      equal(await isFile(`${dataDir}/counters.kv`), false);
    },
  );
  deepEqual([...tokens], ["Bearer s3cr3t"]);
  await broken.shutdown();
});
