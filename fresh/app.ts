/** The app: takes middlewares and routes, and handles requests. @module */

import { splitAddress } from "../lib/platform/split_address.ts";
import { type AnyMiddleware, Context, HttpError, type Middleware } from "./context.ts";
import { compose, type FileRoutes, readFileRoutes } from "./fs_routes.ts";
import { type RouteEntry, Router } from "./router.ts";
import type { Snapshot } from "./snapshot.ts";

const PEER: Deno.NetAddr = { transport: "tcp", hostname: "127.0.0.1", port: 0 };
const NO_INFO: Deno.ServeHandlerInfo = { remoteAddr: PEER, completed: Promise.resolve() };
const NO_FILES: FileRoutes = { app: null, middlewares: [], errorPage: null, routes: [] };

/** Options of the development server, the same as those of `Deno.serve`. */
export type ListenOptions = Deno.ServeTcpOptions;

/** Collects middlewares and routes in order. `handler()` turns them into a function. */
export class App<State> {
  #middlewares: Middleware<State>[] = [];
  #routes: RouteEntry[] = [];
  #hasFiles = false;
  /** The build, which a Builder of fresh/dev sets before `handler()`. */
  snapshot: Snapshot | null = null;

  use(...middlewares: Middleware<State>[]): this {
    if (this.#hasFiles) throw new TypeError("Call use() before fsRoutes()");
    this.#middlewares.push(...middlewares);
    return this;
  }

  /** Adds a handler for every method at a path. It comes before the routes of the manifest. */
  all(pattern: string, run: Middleware<State>): this {
    this.#routes.push({ pattern, run });
    return this;
  }

  fsRoutes(): this {
    this.#hasFiles = true;
    return this;
  }

  /**
   * Returns the app as a function of a request and its origin (127.0.0.1 by default). The function
   * throws if a parameter of a route has invalid percent-encoding.
   */
  handler(): (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    const { snapshot } = this;
    const { app, middlewares, errorPage, routes } = this.#readFiles();
    const around = [...this.#middlewares, ...middlewares];
    const all = [...this.#routes, ...routes];
    const router = new Router(
      all.map(({ pattern, run }) => ({ pattern, run: compose(around, run) })),
    );
    const notFound = { route: null, params: {}, run: compose(around, throwNotFound) };
    return async (req, info = NO_INFO) => {
      // Collapse doubled slashes: a redirect to a path with two would lead to another host.
      const { path } = splitAddress(req.url);
      const pathname = path.includes("//") ? path.replace(/\/\/+/g, "/") : path;
      const { route, params, run } = router.match(pathname) ?? notFound;
      const ctx = new Context<State>({
        req,
        info,
        route,
        params,
        internals: { snapshot, app, pathname, next: throwNotFound },
      });
      let response: Response;
      try {
        response = await run(ctx);
      } catch (error) {
        response = await answerError(ctx, { error, errorPage });
      }
      if (req.method !== "HEAD") return response;
      await response.body?.cancel();
      return new Response(null, response);
    };
  }

  #readFiles(): FileRoutes {
    if (!this.#hasFiles) return NO_FILES;
    if (this.snapshot) return readFileRoutes(this.snapshot.manifest);
    throw new TypeError(
      "fsRoutes() needs a build: let a Builder of fresh/dev set it before handler()",
    );
  }
}

/**
 * Renders the error page without any middleware. Falls back to text if the app has no error page,
 * or it fails too.
 */
async function answerError(
  ctx: Context<unknown>,
  { error, errorPage }: { error: unknown; errorPage: AnyMiddleware | null },
): Promise<Response> {
  if (errorPage === null) return answerUncaught(error);
  ctx.error = error;
  try {
    return await errorPage(ctx);
  } catch (failure) {
    return answerUncaught(failure);
  }
}

function throwNotFound(): never {
  throw new HttpError(404);
}

/** Returns the text of a client's error, and nothing about our own. */
function answerUncaught(error: unknown): Response {
  if (error instanceof HttpError && error.status < 500) {
    return new Response(error.message, { status: error.status });
  }
  console.error(error);
  return new Response("Internal server error", {
    status: error instanceof HttpError ? error.status : 500,
  });
}
