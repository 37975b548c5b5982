/** `/hors-ligne`, in both languages: what the service worker shows without a network. @module */

import { page, type PageProps } from "fresh";
import { OfflinePage } from "../components/DevicePages.tsx";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import type { Ctx } from "../lib/http/state.ts";
import type { PageRequest } from "../lib/shared/page.ts";

export const config = { routeOverride: "{/en}?/hors-ligne{/}?" };

export const handler = {
  GET(ctx: Ctx) {
    return page(toPageRequest(ctx), PAGE_CACHING);
  },
};

export default function Offline({ data: request, url }: PageProps<PageRequest>) {
  return <OfflinePage {...{ request, url }} />;
}
