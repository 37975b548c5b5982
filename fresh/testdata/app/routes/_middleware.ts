/** Marks every answer that passes the fixture's root. @module */
import { define } from "../state.ts";

export const handler = define.middleware(async (ctx) => {
  ctx.state.trail = ["root"];
  const response = await ctx.next();
  response.headers.set("x-root", "passed");
  return response;
});
