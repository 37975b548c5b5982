/** `deno task gen [--check]`: writes the generated files, or fails when one is not what it would write. @module */

import { makeManifest } from "../fresh/manifest.ts";
import { makeApiMarkdown, makeExamplesModule, makeFrozenOpenapi } from "./openapi/gen.ts";
import { makeScript } from "./offline_scripts.ts";
import { dumpEmbeddedSchema } from "./schema_dump.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** A generated file: its path below the root and its whole text, the same for the same sources. */
type Generated = { path: string; make(): Promise<string> };

/** In the order in which they are made; one that imports another's result comes after it. */
const GENERATED: Generated[] = [
  { path: "fresh.gen.ts", make: () => makeManifest(ROOT) },
  { path: "fresh/testdata/app/fresh.gen.ts", make: () => makeManifest(`${ROOT}fresh/testdata/app`) },
  { path: "lib/db/schema.sql", make: dumpEmbeddedSchema },
  { path: "lib/http/openapi/examples.gen.ts", make: makeExamplesModule },
  { path: "docs/openapi.json", make: makeFrozenOpenapi },
  { path: "docs/api.md", make: makeApiMarkdown },
  { path: "static/sw.js", make: () => makeScript(ROOT, "lib/client/offline/worker.ts") },
  { path: "static/offline.js", make: () => makeScript(ROOT, "lib/client/offline/offline_page.ts") },
];

/** The paths whose text has changed; written unless `isCheck`. */
async function generate(isCheck: boolean): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, make } of GENERATED) {
    const text = await make();
    if (await Deno.readTextFile(`${ROOT}${path}`).catch(() => null) === text) continue;
    stale.push(path);
    if (!isCheck) await Deno.writeTextFile(`${ROOT}${path}`, text);
  }
  return stale;
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const stale = await generate(isCheck);
  for (const path of stale) console.log(isCheck ? `${path} is stale: run deno task gen` : `${path} written`);
  if (stale.length === 0) console.log("All generated files are up to date");
  Deno.exit(isCheck && stale.length > 0 ? 1 : 0);
}
