/** Builds the fixture app. @module */

import { App, csp, staticFiles } from "fresh";
import { prepare } from "fresh/dev";
import type { State } from "./state.ts";
import { manifest } from "./fresh.gen.ts";

/** The app with its scripts in memory. */
export async function makeApp(): Promise<App<State>> {
  const app = new App<State>()
    .use(csp({ useNonce: true }))
    .use(staticFiles())
    .get("/early", (ctx) => ctx.render(<p>early</p>))
    .fsRoutes();
  await prepare(app, { root: import.meta.dirname!, manifest, write: false });
  return app;
}
