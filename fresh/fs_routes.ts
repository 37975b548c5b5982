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
 * The wrapper of every page, the middlewares of `routes/_middleware`, the error page, and the
 * routes with the middlewares of their folders.
 */
export type FileRoutes = {
  app: ServerComponent | null;
  middlewares: AnyMiddleware[];
  errorPage: AnyMiddleware | null;
  routes: (RouteEntry & { file: string })[];
};

/**
 * Returns what the manifest's files define. @throws TypeError if a name starts with an underscore
 * and is not known.
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
    if (name === "_app") {
      found.app = route.component!;
    } else if (name === "_middleware") {
      found.middlewares = [route.handler].flat() as AnyMiddleware[];
    } else if (name.endsWith("/_middleware")) {
      ofFolders.set(name.replace(/_middleware$/, ""), [route.handler].flat() as AnyMiddleware[]);
    } else if (name === "_error") {
      found.errorPage = toErrorPage(route);
    } else if (/(^|\/)_|[(]|\[\[|\[\.\.\./.test(name)) {
      throw new TypeError(
        `"${path}": the only names with an underscore are _middleware and, at the top, _app and ` +
          "_error; groups, rest parameters and optional names are not supported",
      );
    } else {
      const config = module.config as RouteConfig | undefined;
      const pattern = config?.routeOverride ?? toPattern(name);
      found.routes.push({ pattern, run: toHandler(route), file: name });
    }
  }
  for (const route of found.routes) {
    const folders = [...ofFolders.keys()].filter((folder) => route.file.startsWith(folder)).sort();
    route.run = compose(folders.flatMap((folder) => ofFolders.get(folder)!), route.run);
  }
  found.routes.sort((a, b) => comparePatterns(a.pattern, b.pattern));
  return found;
}

/** Returns the handler of the error page, which is the same for every method. */
function toErrorPage(route: Route): AnyMiddleware {
  const page = { ...route, handler: () => ({ data: undefined }) };
  return (ctx) => answerRoute(ctx, page, { status: 500 });
}

function toHandler(route: Route): AnyMiddleware {
  const { handler, component } = route;
  if (typeof handler === "function" && !component) return handler as AnyMiddleware;
  return (ctx) => answerRoute(ctx, route, { status: 200 });
}

/** Combines middlewares, outermost first, and the function that they lead to. */
export function compose(middlewares: readonly AnyMiddleware[], last: AnyMiddleware): AnyMiddleware {
  return middlewares.reduceRight((inner: AnyMiddleware, middleware) => {
    return (ctx) => {
      ctx[INTERNALS].next = inner;
      return middleware(ctx);
    };
  }, last);
}

/** Returns the URLPattern pathname of a file below `routes/`, given without its extension. */
export function toPattern(name: string): string {
  return `/${name}`.replace(/\[([^[\]]+)\]/g, ":$1").replace(/\/index$/, "") || "/";
}

/** Fixed text sorts before parameters, then alphabetically, so that the order is stable. */
function comparePatterns(a: string, b: string): number {
  const toSegments = (pattern: string) => pattern.replaceAll("{/", "/{").split("/");
  const left = toSegments(a);
  const right = toSegments(b);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = rank(left[i]) - rank(right[i]);
    if (order !== 0) return order;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(segment: string | undefined): number {
  if (segment === undefined) return 0;
  return /[:{(]/.test(segment) ? 2 : 1;
}
