/** The server's exports, under the names of Fresh 2. @module */

export { App } from "./app.ts";
export {
  type Context,
  type HandlerByMethod,
  HttpError,
  type Middleware,
  page,
  type PageProps,
  type PageResponse,
  type RouteConfig,
  type RouteHandler,
} from "./context.ts";
export { csp } from "./csp.ts";
export { createDefine } from "./define.ts";
export { staticFiles } from "./static_files.ts";
