/** `/docs`, in both languages: the documentation of API and MCP for people. @module */

import { page, type PageProps } from "fresh";
import { originOf } from "../../lib/http/documents.ts";
import { errorRows } from "../../lib/http/errors.ts";
import type { Ctx } from "../../lib/http/state.ts";
import { langOf } from "../../lib/shared/lang.ts";
import { type DocsData, DocsPage } from "./(_parts)/docs_page.tsx";

export const config = { routeOverride: "{/en}?/docs" };

export const handler = {
  GET(ctx: Ctx) {
    const { config: { baseUrl }, operations } = ctx.state.service;
    const lang = langOf(ctx.url.pathname);
    const data: DocsData = { lang, origin: originOf(ctx), errors: errorRows(), operations };
    // Without a setting the address comes from the request and must not be kept for others.
    return page(data, { headers: { "cache-control": baseUrl ? "public, max-age=300" : "no-cache" } });
  },
};

export default function Docs({ data, url }: PageProps<DocsData>) {
  return <DocsPage data={data} url={url} />;
}
