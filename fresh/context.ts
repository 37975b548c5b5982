/** The one argument of handlers, the types of everything that takes it, and the answer of a route made of handler and component. @module */

import { type ComponentChildren, type FunctionComponent, h, type VNode } from "preact";
import { HttpError } from "./http_error.ts";
import { keepNonce, newNonce } from "./nonce.ts";
import { renderDocument } from "./render.ts";
import type { Snapshot } from "./snapshot.ts";

/** What the host keeps about a request beside its public face. */
type Internals = {
  snapshot: Snapshot | null;
  app: ServerComponent | null;
  layouts: { component: ServerComponent; config: LayoutConfig }[];
};

/** Settings of the app as handlers see them. */
export type ResolvedFreshConfig = { basePath: string; mode: "development" | "production" };

const internals = new WeakMap<object, Internals>();

/** The host's own notes on the request of `ctx`. */
export function getInternals(ctx: object): Internals {
  return internals.get(ctx)!;
}

type ContextParts = {
  req: Request;
  url: URL;
  info: Deno.ServeHandlerInfo;
  config: ResolvedFreshConfig;
  route: string | null;
  params: Record<string, string>;
  internals: Internals;
};

/** One request on its way through the app. */
export class Context<State> {
  readonly req: Request;
  readonly url: URL;
  readonly info: Deno.ServeHandlerInfo;
  readonly config: ResolvedFreshConfig;
  /** Shared by the middlewares, the handler and the components of one request. */
  readonly state: State = {} as State;
  /** Pattern of the matched route, null when none matched. */
  readonly route: string | null;
  /** Decoded values of the pattern's names. */
  readonly params: Record<string, string>;
  /** Partial navigation is not supported: always false. */
  readonly isPartial: boolean = false;
  /** What was thrown, on an error page; else null. */
  error: unknown = null;
  /** What a layout or the app wrapper renders inside itself. */
  Component: FunctionComponent = () => null;
  /** Passes the request on to the next middleware or to the handler. */
  next: () => Promise<Response> = () => Promise.reject(new TypeError("Nothing comes after this handler"));

  /** Made by the app, never by its users. */
  constructor(parts: ContextParts) {
    this.req = parts.req;
    this.url = parts.url;
    this.info = parts.info;
    this.config = parts.config;
    this.route = parts.route;
    this.params = parts.params;
    internals.set(this, parts.internals);
  }

  /** A redirect within the site or to an absolute URL; doubled leading slashes are taken as one (no open redirect). */
  redirect(pathOrUrl: string, status = 302): Response {
    const location = pathOrUrl.startsWith("/") ? pathOrUrl.replace(/^[/\\]+/, "/") : pathOrUrl;
    return new Response(null, { status, headers: { location } });
  }

  /** Plain text. */
  text(content: string, init?: ResponseInit): Response {
    return respond(content, "text/plain; charset=utf-8", init);
  }

  /** HTML as it is given. */
  html(content: string, init?: ResponseInit): Response {
    return respond(content, "text/html; charset=utf-8", init);
  }

  /** JSON of any value. */
  json(content: unknown, init?: ResponseInit): Response {
    return respond(JSON.stringify(content), "application/json", init);
  }

  /** Renders `vnode` inside the layouts and the app wrapper of the route. */
  async render(vnode: ComponentChildren, init: ResponseInit = {}, config: LayoutConfig = {}): Promise<Response> {
    const own = getInternals(this);
    let content: ComponentChildren = vnode;
    for (const component of wrappers(own, config)) {
      const inner = content;
      const result = await renderAny(component, { ...toProps(this, undefined), Component: () => inner as VNode });
      if (result instanceof Response) return result;
      content = result;
    }
    const nonce = newNonce();
    return keepNonce(
      this.html(renderDocument(content, { snapshot: own.snapshot, nonce, pathname: this.url.pathname }), init),
      nonce,
    );
  }
}

function respond(body: string, type: string, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has("content-type")) headers.set("content-type", type);
  return new Response(body, { ...init, headers });
}

/** Layouts from the innermost outwards, the app wrapper last. */
function wrappers(own: Internals, config: LayoutConfig): ServerComponent[] {
  const chosen: ServerComponent[] = [];
  let skipApp = config.skipAppWrapper ?? false;
  if (!config.skipInheritedLayouts) {
    for (const layout of own.layouts.toReversed()) {
      chosen.push(layout.component);
      skipApp ||= layout.config.skipAppWrapper ?? false;
      if (layout.config.skipInheritedLayouts) break;
    }
  }
  if (own.app && !skipApp) chosen.push(own.app);
  return chosen;
}

/** The props that a component sees of a request. */
function toProps<State, Data>(ctx: Context<State>, data: Data): PageProps<Data, State> {
  const { config, url, req, params, info, state, isPartial, error, route, Component } = ctx;
  return { config, url, req, params, info, state, isPartial, error, route, Component, data };
}

/** Awaits an async component, and leaves any other to the renderer, where it may use hooks. */
async function renderAny(
  component: ServerComponent,
  props: PageProps,
): Promise<ComponentChildren | Response> {
  if (component.constructor.name === "AsyncFunction") return await component(props);
  return h(component as FunctionComponent<PageProps>, props);
}

