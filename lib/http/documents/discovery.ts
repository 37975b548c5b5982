/**
 * Makes the documents in which people and programs find the contact for a vulnerability, the list
 * of APIs, and the address for searches from a browser.
 *
 * @module
 */

import { LICENSE_URL } from "../../domain/license.ts";
import { MCP_CARD_TYPE } from "../../mcp/identity.ts";
import { DAY_MS } from "../../shared/units.ts";
import { type Lang, toLocalPath } from "../../words/lang.ts";
import { commonWords } from "../../words/mod.ts";
import type { Service } from "../state.ts";

/** The profile of RFC 9727 in the media type of a linkset. */
export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Under a year, as RFC 9116 recommends. */
const SECURITY_DAYS = 180;

/**
 * `security.txt` (RFC 9116). Its expiry date moves every day, because the document is made on
 * request.
 */
export function toSecurityText(origin: string, { config, backend }: Service): string {
  const expires = new Date(backend.clock().getTime() + SECURITY_DAYS * DAY_MS).toISOString().slice(
    0,
    10,
  );
  return `Contact: ${config.securityContact ?? `${origin}/mentions-legales`}
Expires: ${expires}T00:00:00Z
Preferred-Languages: fr, en
Canonical: ${origin}/.well-known/security.txt
`;
}

/** The catalog of APIs (RFC 9727) as a linkset (RFC 9264). */
export function toApiCatalog(origin: string): string {
  const rest = `${origin}/api/v1`;
  const mcp = `${origin}/mcp`;
  const shared = {
    "service-doc": [{ href: `${origin}/docs`, type: "text/html" }],
    status: [{ href: `${origin}/readyz`, type: "application/json" }],
    license: [{ href: LICENSE_URL }],
  };
  const linkset = [
    { anchor: `${origin}/.well-known/api-catalog`, item: [{ href: rest }, { href: mcp }] },
    {
      anchor: rest,
      "service-desc": [{ href: `${origin}/openapi.json`, type: "application/json" }],
      ...shared,
    },
    {
      anchor: mcp,
      "service-desc": [{ href: `${origin}/mcp/server-card`, type: MCP_CARD_TYPE }],
      ...shared,
    },
  ];
  return JSON.stringify({ linkset });
}

/** The description that lets a browser offer the search of the home page (OpenSearch 1.1). */
export function toOpenSearch(origin: string, lang: Lang): string {
  const { siteName, tagline } = commonWords[lang];
  const home = origin + toLocalPath("/", lang);
  const own = `${origin}${lang === "fr" ? "" : "/en"}/opensearch.xml`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${siteName}</ShortName>
<Description>${tagline}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/x-icon">${origin}/favicon.ico</Image>
<Url type="text/html" template="${home}?q={searchTerms}"/>
<Url rel="self" type="application/opensearchdescription+xml" template="${own}"/>
</OpenSearchDescription>
`;
}
