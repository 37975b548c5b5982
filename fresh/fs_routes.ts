/** Reads the files below `routes/`. @module */

import {
  answerRoute,
  type AnyMiddleware,
  INTERNALS,
  type Route,
  type RouteConfig,
  type ServerComponent,
} from "./context.ts";
import type { RouteEntry } from "./router.ts";
import type { Manifest } from "./snapshot.ts";

/**
 * The parts of an app that its files define: the component around every page, the middlewares of
 * `routes/_middleware`, the error page, and the routes with the middlewares of their folders.
 */
export type FileRoutes = {
  app: ServerComponent | null;
  middlewares: AnyMiddleware[];
  errorPage: AnyMiddleware | null;
  routes: (RouteEntry & { file: string })[];
};

/**
 * The parts that the manifest's files define. @throws TypeError for a name with an underscore that
 * the host does not know.
 */
export function readFileRoutes({ routes }: Manifest): FileRoutes {
  const found: FileRoutes = { app: null, middlewares: [], errorPage: null, routes: [] };
  const ofFolders = new Map<string, AnyMiddleware[]>();
  for (const [path, module] of Object.entries(routes)) {
    const name = path.replace(/\.[jt]sx?$/, "");
    if (module.default?.constructor.name === "AsyncFunction") {
      throw new TypeError("Components cannot be async");
    }
    const route = { component: module.default, handler: module.handler } as Route;
    if (name === "_app") found.app = route.component!;
    else if (name === "_middleware") found.middlewares = [route.handler].flat() as AnyMiddleware[];
    else if (name.endsWith("/_middleware")) {
      ofFolders.set(name.replace(/_middleware$/, ""), [route.handler].flat() as AnyMiddleware[]);
    } // for every method
    else if (name === "_error") {
      found.errorPage = (ctx) =>
        answerRoute(ctx, { ...route, handler: () => ({ data: undefined }) }, { status: 500 });
    } else if (/(^|\/)_|[(]|\[\[|\[\.\.\./.test(name)) {
      throw new TypeError(
        `"${path}": of names with an underscore, _middleware and at the top _app and _error are known; groups, rests and optional names are not`,
      );
    } else {
      const pattern = (module.config as RouteConfig | undefined)?.routeOverride ?? toPattern(name);
      const { handler, component } = route;
      const isPlain = typeof handler === "function" && !component;
      const run: AnyMiddleware = isPlain
        ? handler as AnyMiddleware
        : (ctx) => answerRoute(ctx, route, { status: 200 });
      found.routes.push({ pattern, run, file: name });
    }
  }
  for (const route of found.routes) {
    const folders = [...ofFolders.keys()].filter((folder) => route.file.startsWith(folder)).sort();
    route.run = compose(folders.flatMap((folder) => ofFolders.get(folder)!), route.run);
  }
  found.routes.sort((a, b) => comparePatterns(a.pattern, b.pattern));
  return found;
}

/** One function of middlewares, the outermost first, and what they lead to. */
export function compose(middlewares: readonly AnyMiddleware[], last: AnyMiddleware): AnyMiddleware {
  return middlewares.reduceRight((inner: AnyMiddleware, middleware) => {
    return (ctx) => {
      ctx[INTERNALS].next = inner;
      return middleware(ctx);
    };
  }, last);
}

/** The URLPattern pathname of a file below `routes/`, without its ending. */
export function toPattern(name: string): string {
  return `/${name}`.replace(/\[([^[\]]+)\]/g, ":$1").replace(/\/index$/, "") || "/";
}

/** Fixed text before names; else by text, to be the same every time. */
function comparePatterns(a: string, b: string): number {
  const [left, right] = [a, b].map((pattern) => pattern.replaceAll("{/", "/{").split("/"));
  for (let i = 0; i < Math.max(left!.length, right!.length); i++) {
    const order = rank(left![i]) - rank(right![i]);
    if (order !== 0) return order;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(segment: string | undefined): number {
  if (segment === undefined) return 0;
  return /[:{(]/.test(segment) ? 2 : 1;
}
