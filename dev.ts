/**
 * The entry for developers: `dev.ts build` builds the scripts of the pages, `dev.ts` alone serves
 * with live reload.
 *
 * @module
 */

import { Builder } from "fresh/dev";
import { systemClock } from "./lib/platform/clock.ts";
import { createLog } from "./lib/platform/log.ts";

const builder = new Builder({ root: import.meta.dirname });

if (Deno.args.includes("build")) {
  await createLog({ clock: systemClock, format: "text" }).during(
    "Building the pages",
    () => builder.build(),
  );
  // A builder that imports the app does not end by itself, since the crons of the app keep waiting.
  Deno.exit(0);
}
await builder.listen(() => import("./main.ts"));
