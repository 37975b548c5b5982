/** Restarts the service and reloads its pages when a file changes. @module */

import { join, relative } from "node:path";
import { writeManifest } from "./gen.ts";

/** How to run the service while it is being written. */
type DevOptions = {
  root: string;
  /** Arguments after `deno`, for example `["run", "-A", "main.ts"]`; the port is passed as `PORT`. */
  command: string[];
  /** Where to look; the service itself listens one port further. */
  port: number;
  hostname?: string;
  /** Gets what happens, one line at a time. */
  print: (line: string) => void;
};

const SCRIPT_PATH = "/_fresh/dev.js";
const EVENTS_PATH = "/_fresh/dev-events";
const SCRIPT = `new EventSource(${JSON.stringify(EVENTS_PATH)}).addEventListener("reload", () => location.reload());`;
const QUIET_MS = 120;
const [START_TRIES, TRY_EVERY_MS] = [300, 100];
const IGNORED = /(^|\/)(\.[^/]*|node_modules|coverage|docs|tests|fresh\.gen\.ts)(\/|$)|_test\.tsx?$/;

/** Serves until `signal` is aborted: passes requests on to the service and keeps it in step with the files. */
export async function serveDev(options: DevOptions, signal: AbortSignal): Promise<void> {
  const reloads = new EventTarget();
  await writeManifest(options.root);
  let service = start(options);
  const server = Deno.serve({
    port: options.port,
    hostname: options.hostname ?? "127.0.0.1",
    signal,
    onListen: ({ hostname, port }) => options.print(`Development server on http://${hostname}:${port}`),
  }, (req) => answer(req, { options, reloads, signal }));
  for await (const paths of changes(options.root, signal)) {
    options.print(`Changed: ${paths.join(", ")}`);
    // Static files are read anew by the running service; all else needs a new one.
    if (!paths.every((path) => path.startsWith("static/"))) {
      await writeManifest(options.root);
      await stop(service);
      service = start(options);
    }
    reloads.dispatchEvent(new Event("reload"));
  }
  await stop(service);
  await server.finished;
}

function start({ root, command, port }: DevOptions): Deno.ChildProcess {
  const env = { PORT: String(port + 1) };
  return new Deno.Command(Deno.execPath(), { args: command, cwd: root, env, stdin: "null" }).spawn();
}

async function stop(service: Deno.ChildProcess): Promise<void> {
  try {
    service.kill("SIGTERM");
  } catch {
    // It has already ended, for example over a syntax error.
  }
  await service.status;
}

/** Batches of changed paths below the root, once it has been quiet for a moment. */
async function* changes(root: string, signal: AbortSignal): AsyncGenerator<string[]> {
  let waiting = new Set<string>();
  let wake = () => {};
  const collect = async (watcher: Deno.FsWatcher) => {
    for await (const { kind, paths } of watcher) {
      const names = paths.map((path) => relative(root, path)).filter((name) => name !== "" && !IGNORED.test(name));
      if (kind === "access" || names.length === 0) continue;
      names.forEach((name) => waiting.add(name));
      wake();
    }
  };
  const watchers = watch(root);
  signal.addEventListener("abort", () => {
    watchers.forEach((watcher) => watcher.close());
    wake();
  });
  const reading = Promise.all(watchers.map(collect));
  while (!signal.aborted) {
    if (waiting.size === 0) await new Promise<void>((resolve) => wake = resolve);
    if (waiting.size === 0) continue;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const batch = [...waiting].sort();
    waiting = new Set();
    yield batch;
  }
  await reading;
}

/** The files of the root itself, and its folders with all below them; packages and data are not worth their watches. */
function watch(root: string): Deno.FsWatcher[] {
  const folders = [...Deno.readDirSync(root)].filter(({ name, isDirectory }) => isDirectory && !IGNORED.test(name));
  const deep = folders.map(({ name }) => join(root, name));
  return [Deno.watchFs(root, { recursive: false }), ...(deep.length > 0 ? [Deno.watchFs(deep)] : [])];
}

type Front = { options: DevOptions; reloads: EventTarget; signal: AbortSignal };

async function answer(req: Request, front: Front): Promise<Response> {
  const url = new URL(req.url);
  if (url.pathname === SCRIPT_PATH) {
    return new Response(SCRIPT, { headers: { "content-type": "text/javascript", "cache-control": "no-store" } });
  }
  if (url.pathname === EVENTS_PATH) return streamReloads(front);
  url.port = String(front.options.port + 1);
  const response = await forward(req, url);
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  const html = (await response.text()).replace(/<\/body>|$/, (end) => `<script src="${SCRIPT_PATH}"></script>${end}`);
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "etag"]) headers.delete(name);
  headers.set("cache-control", "no-store");
  return new Response(html, { status: response.status, headers });
}

/** Asks the service, waiting for one that is just starting. */
async function forward(req: Request, url: URL): Promise<Response> {
  const headers = new Headers(req.headers);
  headers.set("accept-encoding", "identity");
  const body = req.body && new Uint8Array(await req.arrayBuffer());
  for (let attempt = 0;; attempt++) {
    try {
      return await fetch(url, { method: req.method, headers, body, redirect: "manual" });
    } catch (error) {
      if (attempt === START_TRIES) {
        return new Response(`The service does not answer: ${error}`, { status: 502 });
      }
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    }
  }
}

/** Says when to reload, until the page is closed or the server ends. */
function streamReloads({ reloads, signal }: Front): Response {
  const encoder = new TextEncoder();
  const closed = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 500\n\n"));
      const announce = () => controller.enqueue(encoder.encode("event: reload\ndata:\n\n"));
      reloads.addEventListener("reload", announce, { signal: closed.signal });
      signal.addEventListener("abort", () => controller.close(), { signal: closed.signal });
    },
    cancel: () => closed.abort(),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}
