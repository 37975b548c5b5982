import { equal, ok } from "../support/assert.ts";
import { readProcess } from "../support/process_figures.ts";
import { withFixtureService } from "../support/service.ts";

const SENDERS = 500;
const LENGTH = 250_000;
/**
 * The limit of all bodies, the memory of connections, and slack for a delayed garbage collection.
 */
const MORE_MB = 160;
const PATIENCE_MS = 30_000;
const LIST = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}';

type Sender = { status: Promise<number>; send(text: string): Promise<void>; close(): void };

/** Opens a request whose body is never completed. If `length` is null, the body is chunked. */
async function openPost(
  origin: string,
  { length, path = "/mcp" }: { length: number | null; path?: string },
): Promise<Sender> {
  const { hostname, port } = new URL(origin);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const size = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const write = async (text: string) => {
    for (let bytes = new TextEncoder().encode(text); bytes.length > 0;) {
      bytes = bytes.subarray(await connection.write(bytes));
    }
  };
  await write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${size}\r\n\r\n`,
  );
  const buffer = new Uint8Array(4096);
  const toStatus = (count: number | null) =>
    Number(
      /^HTTP\/1\.1 (\d+)/.exec(new TextDecoder().decode(buffer.subarray(0, count ?? 0)))?.[1] ?? 0,
    );
  const status = connection.read(buffer).then(toStatus, () => 0);
  const send = (text: string) =>
    write(length === null ? `${text.length.toString(16)}\r\n${text}\r\n` : text);
  return { status, send, close: () => connection.close() };
}

async function readStatuses(senders: readonly Sender[]): Promise<number[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("Requests get no response")), PATIENCE_MS);
  const statuses = Promise.all(senders.map(({ status }) => status));
  return await Promise.race([statuses, late.promise]).finally(() => clearTimeout(timer));
}

async function askWell(origin: string, body = LIST): Promise<number> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE_MS) };
  const response = await fetch(`${origin}/mcp`, init);
  equal((await response.json()).id, 7);
  return response.status;
}

// Makes: bodies come slowly, or are many
Deno.test("slow bodies are dropped in time, take bounded memory, and do not delay other clients", async () => {
  await withFixtureService({ MCP_LIMIT: "0" }, async ({ origin, service: { pid } }) => {
    equal(await askWell(origin), 200);
    const before = await readProcess(pid);
    const senders = await Promise.all(
      Array.from(
        { length: SENDERS },
        (_, at) => openPost(origin, { length: at % 2 === 0 ? LENGTH : null }),
      ),
    );
    // Nearly all of each body, so that those that are dropped meanwhile take the rest as well.
    for (let piece = 0; piece < 6; piece++) {
      await Promise.all(senders.map((sender) => sender.send(" ".repeat(40_000)).catch(() => {})));
    }
    equal(await askWell(origin), 200, "a good request must succeed meanwhile");
    const statuses = await readStatuses(senders);
    const { peakMb } = await readProcess(pid);
    for (const { close } of senders) close();
    ok(statuses.includes(503) && statuses.includes(408), `${new Set(statuses)}`);
    equal(
      statuses.filter((status) => status !== 503 && status !== 408).length,
      0,
      `${new Set(statuses)}`,
    );
    ok(peakMb - before.mb < MORE_MB, `${SENDERS} bodies took ${peakMb - before.mb} MB`);
  });
});

Deno.test("bodies declared long that never arrive delay no long body of other clients", async () => {
  await withFixtureService({ MCP_LIMIT: "0" }, async ({ origin }) => {
    const senders = await Promise.all(
      Array.from({ length: SENDERS }, () => openPost(origin, { length: LENGTH })),
    );
    await Promise.all(senders.map((sender) => sender.send(" ")));
    equal(await askWell(origin, LIST + " ".repeat(200_000)), 200);
    for (const { close } of senders) close();
  });
});

Deno.test("a rejected request does not wait for its body", async () => {
  await withFixtureService({ MCP_LIMIT: "2" }, async ({ origin }) => {
    equal(await askWell(origin), 200);
    const wanted = await openPost(origin, { length: 100 });
    let isWantedEnded = false;
    wanted.status.then(() => isWantedEnded = true);
    const refused = await Promise.all([
      openPost(origin, { length: LENGTH }), // over the quota: too long to search it for an ID
      openPost(origin, { length: 100 }), // over the quota: the service waits for an ID
      openPost(origin, { length: null }),
      openPost(origin, { length: LENGTH, path: "/" }),
      openPost(origin, { length: LENGTH, path: "/api/v1/prices/national" }),
    ]);
    const statuses = await readStatuses(refused);
    for (const { close } of refused) close();
    equal(statuses.join(), "429,429,429,405,405");
    equal(isWantedEnded, false, "they must succeed before a needed body is dropped");
    wanted.close();
  });
});
