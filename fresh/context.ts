/**
 * The argument of handlers and its types, the error with a status, and the response of a route.
 *
 * @module
 */

import { type ComponentChildren, type FunctionComponent, h, type VNode } from "preact";
import { keepNonce, renderDocument } from "./render.ts";
import type { Snapshot } from "./snapshot.ts";

const STATUS_TEXT = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  410: "Gone",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

type ErrorStatus = keyof typeof STATUS_TEXT;

/** Thrown by handlers and middlewares. The error page is sent with its `status`. */
export class HttpError extends Error {
  /** HTTP status of the response. */
  status: ErrorStatus;

  /** `message` defaults to the standard text of `status`. */
  constructor(status: ErrorStatus, message: string = STATUS_TEXT[status], options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpError";
    this.status = status;
  }
}

/**
 * The framework's part of a context: the build, the component around every page, the path without
 * doubled slashes, and the next handler.
 */
type Internals = {
  snapshot: Snapshot | null;
  app: ServerComponent | null;
  pathname: string;
  next: AnyMiddleware;
};

/**
 * The key of the framework's part of a context. A property, because WeakMaps of short-lived keys
 * are slow to collect.
 */
export const INTERNALS = Symbol("internals");

type ContextOptions = {
  req: Request;
  info: Deno.ServeHandlerInfo;
  route: string | null;
  params: Record<string, string>;
  internals: Internals;
};

const drawNothing = () => null;

/** One request on its way through the app. */
export class Context<State> {
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  /** The pattern of the matched route, or null if no route matches. */
  readonly route: string | null;
  /** Shared by the middlewares, the handler and the components of one request. */
  readonly state: State = {} as State;
  readonly params: Record<string, string>;
  /** The error on an error page, otherwise null. */
  error: unknown = null;
  /** The page inside the app wrapper. */
  Component: FunctionComponent = drawNothing;
  readonly [INTERNALS]: Internals;

  constructor(options: ContextOptions) {
    this.req = options.req;
    this.info = options.info;
    this.route = options.route;
    this.params = options.params;
    this[INTERNALS] = options.internals;
  }

  /** The URL of the request, without doubled slashes in its path. Parsed on first access. */
  get url(): URL {
    return this.#url ??= Object.assign(new URL(this.req.url), {
      pathname: this[INTERNALS].pathname,
    });
  }
  #url: URL | null = null;

  /**
   * Passes the request to the next middleware or to the handler. A method, because a closure for
   * each middleware of each request would move to old space and keep the request alive until the
   * next full garbage collection.
   */
  next(): Promise<Response> {
    try {
      const result = this[INTERNALS].next(this);
      return result instanceof Promise ? result : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Redirects to a path or a URL. Collapses doubled slashes at the start of a path, which could
   * name another host.
   */
  redirect(pathOrUrl: string, status = 302): Response {
    const location = pathOrUrl.replace(/^\/\/+/, "/");
    return new Response(null, { status, headers: { location } });
  }

  /** Renders `vnode` inside the app wrapper. */
  // deno-lint-ignore require-await -- a promise, as in Fresh
  async render(vnode: ComponentChildren, init: ResponseInit = {}): Promise<Response> {
    const { snapshot, app } = this[INTERNALS];
    const props = { ...toProps(this, undefined), Component: () => vnode as VNode };
    const content = app ? h(app as FunctionComponent<PageProps>, props) : vnode;
    const nonce = crypto.randomUUID().replaceAll("-", "");
    const html = renderDocument(content, { snapshot, nonce, pathname: this.url.pathname });
    const headers = new Headers(init.headers);
    headers.set("content-type", "text/html; charset=utf-8");
    return keepNonce(new Response(html, { ...init, headers }), nonce);
  }
}

function toProps<State, Data>(ctx: Context<State>, data: Data): PageProps<Data, State> {
  const { url, req, params, info, state, error, Component } = ctx;
  return { url, req, params, info, state, error, Component, data };
}

/**
 * Returns the response of a route with `status`, unless the handler, or the error on an error page,
 * sets another one.
 */
export async function answerRoute(
  ctx: Context<unknown>,
  route: Route,
  options: { status: number },
): Promise<Response> {
  const handler = pickHandler(ctx.req.method, route);
  const { component } = route;
  const result: Response | PageResponse<unknown> = handler
    ? await handler(ctx)
    : { data: undefined };
  if (result instanceof Response) return result;
  const content = h(component as FunctionComponent<PageProps>, toProps(ctx, result.data));
  const status = result.status ??
    (ctx.error instanceof HttpError ? ctx.error.status : options.status);
  return await ctx.render(content, { status, headers: result.headers });
}

/**
 * Returns the handler for a method, or undefined if the component needs none. Answers OPTIONS with
 * `Allow` unless the route handles it. Throws HttpError 405 for a method that the route does not
 * handle.
 */
function pickHandler(method: string, { handler, component }: Route): AnyHandler | undefined {
  if (typeof handler === "function") return handler;
  const chosen = handler?.[method as Method] ?? (method === "HEAD" ? handler?.GET : undefined);
  if (chosen) return chosen;
  if (component && (method === "GET" || method === "HEAD")) return undefined;
  if (method !== "OPTIONS") throw new HttpError(405);
  const named = new Set(Object.keys(handler ?? {}));
  if (component) named.add("GET");
  if (named.has("GET")) named.add("HEAD");
  const headers = { allow: [...named, "OPTIONS"].join(", ") };
  return () => new Response(null, { status: 204, headers });
}

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** The result of `page()`: data for the component, and the head of the response. */
export type PageResponse<T> = {
  data: T;
  /** Added to the headers of the response. */
  headers?: HeadersInit;
  /** 200 by default; on an error page, the status of the error. */
  status?: number;
};

/** Passes data from a handler to the component of the same route. */
export function page(): PageResponse<undefined>;
export function page<T>(
  data: T,
  options?: { headers?: HeadersInit; status?: number },
): PageResponse<T>;
export function page<T>(
  data?: T,
  options?: { headers?: HeadersInit; status?: number },
): PageResponse<T | undefined> {
  return { data, headers: options?.headers, status: options?.status };
}

/** Handles a request of a route, or passes data to its component. */
export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

/** A handler for each method of a route. HEAD falls back to GET. */
export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One function for all methods, or one for each. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** Handles a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** Props of pages, the error page and the app wrapper. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<Context<State>, "url" | "req" | "params" | "info" | "state" | "error" | "Component">
  & { data: Data };

/** A middleware for any state: the framework passes contexts on without reading their state. */
// deno-lint-ignore no-explicit-any -- only the app knows the type of its state
export type AnyMiddleware = Middleware<any>;
// deno-lint-ignore no-explicit-any -- as above
type AnyHandler = HandlerFn<any, any>;

/** A component rendered on the server only. */
// deno-lint-ignore no-explicit-any -- as above
export type ServerComponent = (props: PageProps<any, any>) => ComponentChildren;

/** Options of a file route, exported as `config`. */
export type RouteConfig = {
  /** A URLPattern pathname that replaces the one derived from the file name. */
  routeOverride?: string;
};

/** The exports of a file route or of the error page. */
// deno-lint-ignore no-explicit-any -- as above
export type Route = { component?: ServerComponent; handler?: RouteHandler<any, any> };
