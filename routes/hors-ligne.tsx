/** `/hors-ligne`, in both languages: what stands there without a network; kept by the service worker. @module */

import { page, type PageProps } from "fresh";
import type { Ctx } from "../lib/http/state.ts";
import { OfflinePage } from "./(_pages)/device_pages.tsx";
import { type Frame, pageHeaders, toFrame } from "./(_pages)/frame.ts";

export const config = { routeOverride: "{/en}?/hors-ligne" };

export const handler = {
  GET(ctx: Ctx) {
    return page(toFrame(ctx), pageHeaders(ctx));
  },
};

export default function Offline({ data, url }: PageProps<Frame>) {
  return <OfflinePage frame={data} url={url} />;
}
