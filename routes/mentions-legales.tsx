/** `/mentions-legales`, in both languages: publisher and host, licences, accuracy, personal data. @module */

import { page, type PageProps } from "fresh";
import { LegalPage } from "../components/about/AboutPage.tsx";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import { type LegalPageData, toLegal } from "../lib/pages/about/load.ts";

export const config = { routeOverride: "{/en}?/mentions-legales{/}?" };

export const handler = {
  GET(ctx: Ctx) {
    const { publisher, hosting } = ctx.state.service.config;
    return page(toLegal(toPageRequest(ctx), { publisher, hosting }), PAGE_CACHING);
  },
};

export default function Legal({ data, url }: PageProps<LegalPageData>) {
  return <LegalPage data={data} url={url} />;
}
