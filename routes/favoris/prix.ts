/**
 * `/favoris/prix`: the current prices of all of a visitor's favourites in one response.
 *
 * @module
 */

import { HttpError } from "fresh";
import { requireCharge } from "../../lib/http/quota/count.ts";
import { PAGE_CACHING, toPageRequest } from "../../lib/http/page_request.ts";
import { makeEtag, respond, toRepresentation } from "../../lib/http/representation.ts";
import { define } from "../../lib/http/state.ts";
import { readFavourites, toFavouritesCost } from "../../lib/operations/stations/favourites.ts";
import { MAX_READ } from "../../lib/site/favourites.ts";

const HEADERS = Object.entries({ ...PAGE_CACHING.headers, "content-type": "application/json" });

export const handler = define.handlers({
  async GET(ctx) {
    const ids = (ctx.url.searchParams.get("ids") ?? "").split(",");
    const { fuel } = toPageRequest(ctx);
    if (fuel === null || ids.length > MAX_READ || !ids.every((id) => /^\d{1,9}$/.test(id))) {
      throw new HttpError(400);
    }
    requireCharge(ctx, toFavouritesCost(ids));
    const text = JSON.stringify(await readFavourites(ctx.state.service.backend, ids, fuel));
    return respond(ctx, toRepresentation(text, { etag: makeEtag(text), headers: HEADERS }));
  },
});
