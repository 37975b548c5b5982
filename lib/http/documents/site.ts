/** Serves documents about the site: OpenAPI and the sitemap. @module */

import { DEPARTMENTS } from "../../places/departments.ts";
import { toDepartmentPath, toStationPath } from "../../site/paths.ts";
import { toLocalPath } from "../../words/lang.ts";
import { findStationIds } from "../../operations/stations/lookup_station.ts";
import { readState } from "../../operations/operation.ts";
import { buildOpenapi } from "../openapi/mod.ts";
import { EXAMPLES } from "../openapi/examples.gen.ts";
import { VARY_BY_CODING } from "../headers.ts";
import { makeEtag, type Representation, respond, toRepresentation } from "../representation.ts";
import type { Ctx, Service } from "../state.ts";

/** Where the service is reached from outside: the setting, else the address that this request used. */
export function originOf(ctx: Pick<Ctx, "url" | "state">): string {
  return ctx.state.service.config.baseUrl ?? ctx.url.origin;
}

/** An answer with an address taken from the request must not be cached for others. */
export function cachingOf(service: Service, maxAgeS: number): string {
  return service.config.baseUrl ? `public, max-age=${maxAgeS}` : "no-cache";
}

/** A finished document of text. */
export function toDocument(text: string, type: string, caching: string): Representation {
  const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": caching, ...VARY_BY_CODING };
  return toRepresentation(text, { etag: makeEtag(text), headers: Object.entries(headers) });
}

const openapi = new WeakMap<Service, Representation>();

/** `GET /openapi.json`. */
export async function openapiRoute(ctx: Ctx): Promise<Response> {
  const document = openapi.getOrInsertComputed(ctx.state.service, ({ config: { baseUrl }, operations }) => {
    const text = JSON.stringify(buildOpenapi({ baseUrl, operations, examples: EXAMPLES }));
    return toDocument(text, "application/json", "public, max-age=300");
  });
  return await respond(ctx, document);
}

/** The fixed pages for search engines, by their French path. */
export const LISTED_PAGES: readonly string[] = [
  "/",
  "/a-propos",
  "/departements",
  "/docs",
  "/docs/recipes",
  "/donnees",
  "/itineraire",
  "/tendances",
];

const MAX_URLS = 50_000;

function toSitemap(origin: string, paths: readonly string[]): string {
  const urls = paths.slice(0, MAX_URLS).map((path) => `<url><loc>${origin}${path}</loc></url>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}

const sitemaps = new WeakMap<Service, { revision: number; origin: string; document: Representation }>();

/**
 * `GET /sitemap.xml`: the fixed pages in both languages, departments, listed stations, and what `findMore` adds; made once for
 * each revision of the data.
 */
export function sitemapRoute(findMore: () => Promise<string[]>): (ctx: Ctx) => Promise<Response> {
  return async (ctx) => {
    const { service } = ctx.state;
    const origin = originOf(ctx);
    const { revision } = await readState(service.backend);
    let sitemap = sitemaps.get(service);
    if (sitemap?.revision !== revision || sitemap.origin !== origin) {
      const paths = [
        ...LISTED_PAGES.flatMap((path) => [path, toLocalPath(path, "en")]),
        ...DEPARTMENTS.map(({ code }) => toDepartmentPath(code)),
        ...(await findStationIds(service.backend)).map(toStationPath),
        ...await findMore(),
      ];
      const document = toDocument(toSitemap(origin, paths), "application/xml", cachingOf(service, 3600));
      sitemaps.set(service, sitemap = { revision, origin, document });
    }
    return await respond(ctx, sitemap.document);
  };
}
