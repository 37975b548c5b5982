/** `/villes/{name-code}`, in both languages: the cheapest stations around a town. @module */

import { HttpError, page, type PageProps } from "fresh";
import type { Ctx } from "../../lib/http/state.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { parseTownSlug, toTownPath } from "../../lib/shared/page_paths.ts";
import { getPlace } from "../../lib/shared/places.ts";
import { pageHeaders, readForPage, toFrame } from "../(_pages)/frame.ts";
import { loadTown, type TownPageData } from "../(_pages)/load_town.ts";
import { placeIndex } from "../(_pages)/places.ts";
import { redirectTo } from "../(_pages)/redirect.ts";
import { TownPage } from "../(_pages)/town_page.tsx";

export const config = { routeOverride: "{/en}?/villes/:slug" };

export const handler = {
  async GET(ctx: Ctx & { params: Record<string, string> }) {
    const frame = toFrame(ctx);
    const code = parseTownSlug(ctx.params.slug);
    const town = code === null ? null : getPlace(await placeIndex(), code);
    if (!town) throw new HttpError(404);
    const path = toLocalPath(toTownPath(town), frame.lang);
    if (ctx.url.pathname !== path) return redirectTo(path, ctx.url);
    return page(await readForPage(() => loadTown(ctx.state.service.deps, frame, town)), pageHeaders(ctx));
  },
};

export default function Town({ data, url }: PageProps<TownPageData>) {
  return <TownPage data={data} url={url} />;
}
