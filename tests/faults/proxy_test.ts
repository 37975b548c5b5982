/** The shipped proxy before the service: TLS, the client's address, and the bounds that the service leaves to it. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Proxy, startProxy } from "../support/haproxy.ts";
import { withFixtureService } from "../support/service.ts";

const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";
const LIMIT = 3;
/** Of deploy/haproxy.cfg. */
const [MOST_OF_ONE_ADDRESS, SLOW_S] = [100, 10];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function curl(...args: string[]): Promise<string> {
  const limits = ["--silent", "--max-time", "20"];
  const { stdout } = await new Deno.Command("curl", { args: [...limits, ...args], stdout: "piped" }).output();
  return new TextDecoder().decode(stdout);
}

async function checkTls({ httpPort, httpsPort, certificate }: Proxy): Promise<void> {
  const page = await curl("--cacert", certificate, "--include", `https://localhost:${httpsPort}/`);
  match(page, /^HTTP\/2 200/);
  match(page, /<html/);
  match(await curl("--head", `http://127.0.0.1:${httpPort}/docs`), /^HTTP\/1\.1 301 [^]*\nlocation: https:\/\//i);
}

/** Status of a search of a client with an address of its own, which says that it is another. */
async function searchFrom(address: string, { httpsPort }: Proxy, said: string): Promise<string> {
  const shown = ["--output", "/dev/null", "--write-out", "%{http_code}"];
  const client = ["--interface", address, "--header", `X-Forwarded-For: ${said}`, "--insecure"];
  return await curl(...shown, ...client, `https://127.0.0.1:${httpsPort}${SEARCH}`);
}

async function checkClients(proxy: Proxy): Promise<void> {
  const statuses: string[] = [];
  for (let asked = 0; asked <= LIMIT; asked++) {
    statuses.push(await searchFrom("127.0.0.2", proxy, `203.0.113.${asked}`));
  }
  deepEqual(statuses, [...Array(LIMIT).fill("200"), "429"]);
  equal(await searchFrom("127.0.0.3", proxy, "127.0.0.2"), "200", "another client has a quota of its own");
}

/** Sends `head`, then a byte each half second until the proxy ends it. Answers what it said and after how many seconds. */
async function sendSlowly({ httpsPort, certificate }: Proxy, head: string): Promise<{ said: string; afterS: number }> {
  const caCerts = [await Deno.readTextFile(certificate)];
  const connection = await Deno.connectTls({ hostname: "localhost", port: httpsPort, caCerts });
  const beganMs = performance.now();
  await connection.write(new TextEncoder().encode(head));
  let said: string | null = null;
  const buffer = new Uint8Array(4096);
  const reading = connection.read(buffer).then((size) => {
    said = new TextDecoder().decode(buffer.subarray(0, size ?? 0));
  }, (error) => {
    said = String(error);
  });
  while (said === null && performance.now() - beganMs < 3000 * SLOW_S) {
    await connection.write(new TextEncoder().encode("x")).catch(() => {});
    await Promise.race([reading, pause(500)]);
  }
  connection.close();
  await reading;
  return { said: said ?? "", afterS: (performance.now() - beganMs) / 1000 };
}

async function checkSlow(proxy: Proxy, head: string): Promise<void> {
  const { said, afterS } = await sendSlowly(proxy, head);
  match(said, /^HTTP\/1\.1 408 /);
  ok(afterS > SLOW_S - 1 && afterS < SLOW_S + 5, `ended after ${afterS.toFixed(1)} s`);
}

/** Opens a connection; null when it was refused at once. */
function connect(port: number): Promise<Deno.Conn | null> {
  return Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
}

async function checkConnections(proxy: Proxy): Promise<void> {
  const opened = await Promise.all(Array.from({ length: 2 * MOST_OF_ONE_ADDRESS }, () => connect(proxy.httpPort)));
  const open = opened.filter((connection) => connection !== null);
  const isEnded = (connection: Deno.Conn) => connection.read(new Uint8Array(1)).then(() => true, () => true);
  const ended = await Promise.all(open.map((connection) => Promise.race([isEnded(connection), pause(1000)])));
  equal(ended.filter((is) => is !== true).length, MOST_OF_ONE_ADDRESS);
  equal(await searchFrom("127.0.0.4", proxy, ""), "200", "others are answered meanwhile");
  for (const connection of open) connection.close();
}

Deno.test("the shipped proxy ends TLS, tells clients apart, ends slow requests and bounds connections of one address", async (t) => {
  const env = { TRUSTED_PROXIES: "127.0.0.1", REST_LIMIT: String(LIMIT) };
  await withFixtureService(env, async ({ origin }) => {
    const proxy = await startProxy(origin);
    try {
      await t.step("pages by https, and http leads there", () => checkTls(proxy));
      await t.step(
        "the quota is that of the client's address, not of the one that it names",
        () => checkClients(proxy),
      );
      await t.step(`headers and bodies that take longer than ${SLOW_S} s are refused`, async () => {
        const body = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n";
        await Promise.all([checkSlow(proxy, "GET / HTTP/1.1\r\nX-Slow: "), checkSlow(proxy, body)]);
      });
      await t.step("the 101st connection of one address is refused", () => checkConnections(proxy));
    } finally {
      await proxy.stop();
    }
  });
});
