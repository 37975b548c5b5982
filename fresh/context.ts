/** The one argument of handlers, the types of everything that takes it, the error with a status, and the answer of a route. @module */

import { type ComponentChildren, type FunctionComponent, h, type VNode } from "preact";
import { keepNonce } from "./csp.ts";
import { renderDocument } from "./render.ts";
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

/** The host's notes on a request: the build, the component around every page, the path with doubled slashes as one, the next handler. */
type Internals = { snapshot: Snapshot | null; app: ServerComponent | null; pathname: string; next: Middleware };

/** The key of the host's notes in a context. A property: tables of short-lived keys are slow to collect. */
export const INTERNALS = Symbol("internals");

type ContextParts = {
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

  constructor(parts: ContextParts) {
    this.req = parts.req;
    this.info = parts.info;
    this.route = parts.route;
    this.params = parts.params;
    this[INTERNALS] = parts.internals;
  }

  /** The address of the request, with doubled slashes in its path as one; parsed when it is first read. */
  get url(): URL {
    return this.#url ??= Object.assign(new URL(this.req.url), { pathname: this[INTERNALS].pathname });
  }
  #url: URL | null = null;

  /**
   * Passes the request on to the next middleware or to the handler. A method, since a function made for each middleware of each
   * request would live in old space and keep the request alive until the next full garbage collection.
   */
  next(): Promise<Response> {
    try {
      const result = this[INTERNALS].next(this);
      return result instanceof Promise ? result : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
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

/** The answer of a route; `status` is used unless the handler, or the error on an error page, says otherwise. */
export async function answerRoute(
  ctx: Context<unknown>,
  route: Route,
  options: { status: number },
): Promise<Response> {
  const handler = pickHandler(ctx.req.method, route);
  const { component } = route;
  const result: Response | PageResponse<unknown> = handler ? await handler(ctx) : { data: undefined };
  if (result instanceof Response) return result;
  const content = h(component as FunctionComponent<PageProps>, toProps(ctx, result.data));
  const status = result.status ?? (ctx.error instanceof HttpError ? ctx.error.status : options.status);
  return await ctx.render(content, { status, headers: result.headers });
}

/** The handler for a method; undefined where the component needs none. @throws HttpError 404 for a method not offered. */
function pickHandler(method: string, { handler, component }: Route): HandlerFn | undefined {
  if (typeof handler === "function") return handler;
  const chosen = handler?.[method as Method] ?? (method === "HEAD" ? handler?.GET : undefined);
  if (chosen) return chosen;
  if (component && (method === "GET" || method === "HEAD")) return undefined;
  throw new HttpError(404);
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

/** Answers a request, or passes it on with `ctx.next()`. */
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
};

/** The parts of a file route or of the error page. */
export type Route = { component?: ServerComponent; handler?: RouteHandler };
