/** `/a-propos`, in both languages: what the site is and where its figures come from. @module */

import { page, type PageProps } from "fresh";
import { AboutPage } from "../components/about/AboutPage.tsx";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import { type AboutPageData, loadAbout } from "../lib/pages/about/load.ts";

export const config = { routeOverride: "{/en}?/a-propos{/}?" };

export const handler = {
  async GET(ctx: Ctx) {
    return page(await loadAbout(ctx.state.service.deps, toPageRequest(ctx)), PAGE_CACHING);
  },
};

export default function About({ data, url }: PageProps<AboutPageData>) {
  return <AboutPage data={data} url={url} />;
}
