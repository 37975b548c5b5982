/**
 * The builder: what it finds in an app's folder, and how it serves an app during development.
 *
 * @module
 */

import assert from "../tests/support/assert.ts";
import { join } from "node:path";
import { App } from "fresh";
import { Builder } from "./dev.ts";
import { inApp } from "./testdata/in_app.ts";

const PAGE = `export const handler = () => new Response("<html><body>ONE</body></html>", {
  headers: { "content-type": "text/html", etag: '"x"' },
});`;

Deno.test("Builder does not register test files as routes", async () => {
  await inApp(
    { "routes/index.ts": PAGE, "routes/a_test.ts": "throw new Error();" },
    async (root) => {
      const app = new App().fsRoutes();
      (await new Builder({ root }).build({ snapshot: "memory" }))(app);
      assert.equal((await app.handler()(new Request("http://localhost/a_test"))).status, 404);
    },
  );
});

const ECHO = `export const handler = async (ctx) => new Response("echo " + await ctx.req.text());`;
const MAIN = `import { App } from "fresh";
export const app = new App().fsRoutes();
`;
const DEV = `import { Builder } from "fresh/dev";
const onListen = ({ port }) => console.log(port);
await new Builder({ root: import.meta.dirname }).listen(() => import("./main.ts"), { port: 0, onListen });
`;

/** Reads the port that a process prints. */
async function readPort(reader: ReadableStreamDefaultReader<string>): Promise<number> {
  for (let text = "";;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The development server ended: ${text}`);
    text += value;
    if (text.endsWith("\n")) return Number(text);
  }
}

Deno.test("listen() serves pages that reload when --watch restarts the server", async () => {
  await inApp(
    { "main.ts": MAIN, "dev.ts": DEV, "routes/index.ts": PAGE, "routes/echo.ts": ECHO },
    async (root) => {
      const args = ["run", "-A", "--quiet", "--watch=routes", "--no-clear-screen", "dev.ts"];
      const command = new Deno.Command(Deno.execPath(), {
        args,
        cwd: root,
        stdout: "piped",
        stderr: "null",
      });
      const child = command.spawn();
      const ports = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      try {
        let origin = `http://127.0.0.1:${await readPort(ports)}`;
        const page = await fetch(origin);
        assert.match(
          await page.text(),
          /<body>ONE<script src="\/_dev\/reload\.js"><\/script><\/body>/,
        );
        assert.deepEqual(["cache-control", "etag"].map((name) => page.headers.get(name)), [
          "no-store",
          null,
        ]);
        assert.equal(
          await (await fetch(`${origin}/echo`, { method: "POST", body: "body" })).text(),
          "echo body",
        );
        const readScript = async () => await (await fetch(`${origin}/_dev/reload.js`)).text();
        const script = await readScript();
        assert.match(script, /location\.reload/);
        assert.equal(await readScript(), script);
        await Deno.writeTextFile(join(root, "routes/index.ts"), PAGE.replace("ONE", "TWO"));
        origin = `http://127.0.0.1:${await readPort(ports)}`;
        assert.match(await (await fetch(origin)).text(), /TWO/);
        assert.notEqual(await readScript(), script);
      } finally {
        child.kill("SIGKILL");
        await child.status;
        await ports.cancel();
      }
    },
  );
});
