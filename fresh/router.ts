/** Joins middlewares, layouts, routes and error pages into one function per route, and finds the route of a request. @module */

import { type Context, getInternals, type LayoutConfig, type Middleware, type ServerComponent } from "./context.ts";
import { HttpError } from "./http_error.ts";

/** A compiled answer. */
// deno-lint-ignore no-explicit-any -- states of all apps pass through here
export type Handler = (ctx: Context<any>) => Response | Promise<Response>;

/** A path as its segments; folders in parentheses are kept, for they carry layouts but no part of the URL. */
export type Scope = string[];

/** One thing that was registered. */
export type Command =
  | { kind: "use"; scope: Scope; middlewares: Middleware[] }
  | { kind: "app"; scope: Scope; component: ServerComponent }
  | { kind: "layout"; scope: Scope; component: ServerComponent; config: LayoutConfig }
  | { kind: "error" | "notFound"; scope: Scope; handler: Handler }
  | { kind: "route"; scope: Scope; pattern: string; method: string; middlewares: Middleware[] }
  | { kind: "files"; scope: Scope; prefix: string };

/** All that is registered at one path, seen from one route. */
type Level = {
  scope: Scope;
  middlewares: Middleware[];
  onError: Handler | null;
  onNotFound: Handler | null;
  app: ServerComponent | null;
  layouts: { component: ServerComponent; config: LayoutConfig }[];
};

/** The segments of a path; the root and a trailing `*` add none. */
export function toScope(path: string): Scope {
  return path.split("/").filter((segment, index, all) =>
    segment !== "" && !(segment === "*" && index === all.length - 1)
  );
}

/** The levels around a route, outermost first. */
export function collect(commands: Command[], scope: Scope): Level[] {
  const levels = new Map<string, Level>();
  for (const command of commands) {
    if (command.kind === "route" || command.kind === "files" || !covers(command.scope, scope)) continue;
    const key = command.scope.join("/");
    const level = levels.get(key) ?? newLevel(command.scope);
    levels.set(key, level);
    if (command.kind === "use") level.middlewares.push(...command.middlewares);
    else if (command.kind === "app") level.app = command.component;
    else if (command.kind === "layout") level.layouts.push(command);
    else if (command.kind === "error") level.onError = command.handler;
    else level.onNotFound = command.handler;
  }
  return inherit([...levels.values()].sort((a, b) => a.scope.length - b.scope.length));
}

function newLevel(scope: Scope): Level {
  return { scope, middlewares: [], onError: null, onNotFound: null, app: null, layouts: [] };
}

/** Gives every level the app wrapper and the layouts of those around it. */
function inherit(levels: Level[]): Level[] {
  let app: ServerComponent | null = null;
  let layouts: Level["layouts"] = [];
  for (const level of levels) {
    level.app = app = level.app ?? app;
    level.layouts = layouts = [...layouts, ...level.layouts];
  }
  return levels;
}

/** Whether `outer` is at or above `inner`; a group folder of `inner` may be missing in `outer`. */
function covers(outer: Scope, inner: Scope): boolean {
  let at = 0;
  for (const segment of inner) {
    if (at === outer.length) return true;
    if (outer[at] === segment) at++;
    else if (!/^\(.*\)$/.test(segment)) return false;
  }
  return at === outer.length;
}

/** One function out of the levels around a route and its own middlewares, the last of which answers. */
export function compile(levels: Level[], own: Middleware[], last: Handler): Handler {
  const route = compose(own, last);
  return levels.reduceRight((inner: Handler, level) => compileLevel(level, inner), route);
}

function compileLevel(level: Level, inner: Handler): Handler {
  const run = compose(level.middlewares, inner);
  return async (ctx) => {
    enter(ctx, level);
    try {
      return await run(ctx);
    } catch (error) {
      const isNotFound = error instanceof HttpError && error.status === 404;
      const answer = (isNotFound ? level.onNotFound : null) ?? level.onError;
      if (answer === null) throw error;
      // The error page is drawn with what its own level offers, whatever the levels below had set up.
      enter(ctx, level);
      ctx.error = error;
      return await answer(ctx);
    }
  };
}

function enter(ctx: object, level: Level): void {
  const internals = getInternals(ctx);
  internals.app = level.app;
  internals.layouts = level.layouts;
}

function compose(middlewares: Middleware[], last: Handler): Handler {
  return middlewares.reduceRight((inner: Handler, middleware) => {
    return (ctx) => {
      ctx.next = async () => await inner(ctx);
      return middleware(ctx);
    };
  }, last);
}

/** All that is known about one pattern. */
export type RouteEntry = {
  /** Pathname in the syntax of URLPattern. */
  pattern: string;
  /** By method; `ALL` is for those not named. */
  methods: Map<string, Handler>;
  /** Answers a method that is not there. */
  refuse: Handler;
};

type Dynamic = { entry: RouteEntry; prefix: string; matcher: URLPattern };
type Match = { route: string | null; params: Record<string, string>; run: Handler };

/** Routes without a pattern go first, by a map; the others in the order given. */
export class Router {
  #statics = new Map<string, RouteEntry>();
  #dynamics: Dynamic[] = [];
  #unmatched: Handler;

  /** `unmatched` answers where no pattern does. */
  constructor(entries: RouteEntry[], unmatched: Handler) {
    this.#unmatched = unmatched;
    for (const entry of entries) {
      const prefix = /^[^:*{(+?\\]*/.exec(entry.pattern)![0];
      if (prefix === entry.pattern) this.#statics.set(entry.pattern, entry);
      else {
        // `/old/:path*` also matches `/old`, so the last slash is no part of the fixed beginning.
        const matcher = new URLPattern({ pathname: entry.pattern });
        this.#dynamics.push({ entry, prefix: prefix.replace(/\/$/, ""), matcher });
      }
    }
  }

  /** The handler for a method and a path, with the decoded parameters. A fixed path is found with and without a slash at its end. */
  match(method: string, pathname: string): Match {
    const entry = this.#statics.get(pathname) ??
      this.#statics.get(pathname.endsWith("/") ? pathname.slice(0, -1) : `${pathname}/`);
    if (entry) return { route: entry.pattern, params: {}, run: choose(entry, method) };
    for (const { entry, prefix, matcher } of this.#dynamics) {
      // Running a pattern costs microseconds, comparing its fixed beginning next to nothing.
      if (!pathname.startsWith(prefix)) continue;
      const found = matcher.exec({ pathname });
      if (found) return { route: entry.pattern, params: toParams(found), run: choose(entry, method) };
    }
    return { route: null, params: {}, run: this.#unmatched };
  }
}

function choose(entry: RouteEntry, method: string): Handler {
  return entry.methods.get(method) ?? (method === "HEAD" ? entry.methods.get("GET") : undefined) ??
    entry.methods.get("ALL") ?? entry.refuse;
}

function toParams(found: URLPatternResult): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(found.pathname.groups)) params[name] = decodeURI(value ?? "");
  return params;
}
