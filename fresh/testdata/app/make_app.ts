/** Builds the fixture app. @module */

import { App, csp, staticFiles } from "fresh";
import { Builder } from "fresh/dev";

/** Returns the app with its scripts in memory. */
export async function makeApp(): Promise<App<unknown>> {
  const app = new App()
    .use(csp({ useNonce: true }))
    .use(staticFiles())
    .fsRoutes();
  (await new Builder({ root: import.meta.dirname }).build({ snapshot: "memory" }))(app);
  return app;
}
