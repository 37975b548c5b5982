import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import { type Caddy, startCaddy, startHaproxy } from "../support/proxies.ts";
import { waitUntilReady, withFixtureService, withService } from "../support/service.ts";

const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";
const LIMIT = 3;
/** The limit in deploy/haproxy.cfg and deploy/Caddyfile. */
const REQUESTS = 500;
const IN_PROGRESS = 100;
const HEADERS_S = 10;
const BODY_S = 15;

async function curl(...args: string[]): Promise<string> {
  const limits = ["--silent", "--max-time", "20"];
  const { stdout } = await new Deno.Command("curl", { args: [...limits, ...args], stdout: "piped" })
    .output();
  return new TextDecoder().decode(stdout);
}

async function checkTls({ httpPort, httpsPort, authority }: Caddy): Promise<void> {
  const page = await curl("--cacert", authority, "--include", `https://localhost:${httpsPort}/`);
  match(page, /^HTTP\/2 200/);
  match(page, /<html/);
  match(
    await curl("--head", `http://localhost:${httpPort}/docs`),
    /^HTTP\/1\.1 308 [^]*\nlocation: https:\/\//i,
  );
}

/** Returns the status of a search from a client at `address` that claims another address. */
async function searchFrom(
  address: string,
  { httpsPort }: Caddy,
  claimed: string,
): Promise<string> {
  const shown = ["--output", "/dev/null", "--write-out", "%{http_code}"];
  const client = ["--interface", address, "--header", `X-Forwarded-For: ${claimed}`, "--insecure"];
  const resolve = ["--resolve", `localhost:${httpsPort}:127.0.0.1`];
  return await curl(...shown, ...client, ...resolve, `https://localhost:${httpsPort}${SEARCH}`);
}

async function checkClients(caddy: Caddy): Promise<void> {
  const statuses: string[] = [];
  for (let sent = 0; sent <= LIMIT; sent++) {
    statuses.push(await searchFrom("127.0.0.2", caddy, `203.0.113.${sent}`));
  }
  deepEqual(statuses, [...Array(LIMIT).fill("200"), "429"]);
  equal(
    await searchFrom("127.0.0.3", caddy, "127.0.0.2"),
    "200",
    "another client must have a separate quota",
  );
}

/**
 * Sends `head`, then a byte each half second until the proxy closes the connection. Returns the
 * response and the seconds it took.
 */
async function sendSlowly(
  { httpsPort, authority }: Caddy,
  head: string,
): Promise<{ answer: string; afterS: number }> {
  const caCerts = [await Deno.readTextFile(authority)];
  const connection = await Deno.connectTls({ hostname: "localhost", port: httpsPort, caCerts });
  const beganMs = performance.now();
  await connection.write(new TextEncoder().encode(head));
  let answer: string | null = null;
  const buffer = new Uint8Array(4096);
  const reading = connection.read(buffer).then((size) => {
    answer = new TextDecoder().decode(buffer.subarray(0, size ?? 0));
  }, () => {
    answer = "";
  });
  while (answer === null && performance.now() - beganMs < 30_000) {
    await connection.write(new TextEncoder().encode("x")).catch(() => {});
    await Promise.race([reading, delay(500)]);
  }
  connection.close();
  await reading;
  return { answer: answer ?? "", afterS: (performance.now() - beganMs) / 1000 };
}

async function checkSlow(caddy: Caddy): Promise<void> {
  const body = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n";
  const [slowHead, slowBody] = await Promise.all(
    ["GET / HTTP/1.1\r\nX-Slow: ", body].map((head) => sendSlowly(caddy, head)),
  );
  equal(slowHead!.answer, "");
  match(slowBody!.answer, /^HTTP\/1\.1 408 /);
  const isAfter = (afterS: number, limitS: number) => afterS > limitS - 1 && afterS < limitS + 5;
  ok(
    isAfter(slowHead!.afterS, HEADERS_S) && isAfter(slowBody!.afterS, BODY_S),
    `${slowHead!.afterS} s, ${slowBody!.afterS} s`,
  );
}

/** Sends concurrent requests and returns their responses. It does not wait for `held` of them. */
async function sendMany(
  port: number,
  { address, count, head, held = 0 }: {
    address: string;
    count: number;
    head: string;
    held?: number;
  },
) {
  const open = await Promise.all(
    Array.from({ length: count }, () => Deno.connect({ hostname: "127.0.0.1", port })),
  );
  const text = `${head}\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n`;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let awaited = count - held;
  const over = enough.then(() => delay(500, null));
  const statuses = await Promise.all(open.map(async (connection) => {
    await connection.write(
      new TextEncoder().encode(
        text + (head.startsWith("POST") ? "Content-Length: 9\r\n\r\n" : "\r\n"),
      ),
    );
    const buffer = new Uint8Array(4096);
    const reading = connection.read(buffer).then((size) => {
      if (--awaited === 0) resolve();
      return size;
    });
    const size = await Promise.race([reading, over]);
    return size ? new TextDecoder().decode(buffer.subarray(0, size)) : "pending";
  }));
  for (const connection of open) connection.close();
  return statuses;
}

