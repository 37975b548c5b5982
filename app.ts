/** Makes the Fresh app that serves a service. @module */

import { App, staticFiles } from "fresh";
import manifest from "./fresh.gen.ts";
import { type Handler, withEdge } from "./lib/http/edge.ts";
import { errorResponse, publicError } from "./lib/http/errors.ts";
import { COMMON_HEADERS } from "./lib/http/headers.ts";
import { refuseMissingFile } from "./lib/http/page_quota.ts";
import { isForPrograms, unknownPathResponse } from "./lib/http/route.ts";
import { findSitePages } from "./lib/http/documents/site.ts";
import { noteOf, type Service, type SitePage, type State } from "./lib/http/state.ts";

/** Opens the service at the first call; each call gets the same one. */
type OpenService = () => Promise<Service>;

/** An app whose handler is wrapped in the edge for every caller: Fresh's server, serve.ts and tests. */
class EdgeApp extends App<State> {
  constructor(private readonly openService: OpenService) {
    super();
  }

  override handler(): (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    const inner: Handler = super.handler();
    let edge: Handler | null = null;
    const open = async (req: Request, info: Deno.ServeHandlerInfo) => {
      try {
        edge = withEdge(await this.openService(), inner);
      } catch {
        // the process is alive, and everything else comes later
        const headers = { ...Object.fromEntries(COMMON_HEADERS), "x-request-id": noteOf(req).requestId };
        if (new URL(req.url).pathname === "/healthz") return new Response("ok\n", { headers });
        return errorResponse(publicError("SERVICE_UNAVAILABLE", "The service is starting; try again later"), headers);
      }
      return await edge(req, info);
    };
    return (req, info) => (edge ?? open)(req, info!); // every server says where a request comes from
  }
}

/** The fixed pages of the site. */
export const sitePages: SitePage[] = findSitePages(manifest.routes);

type AppContext = { req: Request; route: string | null; url: URL; state: State; next(): Promise<Response> };

/** The middleware for all requests: sets their state; where no route is, programs and requests for files get a 404 without a page. */
function prepare(ctx: AppContext): Response | Promise<Response> {
  const note = noteOf(ctx.req);
  note.route = ctx.route;
  ctx.state.service = note.parts!.service;
  ctx.state.sitePages = sitePages;
  if (ctx.route !== null) return ctx.next();
  const { pathname } = ctx.url;
  if (isForPrograms(pathname)) return unknownPathResponse(pathname);
  return refuseMissingFile(pathname) ?? ctx.next();
}

/** The app over a service, which the first request opens. */
export function createApp(openService: OpenService): App<State> {
  return new EdgeApp(openService)
    .use(staticFiles(), prepare)
    .fsRoutes();
}
