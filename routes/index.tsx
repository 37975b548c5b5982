/** `/`, in both languages: the country before a place is known, the map and the list around one. @module */

import { page, type PageProps } from "fresh";
import { Head } from "fresh/runtime";
import { Meta } from "../components/Meta.tsx";
import type { Ctx } from "../lib/http/state.ts";
import { type Frame, toFrame } from "./(_pages)/frame.ts";
import { HomePage, toMeta } from "./(_pages)/home_page.tsx";
import { type HomeData, loadHome } from "./(_pages)/load_home.ts";

const RETRY_AFTER_S = 30;

export const config = { routeOverride: "/{en}?" };

export const handler = {
  async GET(ctx: Ctx) {
    const frame = toFrame(ctx);
    const data = await loadHome(ctx.state.service.deps, ctx.url);
    if (data.kind !== "unavailable") return page({ data, frame });
    return page({ data, frame }, { status: 503, headers: { "retry-after": String(RETRY_AFTER_S) } });
  },
};

export default function Home({ data: { data, frame }, url }: PageProps<{ data: HomeData; frame: Frame }>) {
  return (
    <>
      <Head>
        <Meta {...toMeta(data, frame)} />
      </Head>
      <HomePage data={data} url={url} />
    </>
  );
}
