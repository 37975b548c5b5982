/** The development server around a service that is edited. @module */

import assert from "node:assert/strict";
import { join } from "node:path";
import { serveDev } from "./dev_server.ts";

/** A port that is free, as is the next one: the service itself listens there. */
function findFreePorts(): number {
  const listeners: Deno.Listener[] = [];
  try {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    for (const one of [port, port + 1]) listeners.push(Deno.listen({ hostname: "127.0.0.1", port: one }));
    return port;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return findFreePorts();
    throw error;
  } finally {
    listeners.forEach((listener) => listener.close());
  }
}

const PORT = findFreePorts();
const ORIGIN = `http://127.0.0.1:${PORT}`;

function toSource(text: string): string {
  return `Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen: () => {} }, async (req) => {
  if (req.method === "POST") return new Response("echo " + await req.text(), { status: 201 });
  return new Response("<html><body>${text} " + Deno.pid + "</body></html>", {
    headers: { "content-type": "text/html", etag: '"x"' },
  });
});
`;
}

async function ask(): Promise<{ text: string; pid: string }> {
  const html = await (await fetch(ORIGIN)).text();
  const [, text = "", pid = ""] = /<body>(\w+) (\d+)<script src="\/_fresh\/dev\.js"><\/script><\/body>/.exec(html)!;
  return { text, pid };
}

Deno.test("serveDev() passes requests on, restarts for code, and reloads pages for both code and static files", async () => {
  const root = await Deno.makeTempDir();
  await Deno.mkdir(join(root, "static"));
  await Deno.mkdir(join(root, "lib"));
  await Deno.writeTextFile(join(root, "main.ts"), toSource("ONE"));
  const ending = new AbortController();
  const command = ["run", "--no-config", "-A", "main.ts"];
  const lines: string[] = [];
  const serving = serveDev({ root, command, port: PORT, print: (line) => lines.push(line) }, ending.signal);
  try {
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const first = await ask();
    assert.equal(first.text, "ONE");
    assert.equal((await fetch(ORIGIN)).headers.get("cache-control"), "no-store");
    const posted = await fetch(ORIGIN, { method: "POST", body: "body" });
    assert.deepEqual([posted.status, await posted.text()], [201, "echo body"]);

    const events = (await fetch(`${ORIGIN}/_fresh/dev-events`)).body!.pipeThrough(new TextDecoderStream()).getReader();
    assert.match((await events.read()).value!, /retry/);
    await Deno.writeTextFile(join(root, "static", "a.css"), "a{}");
    assert.match((await events.read()).value!, /event: reload/);
    assert.deepEqual(await ask(), first, "a static file must not restart the service");

    await Deno.writeTextFile(join(root, "main.ts"), toSource("TWO"));
    // the system may tell of one file several times, so a reload may still be the static file's
    do assert.match((await events.read()).value!, /event: reload/); while ((await ask()).text !== "TWO");
  } finally {
    ending.abort();
    await serving; // With a page still listening.
    await Deno.remove(root, { recursive: true });
  }
  await assert.rejects(fetch(`http://127.0.0.1:${PORT + 1}`), "the service is left running");
});
