/** The generated documents of the API: examples, the frozen description, the Markdown. @module */

import { buildOpenapi } from "../../lib/http/openapi/mod.ts";
import { allOperations } from "../../lib/operations/mod.ts";
import { lazy } from "../../lib/shared/lazy.ts";
import { findBreakingChanges } from "./additive.ts";
import { makeExamples, toExamplesModule } from "./examples.ts";
import { toMarkdown } from "./markdown.ts";

const FROZEN = new URL("../../docs/openapi.json", import.meta.url);

const loadExamples = lazy(makeExamples);

async function makeDocument(): Promise<Record<string, unknown>> {
  return buildOpenapi({ baseUrl: null, operations: allOperations, examples: await loadExamples() });
}

async function readFrozen(): Promise<unknown> {
  try {
    return JSON.parse(await Deno.readTextFile(FROZEN));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { paths: {} };
    throw error;
  }
}

/** The text of `lib/http/openapi/examples.gen.ts`. */
export async function makeExamplesModule(): Promise<string> {
  return toExamplesModule(await loadExamples());
}

const ROOT = new URL("../..", import.meta.url).pathname;

/** A text as `deno task ok` wants to find it. */
async function format(text: string, extension: "json" | "md"): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", extension, "-"],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
  });
  const child = command.spawn();
  const output = new Response(child.stdout).text();
  await new Blob([text]).stream().pipeTo(child.stdin);
  if (!(await child.status).success) throw new Error(`deno fmt refused the generated ${extension}`);
  return await output;
}

/** The text of `docs/openapi.json`. Throws an Error that lists what would break a caller of the frozen one. */
export async function makeFrozenOpenapi(): Promise<string> {
  const document = await makeDocument();
  const breaking = findBreakingChanges(await readFrozen(), JSON.parse(JSON.stringify(document)));
  if (breaking.length > 0) {
    const list = breaking.map((finding) => `  - ${finding}`).join("\n");
    throw new Error(`v1 is frozen; these changes of docs/openapi.json would break its callers:\n${list}`);
  }
  return await format(JSON.stringify(document, null, 2), "json");
}

/** The text of `docs/api.md`. */
export async function makeApiMarkdown(): Promise<string> {
  return await format(toMarkdown(await makeDocument()), "md");
}
