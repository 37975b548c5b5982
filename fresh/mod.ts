/** What servers import, under the names of Fresh 2. @module */

export { App } from "./app.ts";
export {
  type Context,
  HttpError,
  type Middleware,
  page,
  type PageProps,
  type PageResponse,
  type RouteConfig,
} from "./context.ts";
export { csp } from "./csp.ts";
export { staticFiles } from "./static_files.ts";
