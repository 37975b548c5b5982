/** Builds an app's scripts, finds its routes and islands, and serves it while it is edited. @module */

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { App, ListenOptions } from "./app.ts";
import { buildClient } from "./build.ts";
import { host } from "./shared.ts";
import { applySnapshot, type Manifest } from "./snapshot.ts";
import { StaticFolder } from "./static_folder.ts";

/** Where the app is: the folder of `routes/`, `islands/` and `static/`; the working directory by default. */
export type BuildOptions = { root?: string };

const SOURCE = /\.[jt]sx?$/;
const NO_SOURCE = /[._]test\.[jt]sx?$|\.d\.ts$/;

const PORT = 8000;
const SCRIPT_PATH = "/_fresh/reload.js";
const ALIVE_PATH = "/_fresh/alive";
const RETRY_MS = 300;
/** A page that has lost the server reloads when it is there again: after a change Deno's `--watch` starts it anew. */
const SCRIPT = `let lost = false;
const alive = new EventSource(${JSON.stringify(ALIVE_PATH)});
alive.onerror = () => lost = true;
alive.onopen = () => lost && location.reload();`;

/** Prepares apps to run. */
export class Builder {
  readonly #root: string;

  constructor({ root = "." }: BuildOptions = {}) {
    this.#root = resolve(root);
  }

  /**
   * Builds the scripts of the islands, unless those on disk are made of the same files. Returns what gives an app its
   * scripts, routes, islands and static files; call that before `app.handler()`. With `snapshot: "memory"` nothing is
   * written to disk.
   */
  async build({ snapshot = "disk" }: { snapshot?: "disk" | "memory" } = {}): Promise<(app: App) => void> {
    const manifest = await loadManifest(this.#root);
    const client = await buildClient({ root: this.#root, manifest, write: snapshot === "disk" });
    const files = new StaticFolder(join(this.#root, "static"), { isFixed: snapshot === "disk" });
    // For handlers that call `asset()`; while a page is rendered its own app's files are asked.
    host.version = (path) => files.version(path);
    return (app) => applySnapshot(app, { manifest, client, files });
  }

  /** Serves the app, with pages that reload when it was started anew; resolves when `options.signal` is aborted. */
  async listen(importApp: () => Promise<{ app: App }>, options: Partial<ListenOptions> = {}): Promise<void> {
    const { app } = await importApp();
    (await this.build({ snapshot: "memory" }))(app);
    const handler = app.handler();
    const where = { port: PORT, hostname: "127.0.0.1", ...options };
    await Deno.serve(where, (req, info) => answer(req, (plain) => handler(plain, info))).finished;
  }
}

async function loadManifest(root: string): Promise<Manifest> {
  const load = async (folder: string, prefix: string) => {
    const paths = await list(join(root, folder));
    const modules = paths.map(async (path) => {
      return [prefix + path, await import(pathToFileURL(join(root, folder, path)).href)] as const;
    });
    return Object.fromEntries(await Promise.all(modules));
  };
  return { routes: await load("routes", ""), islands: await load("islands", "islands/") };
}

/** Source files below a folder, tests left out, sorted by text; none when there is no folder. */
async function list(folder: string, prefix = ""): Promise<string[]> {
  const paths: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) paths.push(...await list(join(folder, name), `${prefix}${name}/`));
      else if (SOURCE.test(name) && !NO_SOURCE.test(name)) paths.push(prefix + name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return paths.sort();
}

type AskApp = (req: Request) => Promise<Response>;

async function answer(req: Request, askApp: AskApp): Promise<Response> {
  const { pathname } = new URL(req.url);
  if (pathname === SCRIPT_PATH) return new Response(SCRIPT, { headers: { "content-type": "text/javascript" } });
  if (pathname === ALIVE_PATH) return streamNothing();
  const headers = new Headers(req.headers);
  headers.set("accept-encoding", "identity");
  const response = await askApp(new Request(req.url, { method: req.method, headers, body: req.body }));
  if (req.method === "HEAD" || !response.headers.get("content-type")?.startsWith("text/html")) return response;
  const script = `<script src="${SCRIPT_PATH}"></script>`;
  const html = (await response.text()).replace(/<\/body>|$/, (end) => script + end);
  const page = new Response(html, response);
  for (const name of ["content-length", "etag"]) page.headers.delete(name);
  page.headers.set("cache-control", "no-store");
  return page;
}

/** A stream of events that lasts as long as the server. */
function streamNothing(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`retry: ${RETRY_MS}\n\n`)),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}
