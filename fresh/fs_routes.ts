/** Maps files below `routes/` to routes. @module */

import {
  answerRoute,
  type Middleware,
  type Route,
  type RouteConfig,
  type RouteHandler,
  type ServerComponent,
} from "./context.ts";
import type { Command, Scope } from "./router.ts";
import type { RouteModule, Snapshot } from "./snapshot.ts";

type File = { path: string; folder: Scope; name: string; module: RouteModule };
type Place = { scope: Scope; prefix: string };

/** The commands that the manifest's routes stand for: folders' parts from the root down, then the routes. */
export function expandFiles(place: Place, snapshot: Snapshot | null): Command[] {
  if (snapshot === null) {
    throw new TypeError("fsRoutes() needs a snapshot: call applySnapshot(app, …) before handler()");
  }
  const files = Object.entries(snapshot.manifest.routes).map(toFile);
  const folderParts = files.filter(({ name }) => name.startsWith("_")).sort((a, b) =>
    a.folder.length - b.folder.length
  );
  const routes = files.filter(({ name }) => !name.startsWith("_")).map((file) => toRoute(place, file));
  routes.sort((a, b) => comparePatterns(a.pattern, b.pattern));
  return [...folderParts.flatMap((file) => toFolderPart(place, file)), ...routes];
}

function toFile([path, module]: [string, RouteModule]): File {
  const segments = path.replace(/\.[jt]sx?$/, "").split("/");
  const name = segments.pop()!;
  return { path, folder: segments.map(toSegment), name, module };
}

/** `[id]` as `:id`, so that folders and registered paths speak the same language. */
function toSegment(name: string): string {
  if (/^\[\.\.\..+\]$/.test(name)) return `:${name.slice(4, -1)}*`;
  if (/^\[\[.+\]\]$/.test(name)) return `{:${name.slice(2, -2)}}?`;
  return name.replace(/\[(.+?)\]/g, ":$1");
}

/** The URLPattern pathname of a file path below `routes/`. */
export function toPattern(path: string): string {
  const { folder, name } = toFile([path, {}]);
  const segments = [...folder, toSegment(name)].filter((segment) => !/^\(.*\)$/.test(segment));
  if (segments.at(-1) === "index") segments.pop();
  return segments.map((segment) => segment.startsWith("{:") ? `{/${segment.slice(1)}` : `/${segment}`).join("") || "/";
}

function toRoute(place: Place, { path, folder, name, module }: File): Command & { kind: "route" } {
  const route = toParts(module);
  const pattern = route.config?.routeOverride ?? toPattern(path);
  const scope = [...place.scope, ...folder, ...(name === "index" ? [] : [toSegment(name)])];
  const answer: Middleware = (ctx) => answerRoute(ctx, route, { status: 200 });
  const full = pattern === "/" && place.prefix !== "" ? place.prefix : place.prefix + pattern;
  return { kind: "route", scope, pattern: full, method: "ALL", middlewares: [answer] };
}

function toParts(module: RouteModule): Route {
  return {
    component: module.default as ServerComponent | undefined,
    handler: (module.handler ?? module.handlers) as RouteHandler | undefined,
    config: module.config as RouteConfig | undefined,
  };
}

function toFolderPart(place: Place, { path, folder, name, module }: File): Command[] {
  const scope = [...place.scope, ...folder];
  const parts = toParts(module);
  const component = parts.component!;
  if (name === "_app") return [{ kind: "app", scope, component }];
  if (name === "_layout") return [{ kind: "layout", scope, component, config: parts.config ?? {} }];
  if (name === "_middleware") {
    const middlewares = [parts.handler ?? component].flat() as unknown as Middleware[];
    return [{ kind: "use", scope, middlewares }];
  }
  if (name === "_error" || name === "_500") {
    return [{ kind: "error", scope, handler: (ctx) => answerRoute(ctx, anyMethod(parts), { status: 500 }) }];
  }
  if (name === "_404") {
    return [{ kind: "notFound", scope, handler: (ctx) => answerRoute(ctx, anyMethod(parts), { status: 404 }) }];
  }
  throw new TypeError(
    `"${path}" is no route: of names with an underscore, _app, _layout, _middleware, _error, _404 are known`,
  );
}

/** An error page answers whatever the method was that failed. */
function anyMethod(route: Route): Route {
  return { ...route, handler: typeof route.handler === "function" ? route.handler : () => ({ data: undefined }) };
}

/** Fixed text before names, names before optional ones, those before the rest; else by text, to be the same every time. */
function comparePatterns(a: string, b: string): number {
  const toSegments = (pattern: string) => pattern.replaceAll("{/", "/{").split("/");
  const [left, right] = [toSegments(a), toSegments(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = rank(left[i]) - rank(right[i]);
    if (order !== 0) return order;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(segment: string | undefined): number {
  if (segment === undefined) return 0;
  if (!/[:*{(]/.test(segment)) return 1;
  if (segment.endsWith("*")) return 4;
  return segment.endsWith("?") ? 3 : 2;
}
