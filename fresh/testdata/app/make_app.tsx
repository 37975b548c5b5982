/** Builds the fixture app. @module */

import { App, csp, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import type { State } from "./state.ts";

/** The app with its scripts in memory. */
export async function makeApp(): Promise<App<State>> {
  const app = new App<State>()
    .use(csp({ useNonce: true }))
    .use(staticFiles())
    .all("/early", (ctx) => ctx.render(<p>early</p>))
    .fsRoutes();
  const applySnapshot = await new Builder({ root: import.meta.dirname }).build({ snapshot: "memory" });
  applySnapshot(app);
  return app;
}
