/** Serves documents about the service: OpenAPI, llms.txt, robots.txt, sitemap. @module */

import { DEPARTMENTS } from "../shared/departments.ts";
import { toLocalPath } from "../shared/lang.ts";
import { toDepartmentPath, toStationPath } from "../shared/page_paths.ts";
import { type AnyOperation, findStationIds, getRevision, paramsOf } from "../operations/mod.ts";
import { buildOpenapi } from "./openapi/mod.ts";
import { EXAMPLES } from "./openapi/examples.gen.ts";
import { VARY_BY_CODING } from "./headers.ts";
import { makeEtag, type Representation, respond, toRepresentation } from "./representation.ts";
import { failureResponse } from "./route.ts";
import type { Ctx, Service } from "./state.ts";

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
  const { service } = ctx.state;
  let document = openapi.get(service);
  if (!document) {
    const { config: { baseUrl }, operations } = service;
    const text = JSON.stringify(buildOpenapi({ baseUrl, operations, examples: EXAMPLES }));
    openapi.set(service, document = toDocument(text, "application/json", "public, max-age=300"));
  }
  return await respond(ctx.req, document);
}

/** `GET /robots.txt`: everything may be read but the API, which is not for search engines. */
export async function robotsRoute(ctx: Ctx): Promise<Response> {
  const lines = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /mcp",
    "Disallow: /data/",
    "",
    `Sitemap: ${originOf(ctx)}/sitemap.xml`,
  ];
  return await respond(ctx.req, toDocument(`${lines.join("\n")}\n`, "text/plain", cachingOf(ctx.state.service, 3600)));
}

/** Pages that exist whatever the data are. */
const FIXED_PAGES = ["/", "/itineraire", "/tendances", "/departements", "/a-propos", "/docs"];

/** What the protocol allows in one file. */
const MAX_URLS = 50_000;

function toSitemap(origin: string, paths: readonly string[]): string {
  const urls = paths.slice(0, MAX_URLS).map((path) => `<url><loc>${origin}${path}</loc></url>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}

/** The sitemap of a revision of the data, under the address that it was made for. */
type Sitemap = { revision: number; origin: string; document: Representation };

const sitemaps = new WeakMap<Service, Sitemap>();

/**
 * `GET /sitemap.xml`: the fixed pages in both languages, departments, listed stations, and what `findMore` adds; made once for
 * each revision of the data.
 */
export function sitemapRoute(findMore: () => Promise<string[]>): (ctx: Ctx) => Promise<Response> {
  async function makeSitemap(ctx: Ctx, origin: string): Promise<Representation> {
    const paths = [
      ...FIXED_PAGES,
      ...FIXED_PAGES.map((path) => toLocalPath(path, "en")),
      ...DEPARTMENTS.map(({ code }) => toDepartmentPath(code)),
      ...(await findStationIds(ctx.state.service.deps)).map(toStationPath),
      ...await findMore(),
    ];
    return toDocument(toSitemap(origin, paths), "application/xml", cachingOf(ctx.state.service, 3600));
  }

  return async (ctx) => {
    const { service } = ctx.state;
    try {
      const origin = originOf(ctx);
      const revision = await getRevision(service.deps);
      let sitemap = sitemaps.get(service);
      if (sitemap?.revision !== revision || sitemap.origin !== origin) {
        sitemaps.set(service, sitemap = { revision, origin, document: await makeSitemap(ctx, origin) });
      }
      return await respond(ctx.req, sitemap.document);
    } catch (error) {
      return failureResponse(error, { req: ctx.req, path: ctx.url.pathname, log: service.log });
    }
  };
}

function describeOperation(origin: string, operation: AnyOperation): string {
  const params = paramsOf(operation).map(({ name, required }) => required ? name : `${name}?`).join(", ");
  return `- [${operation.title}](${origin}${operation.example}): \`GET ${operation.path}\` (${params}). ${operation.description}`;
}

function toLlmsText(origin: string, all: readonly AnyOperation[]): string {
  const operations = all.filter(({ kind }) => kind === "api");
  const tools = operations.flatMap(({ tool, title }) => tool === null ? [] : [`- \`${tool.name}\`: ${title}`]);
  return `# Fuel Prices Service (Jauge)

> Open API, MCP endpoint and map over the French State's fuel price feed: the filling stations of mainland France and Corsica, six fuels
> (gazole, sp95, sp98, e10, e85, gplc), refreshed every ten minutes, with history and means. No key, no account.

Prices are text in euros per litre ("1.799"), instants ISO 8601 in UTC, days Europe/Paris. Every answer is
{ "data", "meta" }; \`meta.generated_at\` is the instant of the last good ingest. Errors are { "error": { code, message } }.
A price counts when the newest feed lists it, it is at most 30 days old and the fuel is not out of stock.
Limits per minute and address: 60 on /api/v1, 30 on /mcp; routes with a plan and misspelt places count as several. A 429
says in Retry-After how long to wait.
Data: ODbL 1.0, name the Ministère de l'Économie (prix-carburants) and the OpenStreetMap contributors.

## API

${operations.map((operation) => describeOperation(origin, operation)).join("\n")}
- [All current prices, columns](${origin}/data/current.json), [as a table](${origin}/data/current.csv): one file, no quota

## MCP

Streamable HTTP at ${origin}/mcp, stateless, no authentication. Tools take places by name or postal code ("Saint-Denis (93)")
and fuels by their popular names; a name that several places share is asked back. Tools:

${tools.join("\n")}

## Documents

- [OpenAPI 3.1](${origin}/openapi.json): every parameter, bound, header, code and a real example
- [Skill](${origin}/.well-known/agent-skills/french-fuel-prices/SKILL.md): how to answer questions with these tools
- [Card of the MCP server](${origin}/mcp/server-card), [catalog](${origin}/.well-known/ai-catalog.json)
- [Route page](${origin}/en/route?from=Lille&to=Nice&fuel=gazole&tank=50): for people, stations and stops along a route;
  the address is the question (\`from\`, \`to\`, \`fuel\`, \`tank\`, \`level\`, \`consumption\`, \`corridor\`, \`plan\`)
- [Documentation](${origin}/docs): working examples in curl, JavaScript and Python, MCP set-up for common clients
`;
}

/** `GET /llms.txt`. */
export async function llmsRoute(ctx: Ctx): Promise<Response> {
  return await respond(
    ctx.req,
    toDocument(
      toLlmsText(originOf(ctx), ctx.state.service.operations),
      "text/plain",
      cachingOf(ctx.state.service, 3600),
    ),
  );
}
