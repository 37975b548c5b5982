/** Types of handlers, pages and middlewares, and helpers that infer them. @module */

import type { ComponentChildren } from "preact";
import type { Context } from "./context.ts";

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
  /** A URLPattern pathname in place of the one told by the file's name. */
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
