/** What servers import, under the names of Fresh 2. @module */

export { App, type FreshConfig, type ListenOptions } from "./app.ts";
export {
  type Context,
  type Context as FreshContext,
  createDefine,
  type Define,
  type HandlerByMethod,
  type HandlerFn,
  type LayoutConfig,
  type Method,
  type Middleware,
  type MiddlewareFn,
  page,
  type PageProps,
  type PageResponse,
  type ResolvedFreshConfig,
  type RouteConfig,
  type RouteHandler,
} from "./context.ts";
export { csp, type CSPOptions } from "./csp.ts";
export { type ErrorStatus, HttpError } from "./http_error.ts";
export { staticFiles } from "./static_files.ts";
