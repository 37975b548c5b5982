/** Marks every answer that passes the fixture's root. @module */
import type { Context } from "fresh";
import type { State } from "../state.ts";

export async function handler(ctx: Context<State>): Promise<Response> {
  ctx.state.trail = ["root"];
  const response = await ctx.next();
  response.headers.set("x-root", "passed");
  return response;
}
