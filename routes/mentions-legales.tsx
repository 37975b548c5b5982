/**
 * `/mentions-legales`, in both languages: publisher and host, licences, accuracy, personal data.
 *
 * @module
 */

import { pageRoute } from "../lib/http/page_request.ts";
import { toLegal } from "../lib/pages/about/load.ts";

export { AboutPage as default } from "../components/about/AboutPage.tsx";

export const config = { routeOverride: "{/en}?/mentions-legales{/}?" };

export const handler = pageRoute((_deps, request, { state }) =>
  toLegal(request, state.service.config)
);
