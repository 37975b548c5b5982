/** `/mentions-legales`, in both languages: licences, accuracy, personal data. @module */

import { page, type PageProps } from "fresh";
import type { Ctx } from "../lib/http/state.ts";
import { LegalPage } from "./(_pages)/about_page.tsx";
import { type Frame, pageHeaders, toFrame } from "./(_pages)/frame.ts";

export const config = { routeOverride: "{/en}?/mentions-legales" };

export const handler = {
  GET(ctx: Ctx) {
    return page(toFrame(ctx), pageHeaders(ctx));
  },
};

export default function Legal({ data, url }: PageProps<Frame>) {
  return <LegalPage frame={data} url={url} />;
}
