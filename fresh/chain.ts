/** Joins middlewares, layouts, route and error pages into one function per route. @module */

import { type Context, getInternals } from "./context.ts";
import type { LayoutConfig, Middleware, ServerComponent } from "./define.ts";
import { HttpError } from "./http_error.ts";

/** A compiled answer. */
// deno-lint-ignore no-explicit-any -- states of all apps pass through here
export type Handler = (ctx: Context<any>) => Response | Promise<Response>;

/** A path cut into segments; folders in parentheses are kept, for they carry layouts but no part of the URL. */
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

/** The levels that lie around a route, outermost first. */
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

/** Whether `outer` lies at or above `inner`; a group folder of `inner` may be missing in `outer`. */
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
