import { equal } from "../support/assert.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { findFreePort, untilListening } from "../support/cluster.ts";
import { startProgram } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";
import { assertEnds, findOrigin, withFixtureService } from "../support/service.ts";
import { withProxy } from "../support/tcp_proxy.ts";

const HISTORY = "/api/v1/prices/history/75015007?fuel=gazole&days=9";

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal} ends the service while it opens a silent database`, async () => {
    await withServerDb((_db, url) =>
      withProxy(url, async (proxy, through) => {
        proxy.freeze();
        const dataDir = await Deno.makeTempDir();
        // Longer than the shutdown may take.
        const limits = { DB_CONNECT_TIMEOUT_MS: "60000", DB_TIMEOUT_MS: "60000" };
        const env = {
          ...limits,
          DATABASE_URL: through,
          DATA_DIR: dataDir,
          INGEST: "off",
          PORT: "0",
        };
        const service = startProgram(["serve.ts"], env);
        await findOrigin(service);
        await proxy.used;
        await assertEnds(service, signal);
        await Deno.remove(dataDir, { recursive: true });
      })
    );
  });
}

Deno.test("SIGTERM ends the service while a request waits for a database that became silent", async () => {
  await withServerDb((_db, url) =>
    withProxy(url, async (proxy, through) => {
      await withFixtureService(
        { DATABASE_URL: through, DB_TIMEOUT_MS: "60000" },
        async ({ origin, service }) => {
          equal((await fetch(origin + "/healthz")).status, 200);
          proxy.freeze();
          const unanswered = fetch(origin + HISTORY).then(
            (response) => response.body?.cancel(),
            () => {},
          );
          // It returns once the service uses the database.
          await fetch(`${origin}/readyz`).then((response) => response.body?.cancel());
          await assertEnds(service, "SIGTERM");
          await unanswered;
        },
      );
    })
  );
});

/** Runs `deno serve`, as on Fresh. `path` is requested before the signal. */
async function endUnderFresh(signal: Deno.Signal, path: string | null): Promise<void> {
  const { dataDir, remove } = await createDataDir();
  const port = findFreePort();
  const env = { DATA_DIR: dataDir, INGEST: "off" };
  const service = startProgram(["--port", `${port}`, "tests/support/fresh_server.ts"], env, {
    command: "serve",
  });
  try {
    await untilListening(port, "deno serve");
    if (path) await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    await assertEnds(service, signal);
  } finally {
    await remove();
  }
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal} ends the app under Fresh's server, opened or not`, async () => {
    await endUnderFresh(signal, null);
    await endUnderFresh(signal, "/readyz");
  });
}
