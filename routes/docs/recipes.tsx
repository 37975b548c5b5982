/** `/docs/recipes`, in both languages: the API in common tools. @module */

import { pageRoute } from "../../lib/http/page_request.ts";
import { loadRecipes } from "../../lib/pages/docs/recipes.ts";

export { DocsPage as default } from "../../components/docs/DocsPage.tsx";

export const config = { routeOverride: "{/en}?/docs/recipes{/}?" };

export const handler = pageRoute((_deps, { lang, origin }) => loadRecipes({ lang, origin }));
