/** `/a-propos`, in both languages: what the site is and where its figures come from. @module */

import { pageRoute } from "../lib/http/page_request.ts";
import { toAbout } from "../lib/pages/about/load.ts";

export { AboutPage as default } from "../components/about/AboutPage.tsx";

export const config = { routeOverride: "{/en}?/a-propos{/}?" };

export const handler = pageRoute((_deps, request) => toAbout(request));
