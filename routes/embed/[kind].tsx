/**
 * `/embed/carte` and `/embed/courbe` (`/en/embed/map`, `/en/embed/curve`): pages that other sites
 * embed in frames.
 *
 * @module
 */

import { HttpError, page, type PageProps } from "fresh";
import { EmbedPage } from "../../components/embed/EmbedPage.tsx";
import { requireCharge } from "../../lib/http/quota/count.ts";
import { PAGE_CACHING, toPageRequest } from "../../lib/http/page_request.ts";
import { define } from "../../lib/http/state.ts";
import { type EmbedData, loadEmbed, toEmbedCost } from "../../lib/pages/embed/load.ts";

export const config = { routeOverride: "{/en}?/embed/:kind" };

export const handler = define.handlers({
  async GET(ctx) {
    requireCharge(
      ctx,
      await toEmbedCost(ctx.params.kind ?? "", ctx.url, ctx.state.service.clock()),
    );
    const data = await loadEmbed(
      ctx.state.service.backend,
      toPageRequest(ctx),
      ctx.params.kind ?? "",
      ctx.url,
    );
    if (data === null) throw new HttpError(404);
    return page(data, { ...PAGE_CACHING, status: data.status });
  },
});

export default function Embed({ data }: PageProps<EmbedData>) {
  return <EmbedPage data={data} />;
}
