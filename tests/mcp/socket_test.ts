/** What only a socket shows: bodies that come in pieces, forged hosts, clients that negotiate by themselves. @module */

import { equal, match, ok } from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { prepareServer, withServerDb } from "../support/server_db.ts";
import { createMcpApp, withSocket } from "./app.ts";
import { connectNew, connectOld } from "./clients.ts";
import { fillDatabase } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

function testSocket(name: string, test: (origin: string) => Promise<void>): void {
  Deno.test(name, async () => {
    await withServerDb(async (db) => {
      await fillDatabase(db);
      const app = await createMcpApp(db);
      await withSocket(app, test);
      await app.close();
    });
  });
}

/** Sends bytes as they are and answers all that comes back until the server closes. */
async function sendRaw(origin: string, parts: string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const writer = connection.writable.getWriter();
  const answer = new Response(connection.readable).text();
  try {
    for (const part of parts) await writer.write(new TextEncoder().encode(part));
  } catch {
    // the server may answer and close before everything is sent
  }
  return await answer.catch(() => "");
}

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

function head(lines: string[]): string {
  return ["POST /mcp HTTP/1.1", "Connection: close", "Content-Type: application/json", ...lines, "", ""].join("\r\n");
}

testSocket("a forged Host is refused with 403, whatever the connection says", async (origin) => {
  for (const host of ["evil.example", "evil.example:80", "localhost.evil.example", "xn--lcalhost-54a"]) {
    const response = await sendRaw(origin, [head([`Host: ${host}`, `Content-Length: ${LIST.length}`]), LIST]);
    match(response, /^HTTP\/1\.1 403 /, host);
  }
  const response = await sendRaw(origin, [head(["Host: localhost:1", `Content-Length: ${LIST.length}`]), LIST]);
  match(response, /^HTTP\/1\.1 200 /);
});

testSocket("a body in chunks is read, and refused with 413 as soon as it is too long", async (origin) => {
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const chunked = head(["Host: localhost", "Transfer-Encoding: chunked"]);
  const whole = await sendRaw(origin, [chunked, chunk(LIST.slice(0, 10)), chunk(LIST.slice(10)), "0\r\n\r\n"]);
  match(whole, /^HTTP\/1\.1 200 /);
  const long = Array.from({ length: 17 }, () => chunk(" ".repeat(16 * 1024)));
  match(await sendRaw(origin, [chunked, ...long, "0\r\n\r\n"]), /^HTTP\/1\.1 413 /);
});

testSocket("answers are not compressed on the way, whatever the client accepts", async (origin) => {
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-encoding": "gzip, br" },
    body: LIST,
  });
  equal(response.headers.get("content-encoding"), null);
  match(response.headers.get("cache-control")!, /no-store/);
  ok((await response.json()).result.tools.length === 9);
});

testSocket("clients of both eras work over a socket, and one that negotiates finds the new era", async (origin) => {
  for (const connect of [connectOld, connectNew]) {
    const client = await connect({ origin });
    const { structuredContent } = await client.callTool({ name: "get_national_prices", arguments: { fuel: "e10" } });
    equal((structuredContent!.data as { scope: string }).scope, "national");
    await client.close();
  }
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin)));
  equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
  equal((await client.listTools()).tools.length, 9);
  await client.close();
});
