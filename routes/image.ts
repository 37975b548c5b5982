/**
 * `/stations/{id}/image.png`, and those of departments, towns and routes, in both languages:
 * pictures for link previews.
 *
 * @module
 */

import { HttpError } from "fresh";
import { toPageRequest } from "../lib/http/page_request.ts";
import { define } from "../lib/http/state.ts";
import { loadPicture, type PictureParams } from "../lib/pages/picture/load.ts";

export const config = {
  routeOverride: "{/en}?/:kind(stations|departements|villes|itineraire)/:name/image.png",
};

export const handler = define.handlers({
  async GET(ctx) {
    const { backend, pictures } = ctx.state.service;
    const picture = await loadPicture(
      backend,
      toPageRequest(ctx),
      ctx.params as PictureParams,
      ctx.url,
    );
    if (!picture) throw new HttpError(404);
    return await pictures.answer(ctx.req, picture);
  },
});
