/** The app: takes routes, middlewares, layouts and error pages, and answers requests. @module */

import {
  answerRoute,
  Context,
  type LayoutConfig,
  type Middleware,
  type ResolvedFreshConfig,
  type Route,
  type ServerComponent,
} from "./context.ts";
import { expandFiles } from "./fs_routes.ts";
import { HttpError } from "./http_error.ts";
import { collect, type Command, compile, type Handler, type RouteEntry, Router, toScope } from "./router.ts";
import { setSnapshot, type Snapshot } from "./snapshot.ts";

/** What `app.listen()` takes beside Deno's own options. */
export type ListenOptions = Deno.ServeTcpOptions;

/** Settings of an app. */
export type FreshConfig = { mode?: "development" | "production" };

const PEER: Deno.NetAddr = { transport: "tcp", hostname: "127.0.0.1", port: 0 };
const NO_INFO: Deno.ServeHandlerInfo = { remoteAddr: PEER, completed: Promise.resolve() };

/** Collects what the app is made of, in order; `handler()` turns it into a function. */
// deno-lint-ignore no-explicit-any -- the documented default
export class App<State = any> {
  /** The resolved settings. */
  readonly config: ResolvedFreshConfig;
  #commands: Command[] = [];
  #snapshot: Snapshot | null = null;

  /** An empty app. */
  constructor(config: FreshConfig = {}) {
    this.config = { basePath: "", mode: config.mode ?? "production" };
  }

  /** Middlewares for all that is registered after them, or for a path and all below it. */
  use(...args: (string | Middleware<State>)[]): this {
    const path = typeof args[0] === "string" ? args[0] : "*";
    const middlewares = args.filter((arg) => typeof arg !== "string");
    return this.#add({ kind: "use", scope: toScope(path), middlewares });
  }

  /** Answers GET, and HEAD unless that has its own handler. */
  get(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("GET", path, middlewares);
  }
  /** Answers HEAD. */
  head(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("HEAD", path, middlewares);
  }
  /** Answers POST. */
  post(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("POST", path, middlewares);
  }
  /** Answers PUT. */
  put(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("PUT", path, middlewares);
  }
  /** Answers PATCH. */
  patch(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("PATCH", path, middlewares);
  }
  /** Answers DELETE. */
  delete(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("DELETE", path, middlewares);
  }
  /** Answers OPTIONS. */
  options(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("OPTIONS", path, middlewares);
  }
  /** Answers every method. */
  all(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#addRoute("ALL", path, middlewares);
  }

  /** A route with a component and optional handlers. */
  route(path: string, route: Route<State>): this {
    return this.#addRoute("ALL", path, [(ctx) => answerRoute(ctx, route, { status: 200 })]);
  }

  /** The component around every page, up to `<html>`. */
  appWrapper(component: ServerComponent<unknown, State>): this {
    return this.#add({ kind: "app", scope: [], component });
  }

  /** A component around the pages at and below `path`. */
  layout(path: string, component: ServerComponent<unknown, State>, config: LayoutConfig = {}): this {
    return this.#add({ kind: "layout", scope: toScope(path), component, config });
  }

  /** Answers whatever is thrown at and below `path`, its middlewares included. */
  onError(path: string, handler: Middleware<State> | Route<State>): this {
    return this.#add({ kind: "error", scope: toScope(path), handler: toHandler(handler, 500) });
  }

  /** Answers whatever ends as a 404. */
  notFound(handler: Middleware<State> | Route<State>): this {
    return this.#add({ kind: "notFound", scope: [], handler: toHandler(handler, 404) });
  }

  /** Inserts another app below `path`. */
  mountApp(path: string, app: App<State>): this {
    const scope = toScope(path);
    const prefix = scope.length === 0 ? "" : `/${scope.join("/")}`;
    for (const command of app.#commands) {
      const moved = { ...command, scope: [...scope, ...command.scope] };
      if (moved.kind === "files") moved.prefix = prefix + moved.prefix;
      if (moved.kind === "route") moved.pattern = (prefix + moved.pattern).replace(/(.)\/$/, "$1");
      this.#commands.push(moved);
    }
    return this;
  }

  /** Inserts the routes of the manifest here, below `path`. */
  fsRoutes(path = "*"): this {
    const scope = toScope(path);
    return this.#add({ kind: "files", scope, prefix: scope.length === 0 ? "" : `/${scope.join("/")}` });
  }

  /** The app as a function; what is no percent-encoding in the parameter of a route throws. The second argument says where the request comes from (127.0.0.1 when absent). */
  handler(): (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    const snapshot = this.#snapshot;
    const router = this.#buildRouter(snapshot);
    return async (req, info = NO_INFO) => {
      const url = new URL(req.url);
      // so that no path can pass for the address of another host where one redirects to it
      if (url.pathname.includes("//")) url.pathname = url.pathname.replace(/\/+/g, "/");
      const { route, params, run } = router.match(req.method, url.pathname);
      const internals = { snapshot, app: null, layouts: [] };
      const ctx = new Context<State>({ req, url, info, config: this.config, route, params, internals });
      try {
        const response = await run(ctx);
        if (req.method !== "HEAD") return response;
        await response.body?.cancel();
        return new Response(null, response);
      } catch (error) {
        return answerUncaught(error);
      }
    };
  }

  /** Starts a server; resolves when it has ended. */
  async listen(options: ListenOptions = {}): Promise<void> {
    await Deno.serve(options, this.handler()).finished;
  }

  /** Gives the app its manifest, scripts and static files; called through `applySnapshot`. */
  static {
    setSnapshot((app, snapshot) => {
      (app as App).#snapshot = snapshot;
    });
  }

  #add(command: Command): this {
    this.#commands.push(command);
    return this;
  }

  #addRoute(method: string, path: string, middlewares: Middleware<State>[]): this {
    const pattern = path === "*" ? "/*" : path;
    return this.#add({ kind: "route", scope: toScope(path), pattern, method, middlewares });
  }

  #buildRouter(snapshot: Snapshot | null): Router {
    const commands = this.#commands.flatMap((command) =>
      command.kind === "files" ? expandFiles(command, snapshot) : [command]
    );
    const entries = new Map<string, RouteEntry>();
    for (const [index, command] of commands.entries()) {
      if (command.kind !== "route") continue;
      const levels = collect(commands.slice(0, index), command.scope);
      const entry = entries.get(command.pattern) ?? { pattern: command.pattern, methods: new Map(), refuse: refuse405 };
      if (!entry.methods.has(command.method)) {
        entry.methods.set(command.method, compile(levels, command.middlewares, notFound));
      }
      entry.refuse = compile(levels, [], refuse405);
      entries.set(command.pattern, entry);
    }
    return new Router([...entries.values()], compile(collect(commands, []), [], notFound));
  }
}

function toHandler(handler: Middleware | Route, status: number): Handler {
  if (typeof handler === "function") return handler;
  return (ctx) => answerRoute(ctx, handler, { status });
}

function notFound(): never {
  throw new HttpError(404);
}

function refuse405(): never {
  throw new HttpError(405);
}

/** The answer where no error page has taken care: the text of a client's error, nothing about our own. */
function answerUncaught(error: unknown): Response {
  if (error instanceof HttpError && error.status < 500) return new Response(error.message, { status: error.status });
  console.error(error);
  return new Response("Internal server error", { status: error instanceof HttpError ? error.status : 500 });
}
