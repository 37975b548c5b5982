/** `/docs`, in both languages: the documentation of the API and of MCP for people. @module */

import { errorRows } from "../lib/http/errors.ts";
import { EXAMPLES } from "../lib/http/openapi/examples.gen.ts";
import { pageRoute } from "../lib/http/page_request.ts";
import { withRunningExamples } from "../lib/operations/running_examples.ts";
import { loadDocs } from "../lib/pages/docs/load.ts";

export { DocsPage as default } from "../components/docs/DocsPage.tsx";

export const config = { routeOverride: "{/en}?/docs{/}?" };

export const handler = pageRoute(async (backend, { lang, origin }, { state, url }) => {
  const operations = await withRunningExamples(state.service.operations, backend);
  const opened = url.searchParams.get("route");
  return loadDocs({ lang, origin, errors: errorRows(), operations, examples: EXAMPLES, opened });
});