/** The answer of a route; `status` is used unless the handler, or the error on an error page, says otherwise. */
export async function answerRoute(ctx: Context<unknown>, route: Route, options: { status: number }): Promise<Response> {
  const { component, config = {} } = route;
  const handler = pickHandler(ctx.req.method, route);
  const result: Response | PageResponse<unknown> = handler ? await handler(ctx) : { data: undefined };
  if (result instanceof Response) return result;
  if (!component) {
    throw new TypeError(`The handler of ${ctx.route ?? ctx.url.pathname} returned data, but no component`);
  }
  const content = await renderAny(component, toProps(ctx, result.data));
  if (content instanceof Response) return content;
  const status = result.status ?? (ctx.error instanceof HttpError ? ctx.error.status : options.status);
  return ctx.render(content as VNode, { status, headers: result.headers }, config);
}

/** The handler for a method; undefined where the component needs none. @throws HttpError 404 for a method not offered. */
function pickHandler(method: string, { handler, component, config }: Route): HandlerFn | undefined {
  const offered = config?.methods;
  if (Array.isArray(offered) && !offered.includes(method as Method)) throw new HttpError(404);
  if (typeof handler === "function") return handler;
  const chosen = handler?.[method as Method] ?? (method === "HEAD" ? handler?.GET : undefined);
  if (chosen) return chosen;
  if (component && (method === "GET" || method === "HEAD")) return undefined;
  throw new HttpError(404);
}

/** HTTP methods that a route may handle by name. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** What `page()` returns: data for the component and the head of the answer. */
export type PageResponse<T> = {
  data: T;
  /** Added to the headers of the answer. */
  headers?: HeadersInit;
  /** 200 when absent (an error page: the status of the error). */
  status?: number;
};

/** Hands data from a handler to the component of the same route. */
export function page(): PageResponse<undefined>;
export function page<T>(data: T, options?: { headers?: HeadersInit; status?: number }): PageResponse<T>;
export function page<T>(data?: T, options?: { headers?: HeadersInit; status?: number }): PageResponse<T | undefined> {
  return { data, headers: options?.headers, status: options?.status };
}

/** Answers a request of a route, or hands data to its component. */
// deno-lint-ignore no-explicit-any -- the documented defaults: a handler without type arguments accepts any state
export type HandlerFn<Data = any, State = any> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

/** Handlers by method; HEAD falls back to GET. */
// deno-lint-ignore no-explicit-any -- as above
export type HandlerByMethod<Data = any, State = any> = { [M in Method]?: HandlerFn<Data, State> };

/** One function for all methods, or one for each. */
// deno-lint-ignore no-explicit-any -- as above
export type RouteHandler<Data = any, State = any> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** Sees every request below its path and passes it on with `ctx.next()`. */
// deno-lint-ignore no-explicit-any -- as above
export type Middleware<State = any> = (ctx: Context<State>) => Response | Promise<Response>;
/** The same under its newer name. */
// deno-lint-ignore no-explicit-any -- as above
export type MiddlewareFn<State = any> = Middleware<State>;

/** Props of pages, layouts, error pages and the app wrapper. */
// deno-lint-ignore no-explicit-any -- as above
export type PageProps<Data = unknown, State = any> =
  & Pick<
    Context<State>,
    "config" | "url" | "req" | "params" | "info" | "state" | "isPartial" | "error" | "route" | "Component"
  >
  & { data: Data };

/** A component rendered on the server only; it may be async and then also answer with a `Response`. */
// deno-lint-ignore no-explicit-any -- as above
export type ServerComponent<Data = any, State = any> = (
  props: PageProps<Data, State>,
) => ComponentChildren | Response | Promise<ComponentChildren | Response>;

/** Options of a layout. */
export type LayoutConfig = {
  /** Leave out `_app`. */
  skipAppWrapper?: boolean;
  /** Leave out the layouts of the folders above. */
  skipInheritedLayouts?: boolean;
};

/** Options of a file route, exported as `config`. */
export type RouteConfig = LayoutConfig & {
  /** A URLPattern pathname in place of the one that the file's name gives. */
  routeOverride?: string;
  /** Methods answered; all when absent. */
  methods?: "ALL" | Method[];
};

/** The parts of a route registered by `app.route()` or an error page. */
// deno-lint-ignore no-explicit-any -- as above
export type Route<State = any> = {
  component?: ServerComponent<unknown, State>;
  handler?: RouteHandler<unknown, State>;
  config?: RouteConfig;
};

type DataOf<Result> = Awaited<Result> extends infer Answer ? Answer extends PageResponse<infer Data> ? Data : never
  : never;
type HandlerData<H> = H extends (...args: never[]) => infer Result ? DataOf<Result>
  : { [M in keyof H]: H[M] extends (...args: never[]) => infer Result ? DataOf<Result> : never }[keyof H];

/** Identity functions that give their argument its types. */
export type Define<State> = {
  /** Handlers of a route: one function, or one for each method. */
  handlers<H extends RouteHandler<unknown, State>>(handlers: H): H;
  /** A page; `define.page<typeof handler>` types `props.data`. */
  page<H = never, Data = [H] extends [never] ? unknown : HandlerData<H>, R = ReturnType<ServerComponent>>(
    render: (props: PageProps<Data, State>) => R,
  ): (props: PageProps<Data, State>) => R;
  /** A layout. */
  layout<R extends ReturnType<ServerComponent>>(
    render: (props: PageProps<unknown, State>) => R,
  ): (props: PageProps<unknown, State>) => R;
  /** A middleware, or several in order. */
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): M;
};

/** The helpers for an app whose `ctx.state` is `State`. */
export function createDefine<State>(): Define<State> {
  return { handlers: (h) => h, page: (p) => p, layout: (l) => l, middleware: (m) => m };
}
