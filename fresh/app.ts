/** The app: takes middlewares and routes, and handles requests. @module */

import { splitAddress } from "../lib/platform/split_address.ts";
import { type AnyMiddleware, Context, HttpError, type Middleware } from "./context.ts";
import { compose, type FileRoutes, readFileRoutes } from "./fs_routes.ts";
import { type RouteEntry, Router } from "./router.ts";
import type { Snapshot } from "./snapshot.ts";

const PEER: Deno.NetAddr = { transport: "tcp", hostname: "127.0.0.1", port: 0 };
const NO_INFO: Deno.ServeHandlerInfo = { remoteAddr: PEER, completed: Promise.resolve() };
const NO_FILES: FileRoutes = { app: null, middlewares: [], errorPage: null, routes: [] };

/** Options of the development server: those of Deno.serve. */
export type ListenOptions = Deno.ServeTcpOptions;

/** Collects what the app is made of, in order; `handler()` turns it into a function. */
export class App<State> {
  #middlewares: Middleware<State>[] = [];
  #routes: RouteEntry[] = [];
  #hasFiles = false;
  /** The build, which a Builder of fresh/dev sets before `handler()`. */
  snapshot: Snapshot | null = null;

  use(...middlewares: Middleware<State>[]): this {
    if (this.#hasFiles) throw new TypeError("use() comes before fsRoutes()");
    this.#middlewares.push(...middlewares);
    return this;
  }

  /** Answers every method at a path, before the routes of the manifest. */
  all(pattern: string, run: Middleware<State>): this {
    this.#routes.push({ pattern, run });
    return this;
  }

  fsRoutes(): this {
    this.#hasFiles = true;
    return this;
  }

  /**
   * The app as a function; what is no percent-encoding in the parameter of a route throws. The
   * second argument says where the request comes from (127.0.0.1 when absent).
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
      // one slash for doubled ones: no path can pass for the address of another host where one
      // redirects to it
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
      "fsRoutes() needs what a Builder of fresh/dev gives the app before handler()",
    );
  }
}

/** The error page, drawn past all middlewares; where there is none, or it fails too, text. */
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

/** The text of a client's error, nothing about our own. */
function answerUncaught(error: unknown): Response {
  if (error instanceof HttpError && error.status < 500) {
    return new Response(error.message, { status: error.status });
  }
  console.error(error);
  return new Response("Internal server error", {
    status: error instanceof HttpError ? error.status : 500,
  });
}
