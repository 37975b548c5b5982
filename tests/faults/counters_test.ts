import { deepEqual, equal, match } from "../support/assert.ts";
import { PATIENCE_MS, startServer, until } from "../support/process.ts";
import { assertEnds, withFixtureService } from "../support/service.ts";

const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

async function askStatuses(origin: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const response = await fetch(origin + SEARCH, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    statuses.push(response.status);
  }
  return statuses;
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("a deleted counters file breaks nothing: the process counts locally, and the next one creates a new file", async () => {
  await withFixtureService({ REST_LIMIT: "3" }, async ({ service, origin, dataDir }) => {
    deepEqual(await askStatuses(origin, 2), [200, 200]);
    const path = `${dataDir}/counters.kv`;
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
    deepEqual(await askStatuses(origin, 2), [200, 429]);
    equal(await assertEnds(service), "");
    equal(await isFile(path), false);
    (await Deno.openKv(path)).close();
    equal(await isFile(path), true);
  });
});

/** How the KV of a fleet handles each request. Hanging requests are answered when it stops. */
const FAULTS: [
  name: string,
  answer: (stopped: Promise<Response>) => Response | Promise<Response>,
][] = [
  ["answers 503", () => new Response(null, { status: 503 })],
  ["hangs", (stopped) => stopped],
];

for (const [name, answer] of FAULTS) {
  Deno.test(`a fleet's KV that ${name} delays no request, is noticed, and lets the process end with 0 in time`, async () => {
    const stopped = Promise.withResolvers<Response>();
    const tokens = new Set<string | null>();
    const kv = startServer(async ({ headers }) => {
      tokens.add(headers.get("authorization"));
      return (await answer(stopped.promise)).clone();
    });
    const env = { REST_LIMIT: "3", KV_URL: kv.url, DENO_KV_ACCESS_TOKEN: "s3cr3t" };
    await withFixtureService(env, async ({ origin, service, dataDir }) => {
      // A request that waited for the KV would wait until the test ends.
      deepEqual(await askStatuses(origin, 4), [200, 200, 200, 429]);
      await until(
        async () => (await (await fetch(`${origin}/readyz`)).json()).quota,
        (quota) => quota === "local",
      );
      match(await assertEnds(service), /Quota counters are not shared/);
      equal(await isFile(`${dataDir}/counters.kv`), false);
    });
    deepEqual([...tokens], ["Bearer s3cr3t"]);
    stopped.resolve(new Response(null, { status: 503 }));
    await kv.stop();
  });
}
