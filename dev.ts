/** The developer's command: `deno run -A dev.ts [gen [--check] | build]`, alone it serves with live reload. @module */

import { join } from "node:path";
import { buildClient, isManifestFresh, serveDev, writeManifest } from "./fresh/dev.ts";

const ROOT = import.meta.dirname!;
const PORT = 8000;

/** Where Fresh itself is published, by the names under which the app imports it. */
const UPSTREAM = {
  "fresh": "jsr:@fresh/core@^2",
  "fresh/runtime": "jsr:@fresh/core@^2/runtime",
  "fresh/dev": "jsr:@fresh/core@^2/dev",
};

/** The text of `deno.upstream.json`: `deno.json` with Fresh from JSR in the place of our host. */
export async function toUpstream(): Promise<string> {
  let text = await Deno.readTextFile(join(ROOT, "deno.json"));
  for (const [name, target] of Object.entries(UPSTREAM)) {
    text = text.replace(new RegExp(`("${name}": )"[^"]*"`), `$1"${target}"`);
  }
  return text;
}

/** Whether `deno.upstream.json` is what `deno.json` gives. */
export async function isUpstreamFresh(): Promise<boolean> {
  return await Deno.readTextFile(join(ROOT, "deno.upstream.json")).catch(() => "") === await toUpstream();
}

/** Whether the generated files are up to date, after saying which are not. */
async function check(): Promise<boolean> {
  const files = { "fresh.gen.ts": await isManifestFresh(ROOT), "deno.upstream.json": await isUpstreamFresh() };
  for (const [name, isFresh] of Object.entries(files)) {
    console.log(`${name} ${isFresh ? "is up to date" : "is stale: run `deno task gen`"}`);
  }
  return Object.values(files).every((isFresh) => isFresh);
}

async function generate(): Promise<void> {
  console.log(`fresh.gen.ts ${await writeManifest(ROOT) ? "written" : "unchanged"}`);
  if (!await isUpstreamFresh()) await Deno.writeTextFile(join(ROOT, "deno.upstream.json"), await toUpstream());
}

/** Builds the scripts into `.build/` unless they are there already. */
async function build(): Promise<void> {
  await writeManifest(ROOT);
  const { manifest } = await import("./fresh.gen.ts");
  const { files } = await buildClient({ root: ROOT, manifest, write: true });
  console.log(`${files.size} scripts in .build/client`);
}

async function serve(): Promise<void> {
  const port = Number(/^--port=(\d+)$/.exec(Deno.args[0] ?? "")?.[1] ?? PORT);
  const ending = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(name, () => ending.abort());
  await serveDev({ root: ROOT, command: ["run", "-A", "main.ts"], port, print: console.log }, ending.signal);
}

if (import.meta.main) {
  const [verb, flag] = Deno.args;
  if (verb === "gen" && flag === "--check") Deno.exit(await check() ? 0 : 1);
  else if (verb === "gen") await generate();
  else if (verb === "build") await build();
  else await serve();
}
