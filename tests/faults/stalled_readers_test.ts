/**
 * Tests that readers which stop reading a bulk file take bounded memory, while others get the file.
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { DOWNLOAD_LIMITS } from "../../lib/platform/limits.ts";
import { until } from "../support/process.ts";
import { readProcess } from "../support/process_figures.ts";
import { startHaproxy } from "../support/proxies.ts";
import { RANDOM_AS_OF } from "../support/random_state.ts";
import { insertStations } from "../support/route_world.ts";
import { withServerDb } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";

const FILE = "/data/current.geojson";
/** Enough stations that the file exceeds the system's buffers of a connection. */
const STATIONS = 30_000;
const READERS = 300;
const ADDRESSES = 3;
const MORE_MB = 100;

type Reader = { head: string; close(): void };

/** Requests the file without compression and reads only the first bytes of the response. */
async function stall(port: number, address: string): Promise<Reader> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const request = `GET ${FILE} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const buffer = new Uint8Array(1_024);
  const size = await connection.read(buffer);
  return {
    head: new TextDecoder().decode(buffer.subarray(0, size ?? 0)),
    close: () => connection.close(),
  };
}

/** Returns the status and the length of the file for a client that reads it. */
async function download(
  port: number,
  headers: Record<string, string>,
): Promise<[status: number, bytes: number]> {
  const response = await fetch(`http://127.0.0.1:${port}${FILE}`, { headers });
  return [response.status, (await response.bytes()).length];
}

async function checkStalled(port: number, pid: number): Promise<void> {
  const plain = { "accept-encoding": "identity", "x-forwarded-for": "203.0.113.9" };
  const packed = { "accept-encoding": "gzip", "x-forwarded-for": "203.0.113.1" };
  const [, size] = await download(port, plain);
  await download(port, packed);
  const before = await readProcess(pid);
  const opening = Array.from(
    { length: READERS },
    (_, at) => stall(port, `203.0.113.${1 + at % ADDRESSES}`),
  );
  const readers = await Promise.all(opening);
  const { mb } = await readProcess(pid);
  ok(
    mb - before.mb < MORE_MB,
    `${READERS} stalled readers of ${size} bytes take ${mb - before.mb} MB`,
  );
  const refused = readers.filter(({ head }) => !head.startsWith("HTTP/1.1 200"));
  equal(READERS - refused.length, ADDRESSES * DOWNLOAD_LIMITS.ofClient);
  for (const { head } of refused) {
    match(head, /^HTTP\/1\.1 503 [^]*\nretry-after: 10\r/i);
    for (const name of ["x-api-version: v1", "x-request-id: ", "cache-control: no-store"]) {
      match(head, new RegExp(`\\n${name}`, "i"), head);
    }
  }
  deepEqual(
    await download(port, packed),
    [200, size],
    "a stalled client must still get the compressed file",
  );
  deepEqual(await download(port, plain), [200, size], "another client must get it uncompressed");
  for (const { close } of readers) close();
  await until(async () => {
    const reader = await stall(port, "203.0.113.1");
    reader.close();
    return reader.head.startsWith("HTTP/1.1 200");
  });
}

// Proves docs/contract.md#long-answers
Deno.test(`${READERS} stalled readers of a bulk file take at most ${MORE_MB} MB, and other readers get theirs`, async (t) => {
  await withServerDb(async (db, url) => {
    const stations = Array.from({ length: STATIONS }, (_, at) => ({
      id: String(10_000_000 + at),
      lat: 43 + at / 10_000,
      lng: 2,
      motorway: false,
      priceMilli: 1_700,
    }));
    await insertStations(db, stations);
    const env = {
      TRUSTED_PROXIES: "127.0.0.1",
      INGEST: "off",
      CLOCK: RANDOM_AS_OF.toISOString(),
      DATABASE_URL: url,
    };
    await withService(env, async ({ pid }, origin) => {
      await waitUntilReady(origin);
      await t.step("without a proxy", () => checkStalled(Number(new URL(origin).port), pid));
      const haproxy = await startHaproxy(origin);
      try {
        await t.step("through the shipped proxy", () => checkStalled(haproxy.port, pid));
      } finally {
        await haproxy.stop();
      }
    });
  });
});
