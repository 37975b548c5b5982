/**
 * `/hors-ligne`, in both languages: the page that the service worker shows without a network.
 *
 * @module
 */

import { pageRoute } from "../lib/http/page_request.ts";

export { OfflinePage as default } from "../components/DevicePages.tsx";

export const config = { routeOverride: "{/en}?/hors-ligne{/}?" };

export const handler = pageRoute((_deps, request) => request);
