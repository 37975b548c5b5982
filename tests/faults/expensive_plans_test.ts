/**
 * Tests a hundred of the most expensive requests over one HTTP/2 connection through the shipped
 * proxies: memory is bounded, and the rest return 503.
 */

import { deepEqual, equal, ok } from "../support/assert.ts";
import codec from "@googlemaps/polyline-codec";
import { TOUR } from "../bench/support/questions.ts";
import { readProcess } from "../support/process_figures.ts";
import { startCaddy, startHaproxy } from "../support/proxies.ts";
import { createRandom, RANDOM_AS_OF } from "../support/random_state.ts";
import { insertStations, type PlainStation } from "../support/route_world.ts";
import { withServerDb } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";

const STREAMS = 100;
const MAX_MB = 600;

function drawStations(count: number): PlainStation[] {
  const random = createRandom(28);
  return Array.from({ length: count }, (_, i) => {
    const leg = i % (TOUR.length - 1);
    const [[x1, y1], [x2, y2]] = [TOUR[leg]!, TOUR[leg + 1]!] as [
      [number, number],
      [number, number],
    ];
    const share = random();
    const toDegrees = (a: number, b: number) =>
      Number((a + (b - a) * share + (random() - 0.5) / 20).toFixed(5));
    const price = { motorway: false, priceMilli: 1_600 + Math.floor(random() * 300) };
    return { id: String(10_000_000 + i), lat: toDegrees(y1, y2), lng: toDegrees(x1, x2), ...price };
  });
}

/** Returns the status of each of many pages, requested over one HTTP/2 connection. */
async function askAtOnce(
  paths: string[],
  { httpsPort, authority }: { httpsPort: number; authority: string },
) {
  const config = await Deno.makeTempFile();
  const lines = paths.map((path) =>
    `url = "https://localhost:${httpsPort}${path}"\noutput = /dev/null\n`
  );
  await Deno.writeTextFile(config, lines.join(""));
  const shown = [
    "--write-out",
    "%{http_version} %{http_code} %{num_connects}\n",
    "--config",
    config,
  ];
  const args = [
    "--silent",
    "--max-time",
    "60",
    "--cacert",
    authority,
    "--parallel",
    "--parallel-max",
    String(STREAMS),
  ];
  const { stdout } = await new Deno.Command("curl", { args: [...args, ...shown], stderr: "null" })
    .output();
  await Deno.remove(config);
  return new TextDecoder().decode(stdout).trim().split("\n").map((line) => line.split(" "));
}

Deno.test("a hundred plan requests on one HTTP/2 connection take no more memory than two", async () => {
  await withServerDb(async (db, url) => {
    await insertStations(db, drawStations(9_000));
    const env = {
      DATABASE_URL: url,
      INGEST: "off",
      CLOCK: RANDOM_AS_OF.toISOString(),
      PAGE_LIMIT: "0",
    };
    await withService(env, async (service, origin) => {
      await waitUntilReady(origin);
      const haproxy = await startHaproxy(origin);
      const caddy = await startCaddy(haproxy.port);
      try {
        const line = encodeURIComponent(codec.encode(TOUR.map(([lng, lat]) => [lat!, lng!]), 5));
        const page =
          `/itineraire?line=${line}&corridor=10&tank=300&level=10&plan=enough&consumption=`;
        const answers = await askAtOnce(
          Array.from({ length: STREAMS }, (_, i) => `${page}${30 + i / 100}`),
          caddy,
        );
        deepEqual([...new Set(answers.map(([version]) => version))], ["2"]);
        equal(
          answers.reduce((sum, [, , connections]) => sum + Number(connections), 0),
          1,
          "the browser must use one connection",
        );
        const count = (status: string) => answers.filter(([, code]) => code === status).length;
        const good = count("200");
        const busy = count("503");
        equal(good + busy, STREAMS, JSON.stringify(answers));
        // On a busy machine requests that wait for a slot are rejected after five seconds too.
        ok(good >= 2 && busy >= STREAMS / 2, `${good} succeeded, ${busy} were rejected`);
        const { peakMb } = await readProcess(service.pid);
        ok(peakMb < MAX_MB, `${peakMb} MB`);
      } finally {
        await caddy.stop();
        await haproxy.stop();
      }
    });
  });
});
