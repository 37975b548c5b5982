import { equal, match } from "../support/assert.ts";
import { LIST, testApp, withSocket } from "./app.ts";

const TEXT = JSON.stringify(LIST);

function testSocket(name: string, test: (origin: string) => Promise<void>): void {
  testApp(name, (app) => withSocket(app, test), { readers: ["snapshot"] });
}

/** Posts raw text to /mcp and returns everything received until the server closes. */
async function sendRaw(origin: string, headers: string[], parts: string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const writer = connection.writable.getWriter();
  const answer = new Response(connection.readable).text();
  const head = [
    "POST /mcp HTTP/1.1",
    "Connection: close",
    "Content-Type: application/json",
    ...headers,
    "",
    "",
  ];
  try {
    for (const part of [head.join("\r\n"), ...parts]) {
      await writer.write(new TextEncoder().encode(part));
    }
  } catch {
    // The server may respond and close before everything is sent.
  }
  return await answer.catch(() => "");
}

testSocket(
  "a chunked body is read, and rejected with 413 as soon as it is too long",
  async (origin) => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const send = (chunks: string[]) =>
      sendRaw(origin, ["Host: localhost", "Transfer-Encoding: chunked"], [...chunks, "0\r\n\r\n"]);
    match(await send([chunk(TEXT.slice(0, 10)), chunk(TEXT.slice(10))]), /^HTTP\/1\.1 200 /);
    match(
      await send(Array.from({ length: 17 }, () => chunk(" ".repeat(16 * 1024)))),
      /^HTTP\/1\.1 413 /,
    );
  },
);

testSocket("responses are not compressed, whatever the client accepts", async (origin) => {
  const headers = { "content-type": "application/json", "accept-encoding": "gzip, br" };
  const response = await fetch(`${origin}/mcp`, { method: "POST", headers, body: TEXT });
  equal(response.headers.get("content-encoding"), null);
  match(response.headers.get("cache-control")!, /no-store/);
  equal((await response.json()).result.tools.length, 11);
});
