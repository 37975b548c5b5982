/** Middleware of one folder. @module */
import { define } from "../../state.ts";

export const handler = define.middleware((ctx) => {
  ctx.state.trail.push("items");
  return ctx.next();
});
