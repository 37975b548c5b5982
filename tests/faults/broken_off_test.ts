import { equal, match } from "../support/assert.ts";
import { storeContent } from "../support/history_files.ts";
import { until } from "../support/process.ts";
import { readProcess } from "../support/process_figures.ts";
import { insertRandomState, RANDOM_AS_OF } from "../support/random_state.ts";
import { withServerDb } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";

const DOWNLOADS = 300;
const READ_BYTES = 100_000;
const STATIONS = 4_000;
const FILE_BYTES = 30_000_000;
/** The growth that connection buffers and the garbage collector may cause. */
const MAX_GROWTH_MB = 150;

type Kind = { name: string; path: string; headers?: Record<string, string> };

const KINDS: Kind[] = [
  { name: "a file of past prices", path: "/data/history/2024.parquet" },
  {
    name: "a part of a file of past prices",
    path: "/data/history/2024.parquet",
    headers: { range: "bytes=99-29999999" },
  },
  {
    name: "the plain file of current prices",
    path: "/data/current.json",
    headers: { "accept-encoding": "identity" },
  },
  {
    name: "the compressed file of current prices",
    path: "/data/current.json",
    headers: { "accept-encoding": "br" },
  },
  {
    name: "a part of the file of current prices",
    path: "/data/current.json",
    headers: { range: "bytes=9-" },
  },
  { name: "an Atom feed", path: "/feeds/search.atom?lat=48.85&lng=2.35&radius=50&fuel=gazole" },
  { name: "a JSON feed", path: "/feeds/search.json?lat=48.85&lng=2.35&radius=50&fuel=gazole" },
  { name: "a picture of a link preview", path: "/departements/75/image.png?fuel=gazole" },
];

/**
 * Requests an address and disconnects after {@link READ_BYTES}, or at the end. Returns the status
 * line.
 */
async function breakOff(origin: string, { path, headers = {} }: Kind): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = Object.entries({ host: hostname, connection: "close", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`);
  await connection.write(new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`));
  const buffer = new Uint8Array(16_384);
  let status = "";
  for (let bytes = 0; bytes < READ_BYTES;) {
    const count = await connection.read(buffer);
    if (count === null) break;
    status ||= new TextDecoder().decode(buffer.subarray(0, 12));
    bytes += count;
  }
  return status;
}

/** Returns the number of files and sockets that a process has open. */
async function countOpen(pid: number): Promise<number> {
  return (await Array.fromAsync(Deno.readDir(`/proc/${pid}/fd`))).length;
}

Deno.test("clients that abort downloads leave nothing open and do not end the service", () =>
  withServerDb(async (db, url) => {
    await db.transaction((tx) => insertRandomState(tx, { seed: 1, count: STATIONS }));
    await storeContent(db, "2024.parquet", new Uint8Array(FILE_BYTES), RANDOM_AS_OF);
    const dataDir = await Deno.makeTempDir();
    const env = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      INGEST: "off",
      CLOCK: RANDOM_AS_OF.toISOString(),
    };
    await withService(env, async ({ pid }, origin) => {
      await waitUntilReady(origin);
      for (const kind of KINDS) match(await breakOff(origin, kind), / 20[06]$/, kind.name);
      const openBefore = await countOpen(pid);
      for (const kind of KINDS) {
        const before = await readProcess(pid);
        for (let i = 0; i < DOWNLOADS; i++) await breakOff(origin, kind);
        equal(
          await fetch(`${origin}/healthz`).then((response) => response.text()),
          "ok\n",
          kind.name,
        );
        // Memory falls when the garbage collector runs, which may take a while on a busy machine.
        await until(() => readProcess(pid), ({ mb }) => mb - before.mb < MAX_GROWTH_MB);
      }
      await until(() => countOpen(pid), (count) => count <= openBefore + 2);
    });
    await Deno.remove(dataDir, { recursive: true });
  }));
