/** The one argument of handlers, the types of everything that takes it, and the answer of a route made of handler and component. @module */

import { type ComponentChildren, type FunctionComponent, h, type VNode } from "preact";
import { HttpError } from "./http_error.ts";
import { keepNonce, newNonce } from "./nonce.ts";
import { renderDocument } from "./render.ts";
import type { Snapshot } from "./snapshot.ts";

/** What the host keeps about a request beside its public face: the build, and the component around every page. */
type Internals = { snapshot: Snapshot | null; app: ServerComponent | null };

const internals = new WeakMap<object, Internals>();

/** The host's own notes on the request of `ctx`. */
export function getInternals(ctx: object): Internals {
  return internals.get(ctx)!;
}

type ContextParts = {
  req: Request;
  url: URL;
  info: Deno.ServeHandlerInfo;
  route: string | null;
  params: Record<string, string>;
  internals: Internals;
};

/** One request on its way through the app. */
export class Context<State> {
  readonly req: Request;
  /** The address asked for, with doubled slashes as one. */
  readonly url: URL;
  readonly info: Deno.ServeHandlerInfo;
  /** The pattern of the route that was found; null when there is none. */
  readonly route: string | null;
  /** Shared by the middlewares, the handler and the components of one request. */
  readonly state: State = {} as State;
  /** Decoded values of the pattern's names. */
  readonly params: Record<string, string>;
  /** What was thrown, on an error page; else null. */
  error: unknown = null;
  /** What the app wrapper renders inside itself. */
  Component: FunctionComponent = () => null;
  /** Passes the request on to the next middleware or to the handler. */
  next: () => Promise<Response> = () => Promise.reject(new TypeError("Nothing comes after this handler"));

  /** Made by the app, never by its users. */
  constructor(parts: ContextParts) {
    this.req = parts.req;
    this.url = parts.url;
    this.info = parts.info;
    this.route = parts.route;
    this.params = parts.params;
    internals.set(this, parts.internals);
  }

  /** Renders `vnode` inside the app wrapper. */
  // deno-lint-ignore require-await -- a promise, as in Fresh
  async render(vnode: ComponentChildren, init: ResponseInit = {}, config: RouteConfig = {}): Promise<Response> {
    const { snapshot, app } = getInternals(this);
    const props = { ...toProps(this, undefined), Component: () => vnode as VNode };
    const content = app && !config.skipAppWrapper ? h(app as FunctionComponent<PageProps>, props) : vnode;
    const nonce = newNonce();
    const html = renderDocument(content, { snapshot, nonce, pathname: this.url.pathname });
    const headers = new Headers(init.headers);
    headers.set("content-type", "text/html; charset=utf-8");
    return keepNonce(new Response(html, { ...init, headers }), nonce);
  }
}

/** The props that a component sees of a request. */
function toProps<State, Data>(ctx: Context<State>, data: Data): PageProps<Data, State> {
  const { url, req, params, info, state, error, Component } = ctx;
  return { url, req, params, info, state, error, Component, data };
}

/** The answer of a route; `status` is used unless the handler, or the error on an error page, says otherwise. */
export async function answerRoute(ctx: Context<unknown>, route: Route, options: { status: number }): Promise<Response> {
  const { component, config = {} } = route;
  const handler = pickHandler(ctx.req.method, route);
  const result: Response | PageResponse<unknown> = handler ? await handler(ctx) : { data: undefined };
  if (result instanceof Response) return result;
  if (!component) throw new TypeError(`The handler of ${ctx.url.pathname} returned data, but no component`);
  const content = h(component as FunctionComponent<PageProps>, toProps(ctx, result.data));
  const status = result.status ?? (ctx.error instanceof HttpError ? ctx.error.status : options.status);
  return await ctx.render(content, { status, headers: result.headers }, config);
}

/** The handler for a method; undefined where the component needs none. @throws HttpError 404 for a method not offered. */
function pickHandler(method: string, { handler, component }: Route): HandlerFn | undefined {
  if (typeof handler === "function") return handler;
  const chosen = handler?.[method as Method] ?? (method === "HEAD" ? handler?.GET : undefined);
  if (chosen) return chosen;
  if (component && (method === "GET" || method === "HEAD")) return undefined;
  throw new HttpError(404);
}

/** HTTP methods that a route may handle by name. */
type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

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
type HandlerFn<Data = any, State = any> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

/** One function for all methods, or one for each; HEAD falls back to GET. */
// deno-lint-ignore no-explicit-any -- as above
export type RouteHandler<Data = any, State = any> =
  | HandlerFn<Data, State>
  | { [M in Method]?: HandlerFn<Data, State> };

/** Sees every request and passes it on with `ctx.next()`. */
// deno-lint-ignore no-explicit-any -- as above
export type Middleware<State = any> = (ctx: Context<State>) => Response | Promise<Response>;

/** Props of pages, the error page and the app wrapper. */
// deno-lint-ignore no-explicit-any -- as above
export type PageProps<Data = unknown, State = any> =
  & Pick<Context<State>, "url" | "req" | "params" | "info" | "state" | "error" | "Component">
  & { data: Data };

/** A component rendered on the server only. */
// deno-lint-ignore no-explicit-any -- as above
export type ServerComponent<Data = any, State = any> = (props: PageProps<Data, State>) => ComponentChildren;

/** Options of a file route, exported as `config`. */
export type RouteConfig = {
  /** A URLPattern pathname in place of the one that the file's name gives. */
  routeOverride?: string;
  /** Leave out `_app`. */
  skipAppWrapper?: boolean;
};

/** The parts of a file route or of the error page. */
export type Route = { component?: ServerComponent; handler?: RouteHandler; config?: RouteConfig };
