/** Page with data, status and headers from its handler. @module */
import { HttpError, page } from "fresh";
import { define } from "../state.ts";

export const handler = define.handlers({
  GET(ctx) {
    if (ctx.url.searchParams.has("fail")) throw new HttpError(410, "No longer here");
    if (ctx.url.searchParams.has("crash")) throw new RangeError("secret detail");
    return page({ name: ctx.url.searchParams.get("name") ?? "nobody" }, { status: 203, headers: { "x-data": "yes" } });
  },
  POST: () => new Response("posted"),
});

export default define.page<typeof handler>(({ data, state }) => (
  <p>
    {data.name.toUpperCase()} {state.trail.join(">")}
  </p>
));
