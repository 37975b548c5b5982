/** Counts requests for pages and their pictures. @module */

import { FLAT_CHARGES } from "../../domain/charges.ts";
import { charge, countRequest, refuseRate } from "../quota/count.ts";
import { define } from "../state.ts";

/** Counts a request for a page or picture, and rejects it over the limit. Files are not counted. */
export const pageQuota = define.middleware((ctx) => {
  if (ctx.state.kind !== "page") return ctx.next();
  const cost = ctx.state.path.endsWith("/image.png") ? FLAT_CHARGES.picture : 1;
  return countRequest(ctx, "page") && charge(ctx, cost) ? ctx.next() : refuseRate(ctx);
});
