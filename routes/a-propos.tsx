/** `/a-propos`, in both languages: what the site is and where its figures come from. @module */

import { page, type PageProps } from "fresh";
import type { Ctx } from "../lib/http/state.ts";
import { ready } from "../lib/operations/mod.ts";
import { AboutPage, type AboutPageData } from "./(_pages)/about_page.tsx";
import { pageHeaders, toFrame } from "./(_pages)/frame.ts";

export const config = { routeOverride: "{/en}?/a-propos" };

export const handler = {
  async GET(ctx: Ctx) {
    const { data: status } = await ready.run(ctx.state.service.deps, {});
    const data: AboutPageData = { frame: toFrame(ctx), status };
    return page(data, pageHeaders(ctx));
  },
};

export default function About({ data, url }: PageProps<AboutPageData>) {
  return <AboutPage data={data} url={url} />;
}
