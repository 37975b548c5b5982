/** The app: takes middlewares and routes, and answers requests. @module */

import { Context, type Middleware } from "./context.ts";
import { type FileRoutes, readFileRoutes } from "./fs_routes.ts";
import { HttpError } from "./http_error.ts";
import { type Handler, type RouteEntry, Router } from "./router.ts";
import { setSnapshot, type Snapshot } from "./snapshot.ts";

const PEER: Deno.NetAddr = { transport: "tcp", hostname: "127.0.0.1", port: 0 };
const NO_INFO: Deno.ServeHandlerInfo = { remoteAddr: PEER, completed: Promise.resolve() };
const NO_FILES: FileRoutes = { app: null, middlewares: [], errorPage: null, routes: [] };

/** What the development server takes beside Deno's own options. */
export type ListenOptions = Deno.ServeTcpOptions;

/** Collects what the app is made of, in order; `handler()` turns it into a function. */
// deno-lint-ignore no-explicit-any -- the documented default
export class App<State = any> {
  #middlewares: Middleware<State>[] = [];
  #routes: RouteEntry[] = [];
  #hasFiles = false;
  #snapshot: Snapshot | null = null;

  /** Middlewares for every request. They come before the routes. */
  use(...middlewares: Middleware<State>[]): this {
    if (this.#hasFiles || this.#routes.length > 0) throw new TypeError("use() comes before get() and fsRoutes()");
    this.#middlewares.push(...middlewares);
    return this;
  }

  /** Answers GET and HEAD at a path, outside of what the files set up. */
  get(path: string, handler: Middleware<State>): this {
    return this.all(path, (ctx) => {
      if (ctx.req.method !== "GET" && ctx.req.method !== "HEAD") throw new HttpError(405);
      return handler(ctx);
    });
  }

  /** Answers every method at a path, outside of what the files set up. */
  all(path: string, handler: Middleware<State>): this {
    this.#routes.push({ pattern: path, run: handler });
    return this;
  }

  /** Adds the routes of the manifest. */
  fsRoutes(): this {
    this.#hasFiles = true;
    return this;
  }

  /**
   * The app as a function; what is no percent-encoding in the parameter of a route throws. The second argument says where
   * the request comes from (127.0.0.1 when absent).
   */
  handler(): (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    const snapshot = this.#snapshot;
    const files = this.#readFiles(snapshot);
    const [own, router] = [new Router(this.#routes), new Router(files.routes)];
    return async (req, info = NO_INFO) => {
      const url = new URL(req.url);
      // so that no path can pass for the address of another host where one redirects to it
      if (url.pathname.includes("//")) url.pathname = url.pathname.replace(/\/+/g, "/");
      const registered = own.match(url.pathname);
      const { route, params, run } = registered ?? router.match(url.pathname) ?? NOT_FOUND;
      const around = registered ? NO_FILES : files;
      const ctx = new Context<State>({ req, url, info, route, params, internals: { snapshot, app: around.app } });
      const response = await answer(ctx, compose([...this.#middlewares, ...around.middlewares], run), around.errorPage);
      if (req.method !== "HEAD") return response;
      await response.body?.cancel();
      return new Response(null, response);
    };
  }

  #readFiles(snapshot: Snapshot | null): FileRoutes {
    if (!this.#hasFiles) return NO_FILES;
    if (snapshot) return readFileRoutes(snapshot.manifest);
    throw new TypeError("fsRoutes() needs what a Builder of fresh/dev gives the app before handler()");
  }

  /** Gives the app its manifest, scripts and static files; called through `applySnapshot`. */
  static {
    setSnapshot((app, snapshot) => {
      (app as App).#snapshot = snapshot;
    });
  }
}

/** Lets the error page answer what is thrown, past all middlewares; where there is none, or it fails too, text does. */
async function answer(ctx: Context<unknown>, run: Handler, errorPage: Handler | null): Promise<Response> {
  try {
    try {
      return await run(ctx);
    } catch (error) {
      if (errorPage === null) throw error;
      ctx.error = error;
      return await errorPage(ctx);
    }
  } catch (error) {
    return answerUncaught(error);
  }
}

function compose(middlewares: Middleware[], last: Handler): Handler {
  return middlewares.reduceRight((inner: Handler, middleware) => {
    return (ctx) => {
      ctx.next = async () => await inner(ctx);
      return middleware(ctx);
    };
  }, last);
}

function notFound(): never {
  throw new HttpError(404);
}

const NOT_FOUND = { route: null, params: {}, run: notFound };

/** The text of a client's error, nothing about our own. */
function answerUncaught(error: unknown): Response {
  if (error instanceof HttpError && error.status < 500) return new Response(error.message, { status: error.status });
  console.error(error);
  return new Response("Internal server error", { status: error instanceof HttpError ? error.status : 500 });
}
