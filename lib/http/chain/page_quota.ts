/** Counts pages and their pictures. @module */

import { charge, countRequest, refuseRate } from "../count.ts";
import { define } from "../state.ts";

/** A picture is painted for 54 ms, where a page takes 2 to 5. */
const PICTURE_COST = 10;

/** Counts the request of a page or a picture, and refuses it over the limit. Files are not counted. */
export const pageQuota = define.middleware((ctx) => {
  if (ctx.state.kind !== "page") return ctx.next();
  const cost = ctx.state.path.endsWith("/image.png") ? PICTURE_COST : 1;
  return countRequest(ctx, "page") && charge(ctx, cost) ? ctx.next() : refuseRate(ctx);
});
