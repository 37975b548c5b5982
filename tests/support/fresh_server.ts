/** Exports the built app as Fresh's `_fresh/server.js` does, for `deno serve`. @module */

import { Builder } from "fresh/dev";
import { app } from "../../main.ts";

(await new Builder({ root: new URL("../..", import.meta.url).pathname }).build())(app);
const handler = app.handler();

export default { fetch: (req, info) => handler(req, info) } satisfies Deno.ServeDefaultExport;
