/** Serves documents about the site: OpenAPI and the sitemap. @module */

import { LRUCache } from "lru-cache";
import { FLAT_CHARGES } from "../../domain/charges.ts";
import { toInstantText } from "../../domain/station/station_record.ts";
import { DEPARTMENTS } from "../../places/departments.ts";
import { toDepartmentPath, toStationPath } from "../../site/paths.ts";
import { toLocalPath } from "../../words/lang.ts";
import { findStationChanges } from "../../operations/stations/lookup_station.ts";
import { readState } from "../../operations/operation.ts";
import { requireRequests } from "../quota/count.ts";
import { buildOpenapi } from "../openapi/mod.ts";
import { EXAMPLES } from "../openapi/examples.gen.ts";
import { VARY_BY_CODING } from "../headers.ts";
import { makeEtag, type Representation, respond, toRepresentation } from "../representation.ts";
import type { Ctx, Service } from "../state.ts";

/** Returns the public origin of the service: the setting, or the origin of this request. */
export function originOf(ctx: Pick<Ctx, "url" | "state">): string {
  return ctx.state.service.config.baseUrl ?? ctx.url.origin;
}

/** A response that contains the request's origin must not be cached for others. */
export function cachingOf(service: Service, maxAgeS: number): string {
  return service.config.baseUrl ? `public, max-age=${maxAgeS}` : "no-cache";
}

/** Returns a finished text document. */
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

/** The fixed pages that show prices of the last ingest. */
const PAGES_OF_PRICES = new Set(["/", "/departements", "/tendances"]);

const MAX_URLS = 50_000;

/** A page, and when its content last changed; null if unknown. */
type Entry = { path: string; changedAtMs: number | null };

function toSitemap(origin: string, entries: readonly Entry[]): string {
  const urls = entries.slice(0, MAX_URLS).map(({ path, changedAtMs }) => {
    const changed = changedAtMs === null ? "" : `<lastmod>${toInstantText(changedAtMs)}</lastmod>`;
    return `<url><loc>${origin}${path}</loc>${changed}</url>`;
  }).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}

/** The pages at a revision of the data, and the finished sitemaps by origin. */
type Sitemaps = {
  revision: number;
  entries: readonly Entry[];
  documents: LRUCache<string, Representation>;
};

/**
 * Maximum number of origins: without BASE_URL the visitor's `Host` header determines the origin.
 */
const MAX_SITEMAPS = 4;

const sitemaps = new WeakMap<Service, Sitemaps>();

/**
 * `GET /sitemap.xml`: the fixed pages in both languages, departments, listed stations, and the
 * paths of `findTowns`. Built once per revision of the data. Charges the visitor for a sitemap of
 * another host.
 */
export function sitemapRoute(findTowns: () => Promise<string[]>): (ctx: Ctx) => Promise<Response> {
  const findEntries = async ({ backend }: Service, asOfMs: number): Promise<Entry[]> => {
    const fixed = LISTED_PAGES.flatMap((path) => {
      const changedAtMs = PAGES_OF_PRICES.has(path) ? asOfMs : null;
      return [path, toLocalPath(path, "en")].map((path) => ({ path, changedAtMs }));
    });
    const departments = DEPARTMENTS.map(({ code }) => toDepartmentPath(code));
    const areas = [...departments, ...await findTowns()];
    const stations = await findStationChanges(backend);
    return [
      ...fixed,
      ...areas.map((path) => ({ path, changedAtMs: asOfMs })),
      ...stations.map(({ id, changedAtMs }) => ({ path: toStationPath(id), changedAtMs })),
    ];
  };
  return async (ctx) => {
    const { service } = ctx.state;
    const origin = originOf(ctx);
    const { revision, asOfMs } = await readState(service.backend);
    let made = sitemaps.get(service);
    if (made?.revision !== revision) {
      made = {
        revision,
        entries: await findEntries(service, asOfMs),
        documents: new LRUCache({ max: MAX_SITEMAPS }),
      };
      sitemaps.set(service, made);
    }
    const { entries, documents } = made;
    let document = documents.get(origin);
    if (!document) {
      if (documents.size > 0) requireRequests(ctx, "page", FLAT_CHARGES.furtherSitemap);
      document = toDocument(
        toSitemap(origin, entries),
        "application/xml",
        cachingOf(service, 3600),
      );
      documents.set(origin, document);
    }
    return await respond(ctx, document);
  };
}