async function checkRate(port: number, searches: () => Promise<string>): Promise<void> {
  const answers: string[] = [];
  while (answers.length <= REQUESTS) {
    answers.push(
      ...await sendMany(port, { address: "203.0.113.7", count: 50, head: "GET /healthz HTTP/1.1" }),
    );
  }
  const refused = answers.filter((answer) => !answer.startsWith("HTTP/1.1 200"));
  equal(refused.length, answers.length - REQUESTS);
  for (const answer of refused) match(answer, /^HTTP\/1\.1 429 [^]*\nretry-after: 10\r/i);
  equal(await searches(), "200", "other requests must succeed meanwhile");
}

async function checkInProgress(port: number): Promise<void> {
  const count = IN_PROGRESS + 20;
  const answers = await sendMany(port, {
    address: "203.0.113.8",
    count,
    head: "POST /mcp HTTP/1.1",
    held: IN_PROGRESS,
  });
  equal(answers.filter((answer) => answer === "pending").length, IN_PROGRESS);
  equal(answers.filter((answer) => answer.startsWith("HTTP/1.1 429")).length, count - IN_PROGRESS);
}

Deno.test("the shipped proxies end TLS, distinguish clients, end slow requests and limit each address", async (t) => {
  const env = { TRUSTED_PROXIES: "127.0.0.1", REST_LIMIT: String(LIMIT) };
  await withFixtureService(env, async ({ origin, service }) => {
    const haproxy = await startHaproxy(origin);
    const caddy = await startCaddy(haproxy.port);
    let logged = "";
    try {
      await t.step("pages are served by https, and http redirects there", () => checkTls(caddy));
      await t.step(
        "the quota counts the client's address, not the one it claims",
        () => checkClients(caddy),
      );
      await t.step("slow headers and bodies are rejected", () => checkSlow(caddy));
      await t.step(`an address may send ${REQUESTS} requests in ten seconds`, () => {
        return checkRate(haproxy.port, () => searchFrom("127.0.0.4", caddy, ""));
      });
      await t.step(
        `an address may have ${IN_PROGRESS} requests in progress`,
        () => checkInProgress(haproxy.port),
      );
      await t.step(
        "a stopped service is a 503, and neither addresses nor queries are logged",
        async () => {
          service.kill("SIGKILL");
          await service.end();
          equal(await searchFrom("127.0.0.5", caddy, ""), "503");
          await haproxy.stop();
          equal(await searchFrom("127.0.0.5", caddy, ""), "502");
        },
      );
    } finally {
      logged = await caddy.stop();
      await haproxy.stop().catch(() => {});
    }
    ok(logged.includes("serving initial configuration"), logged);
    for (const kept of ["127.0.0.5", "48.8566"]) ok(!logged.includes(kept), logged);
  });
});

/**
 * Searches through a proxy as eight visitors until `stop` is called. Returns the statuses, 0 for a
 * failed connection.
 */
function search(port: number): { statuses: Set<number>; stop(): Promise<void> } {
  const statuses = new Set<number>();
  let isOver = false;
  const visitors = Array.from({ length: 8 }, async (_, index) => {
    while (!isOver) {
      const headers = { "x-forwarded-for": `203.0.113.${index}` };
      const response = await fetch(`http://127.0.0.1:${port}${SEARCH}`, { headers }).catch(() =>
        Response.error()
      );
      await response.body?.cancel();
      statuses.add(response.status);
      await delay(20);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(visitors);
  };
  return { statuses, stop };
}

async function untilNotReady(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/readyz`);
    const { ready } = await response.json();
    if (!ready) return equal(response.status, 503);
  }
}

Deno.test("an instance that shuts down still responds, and the proxy sends its visitors to the other one", async () => {
  await withFixtureService({ DRAIN_S: "8" }, async ({ origin: first, service, url }) => {
    await withService({ DATABASE_URL: url, INGEST: "off" }, async (_other, second) => {
      await Promise.all([first, second].map(waitUntilReady));
      const haproxy = await startHaproxy(first, second);
      const searches = search(haproxy.port);
      try {
        await delay(200);
        service.kill("SIGTERM");
        await untilNotReady(first);
        equal((await curl(`${first}${SEARCH}`)).startsWith('{"data":[{'), true);
        equal((await service.end()).code, 0);
        await delay(500);
        await searches.stop();
        deepEqual([...searches.statuses], [200]);
      } finally {
        await searches.stop();
        await haproxy.stop();
      }
    });
  });
});
