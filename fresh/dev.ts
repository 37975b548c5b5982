/** Builds an app's scripts, reads its manifest, and serves it during development. @module */

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { App, ListenOptions } from "./app.ts";
import { buildClient } from "./build.ts";
import { MANIFEST_FILE } from "./manifest.ts";
import { host } from "./shared.ts";
import { StaticFolder } from "./static_folder.ts";

/** The folder of `fresh.gen.ts` and `static/`; by default the working directory. */
export type BuildOptions = { root?: string };

const SCRIPT_PATH = "/_dev/reload.js";
/**
 * The value changes each time the server starts. `--watch` restarts it after a change, and open
 * pages then reload.
 */
const SCRIPT = `const start = "${crypto.randomUUID()}";
setInterval(async () => {
  const script = await fetch("${SCRIPT_PATH}").then((response) => response.text(), () => start);
  if (!script.includes(start)) location.reload();
}, 500);`;

/** Prepares apps to run. */
export class Builder {
  readonly #root: string;

  constructor({ root = "." }: BuildOptions = {}) {
    this.#root = resolve(root);
  }

  /**
   * Builds the scripts if they are stale on disk (`snapshot: "memory"` writes nothing). Returns a
   * function that gives an app its build: call it before `app.handler()`.
   */
  async build(
    { snapshot = "disk" }: { snapshot?: "disk" | "memory" } = {},
  ): Promise<<State>(app: App<State>) => void> {
    const { default: manifest } = await import(pathToFileURL(join(this.#root, MANIFEST_FILE)).href);
    const client = await buildClient({ root: this.#root, manifest, write: snapshot === "disk" });
    const files = new StaticFolder(join(this.#root, "static"));
    // For handlers that call `asset()`. A page uses the files of its own app.
    host.version = (path) => files.find(path)?.hash ?? null;
    return (app) => {
      app.snapshot = { manifest, client, files };
    };
  }

  /**
   * Serves the app, with pages that reload after a restart. Resolves when `options.signal` is
   * aborted.
   */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> }>,
    options: Partial<ListenOptions> = {},
  ): Promise<void> {
    const { app } = await importApp();
    (await this.build({ snapshot: "memory" }))(app);
    const handler = app.handler();
    const where = { port: 8000, hostname: "127.0.0.1", ...options };
    await Deno.serve(where, (req, info) => answer(req, (plain) => handler(plain, info))).finished;
  }
}

async function answer(
  req: Request,
  handle: (req: Request) => Promise<Response>,
): Promise<Response> {
  const { pathname } = new URL(req.url);
  if (pathname === SCRIPT_PATH) {
    return new Response(SCRIPT, { headers: { "content-type": "text/javascript" } });
  }
  const headers = new Headers(req.headers);
  headers.set("accept-encoding", "identity");
  const response = await handle(
    new Request(req.url, { method: req.method, headers, body: req.body }),
  );
  if (req.method === "HEAD" || !response.headers.get("content-type")?.startsWith("text/html")) {
    return response;
  }
  const script = `<script src="${SCRIPT_PATH}"></script>`;
  const html = (await response.text()).replace(/<\/body>|$/, (end) => script + end);
  const page = new Response(html, response);
  for (const name of ["content-length", "etag"]) page.headers.delete(name);
  page.headers.set("cache-control", "no-store");
  return page;
}
