/**
 * The one argument of handlers, the types of everything that takes it, the error with a status, and
 * the answer of a route.
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

/** Thrown by handlers and middlewares; the error page has its `status`. */
export class HttpError extends Error {
  /** HTTP status of the answer. */
  status: ErrorStatus;

  /** `message` defaults to the standard text of `status`. */
  constructor(status: ErrorStatus, message: string = STATUS_TEXT[status], options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpError";
    this.status = status;
  }
}

/**
 * The host's own part of a context: the build, the component around every page, the path with
 * doubled slashes as one, the next handler.
 */
type Internals = {
  snapshot: Snapshot | null;
  app: ServerComponent | null;
  pathname: string;
  next: AnyMiddleware;
};

/**
 * The key of the host's own part of a context. A property: tables of short-lived keys are slow to
 * collect.
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
  /** The pattern of the route that was found; null when there is none. */
  readonly route: string | null;
  /** Shared by the middlewares, the handler and the components of one request. */
  readonly state: State = {} as State;
  readonly params: Record<string, string>;
  /** The error, on an error page; else null. */
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

  /**
   * The address of the request, with doubled slashes in its path as one; parsed when it is first
   * read.
   */
  get url(): URL {
    return this.#url ??= Object.assign(new URL(this.req.url), {
      pathname: this[INTERNALS].pathname,
    });
  }
  #url: URL | null = null;

  /**
   * Passes the request on to the next middleware or to the handler. A method, since a function made
   * for each middleware of each request would live in old space and keep the request alive until
   * the next full garbage collection.
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
   * Redirects to a path or an address; doubled slashes at the start of a path become one, as it
   * could name another host.
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
 * The answer of a route; `status` is used unless the handler, or the error on an error page, says
 * otherwise.
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
 * Returns the handler for a method, or undefined where the component needs none. OPTIONS is
 * answered with `Allow` unless the route names it. Throws HttpError 405 for a method that the route
 * does not name.
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

/** Answers a request of a route, or hands data to its component. */
export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

/** A handler for each method that a route takes; HEAD falls back to GET. */
export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One function for all methods, or one for each. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** Answers a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** Props of pages, the error page and the app wrapper. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<Context<State>, "url" | "req" | "params" | "info" | "state" | "error" | "Component">
  & { data: Data };

/** A middleware of any state: the host passes contexts on without looking at their state. */
// deno-lint-ignore no-explicit-any -- a context is for the state of its app, which the host does not know
export type AnyMiddleware = Middleware<any>;
// deno-lint-ignore no-explicit-any -- as above
type AnyHandler = HandlerFn<any, any>;

/** A component rendered on the server only. */
// deno-lint-ignore no-explicit-any -- as above
export type ServerComponent = (props: PageProps<any, any>) => ComponentChildren;

/** Options of a file route, exported as `config`. */
export type RouteConfig = {
  /** A URLPattern pathname in place of the one that the file's name gives. */
  routeOverride?: string;
};

/** The parts of a file route or of the error page. */
// deno-lint-ignore no-explicit-any -- as above
export type Route = { component?: ServerComponent; handler?: RouteHandler<any, any> };
