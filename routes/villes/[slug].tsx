/** `/villes/{name-code}`, in both languages: the cheapest stations around a town. @module */

import { HttpError, page } from "fresh";
import { PAGE_CACHING, redirectTo, toPageRequest } from "../../lib/http/page_request.ts";
import type { Ctx } from "../../lib/http/state.ts";
import { getTown, loadTown } from "../../lib/pages/town/load.ts";
import { toLocalPath } from "../../lib/shared/words/lang.ts";
import { toTownPath } from "../../lib/shared/page/page_paths.ts";

export { TownPage as default } from "../../components/town/TownPage.tsx";

export const config = { routeOverride: "{/en}?/villes/:slug" };

export const handler = {
  async GET(ctx: Ctx & { params: { slug: string } }) {
    const request = toPageRequest(ctx);
    const town = await getTown(ctx.params.slug);
    if (!town) throw new HttpError(404);
    const path = toLocalPath(toTownPath(town), request.lang);
    if (ctx.url.pathname !== path) return redirectTo(path, ctx.url);
    return page(await loadTown(ctx.state.service.deps, request, town), PAGE_CACHING);
  },
};
