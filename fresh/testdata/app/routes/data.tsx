/** Page with data, status and headers from its handler. @module */
import { type Context, HttpError, page, type PageProps } from "fresh";
import type { State } from "../state.ts";

export const handler = {
  GET({ url }: Context<State>) {
    if (url.searchParams.has("fail")) throw new HttpError(410, "No longer here");
    if (url.searchParams.has("crash")) throw new RangeError("secret detail");
    return page({ name: url.searchParams.get("name") ?? "nobody" }, { status: 203, headers: { "x-data": "yes" } });
  },
  POST: () => new Response("posted"),
};

export default function Data({ data, state }: PageProps<{ name: string }, State>) {
  return <p>{data.name.toUpperCase()} {state.trail.join(">")}</p>;
}
