/** `/villes/{name-code}/image.png`, in both languages: the cheapest price around a town as a picture for link previews. @module */

import { HttpError } from "fresh";
import { toPageRequest } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadTownPicture } from "../../../lib/pages/picture/load.ts";
import { getTown } from "../../../lib/pages/town/load.ts";

export const config = { routeOverride: "{/en}?/villes/:slug/image.png" };

export const handler = {
  async GET(ctx: Ctx & { params: { slug: string } }) {
    const town = await getTown(ctx.params.slug);
    if (!town) throw new HttpError(404);
    const { deps, pictures } = ctx.state.service;
    return await pictures.answer(ctx.req, await loadTownPicture(deps, toPageRequest(ctx), town));
  },
};
