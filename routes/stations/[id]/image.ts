/** `/stations/{id}/image.png`, in both languages: a station's price as a picture for link previews. @module */

import { toPageRequest } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadStationPicture } from "../../../lib/pages/picture/load.ts";

export const config = { routeOverride: "{/en}?/stations/:id/image.png" };

export const handler = {
  async GET(ctx: Ctx & { params: { id: string } }) {
    const { deps, pictures } = ctx.state.service;
    return await pictures.answer(ctx.req, await loadStationPicture(deps, toPageRequest(ctx), ctx.params.id));
  },
};
