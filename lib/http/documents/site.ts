/** Serves documents about the site: OpenAPI and the sitemap. @module */

import { LRUCache } from "lru-cache";
import { FLAT_CHARGES } from "../../domain/charges.ts";
import { DEPARTMENTS } from "../../places/departments.ts";
import { toDepartmentPath, toStationPath } from "../../site/paths.ts";
import { toLocalPath } from "../../words/lang.ts";
import { findStationIds } from "../../operations/stations/lookup_station.ts";
import { readState } from "../../operations/operation.ts";
import { requireRequests } from "../quota/count.ts";
import { buildOpenapi } from "../openapi/mod.ts";
import { EXAMPLES } from "../openapi/examples.gen.ts";
import { VARY_BY_CODING } from "../headers.ts";
import { makeEtag, type Representation, respond, toRepresentation } from "../representation.ts";
import type { Ctx, Service } from "../state.ts";

/**
 * Where the service is reached from outside: the setting, else the address that this request used.
 */
export function originOf(ctx: Pick<Ctx, "url" | "state">): string {
  return ctx.state.service.config.baseUrl ?? ctx.url.origin;
}

/** An answer with an address taken from the request must not be cached for others. */
export function cachingOf(service: Service, maxAgeS: number): string {
  return service.config.baseUrl ? `public, max-age=${maxAgeS}` : "no-cache";
}

/** A finished document of text. */
export function toDocument(text: string, type: string, caching: string): Representation {
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": caching,
    ...VARY_BY_CODING,
  };
  return toRepresentation(text, { etag: makeEtag(text), headers: Object.entries(headers) });
}

const openapi = new WeakMap<Service, Representation>();

/** `GET /openapi.json`. */
export async function openapiRoute(ctx: Ctx): Promise<Response> {
  const document = openapi.getOrInsertComputed(
    ctx.state.service,
    ({ config: { baseUrl }, operations }) => {
      const text = JSON.stringify(buildOpenapi({ baseUrl, operations, examples: EXAMPLES }));
      return toDocument(text, "application/json", "public, max-age=300");
    },
  );
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
  const urls = paths.slice(0, MAX_URLS).map((path) => `<url><loc>${origin}${path}</loc></url>`)
    .join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}

/** The paths of a revision of the data, and the finished sitemaps by origin. */
type Sitemaps = {
  revision: number;
  paths: readonly string[];
  documents: LRUCache<string, Representation>;
};

/** Without BASE_URL a visitor's `Host` chooses the origin. */
const MAX_SITEMAPS = 4;

const sitemaps = new WeakMap<Service, Sitemaps>();

/**
 * `GET /sitemap.xml`: the fixed pages in both languages, departments, listed stations, and what
 * `findMore` adds; made once for each revision of the data. Charges the visitor for those of
 * further hosts.
 */
export function sitemapRoute(findMore: () => Promise<string[]>): (ctx: Ctx) => Promise<Response> {
  const findPaths = async ({ backend }: Service) => [
    ...LISTED_PAGES.flatMap((path) => [path, toLocalPath(path, "en")]),
    ...DEPARTMENTS.map(({ code }) => toDepartmentPath(code)),
    ...(await findStationIds(backend)).map(toStationPath),
    ...await findMore(),
  ];
  return async (ctx) => {
    const { service } = ctx.state;
    const origin = originOf(ctx);
    const { revision } = await readState(service.backend);
    let made = sitemaps.get(service);
    if (made?.revision !== revision) {
      const documents = new LRUCache<string, Representation>({ max: MAX_SITEMAPS });
      sitemaps.set(service, made = { revision, paths: await findPaths(service), documents });
    }
    const { paths, documents } = made;
    let document = documents.get(origin);
    if (!document) {
      if (documents.size > 0) requireRequests(ctx, "page", FLAT_CHARGES.furtherSitemap);
      document = toDocument(toSitemap(origin, paths), "application/xml", cachingOf(service, 3600));
      documents.set(origin, document);
    }
    return await respond(ctx, document);
  };
}
