/** The generated documents of the API: examples and the frozen description. @module */

import { buildOpenapi, type Examples } from "../../lib/http/openapi/mod.ts";
import { parseQuery, readPath, readQuery } from "../../lib/http/query.ts";
import { allOperations, answer, operations, parseInput } from "../../lib/operations/mod.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import { FIXTURE_AS_OF, insertFixture } from "../../tests/support/api_fixture.ts";
import { withEmbeddedDb } from "../../tests/support/embedded_db.ts";
import { findBreakingChanges } from "../../tests/support/openapi_changes.ts";
import { lazy } from "../../lib/shared/lazy.ts";

const FROZEN = new URL("../../docs/openapi.json", import.meta.url);

/** The operations' examples with their responses over the invented test fixture. */
const loadExamples = lazy(() =>
  withEmbeddedDb(async (db) => {
    await insertFixture(db);
    const deps = { db, snapshots: noSnapshots, clock: () => FIXTURE_AS_OF };
    const examples: Examples = {};
    for (const operation of operations) {
      const { pathname, search } = new URL(operation.example, "http://localhost");
      const query = parseQuery(search);
      const inPath = readPath(operation.path, pathname);
      const input = parseInput(operation, (param) => inPath.get(param.name) ?? readQuery(query, param));
      const { body } = await answer(operation, deps, input);
      examples[operation.id] = { path: operation.example, body };
    }
    return examples;
  })
);

/** The text of `lib/http/openapi/examples.gen.ts`. */
export async function makeExamplesModule(): Promise<string> {
  return `/** Answers over the invented fixture, written by \`deno task gen\`; never edited. @module */

// deno-fmt-ignore-file

import type { Examples } from "./mod.ts";

/** Examples by operation id. */
export const EXAMPLES: Examples = ${JSON.stringify(await loadExamples(), null, 2)};
`;
}

const ROOT = new URL("../..", import.meta.url).pathname;

/** JSON as `deno task ok` wants to find it. */
async function format(json: string): Promise<string> {
  const args = ["fmt", "--ext", "json", "-"];
  const command = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdin: "piped", stdout: "piped" });
  const child = command.spawn();
  const output = new Response(child.stdout).text();
  await new Blob([json]).stream().pipeTo(child.stdin);
  if (!(await child.status).success) throw new Error("deno fmt refused the generated JSON");
  return await output;
}

/** The text of `docs/openapi.json`. Throws an Error that lists what would break a caller of the frozen one. */
export async function makeFrozenOpenapi(): Promise<string> {
  const document = buildOpenapi({ baseUrl: null, operations: allOperations, examples: await loadExamples() });
  const frozen = JSON.parse(await Deno.readTextFile(FROZEN));
  const breaking = findBreakingChanges(frozen, JSON.parse(JSON.stringify(document)));
  if (breaking.length > 0) {
    const list = breaking.map((finding) => `  - ${finding}`).join("\n");
    throw new Error(`v1 is frozen; these changes of docs/openapi.json would break its callers:\n${list}`);
  }
  return await format(JSON.stringify(document, null, 2));
}
