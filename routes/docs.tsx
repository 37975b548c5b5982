/** `/docs`, in both languages: the documentation of API and MCP for people. @module */

import { page, type PageProps } from "fresh";
import { DocsPage } from "../components/docs/DocsPage.tsx";
import { originOf } from "../lib/http/documents.ts";
import { errorRows } from "../lib/http/errors.ts";
import { EXAMPLES } from "../lib/http/openapi/examples.gen.ts";
import { PAGE_CACHING } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import { type DocsPageData, loadDocs } from "../lib/pages/docs/load.ts";
import { langOf } from "../lib/shared/lang.ts";

export const config = { routeOverride: "{/en}?/docs{/}?" };

export const handler = {
  GET(ctx: Ctx) {
    const { operations } = ctx.state.service;
    const lang = langOf(ctx.url.pathname);
    const data = loadDocs({ lang, origin: originOf(ctx), errors: errorRows(), operations, examples: EXAMPLES });
    return page(data, PAGE_CACHING);
  },
};

export default function Docs({ data, url }: PageProps<DocsPageData>) {
  return <DocsPage data={data} url={url} />;
}
