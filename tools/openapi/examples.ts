/** Asks the questions of the documents' examples over the test fixture, so that every example is a real answer. @module */

import type { Examples } from "../../lib/http/openapi/mod.ts";
import { parseQuery, readPath, readQuery } from "../../lib/http/query.ts";
import { answer, operations, parseInput } from "../../lib/operations/mod.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import { FIXTURE_AS_OF, insertFixture } from "../../tests/support/api_fixture.ts";
import { withEmbeddedDb } from "../../tests/support/embedded_db.ts";

/** The examples, the same every time. */
export async function makeExamples(): Promise<Examples> {
  return await withEmbeddedDb(async (db) => {
    await insertFixture(db);
    const deps = { db, snapshots: noSnapshots, clock: () => FIXTURE_AS_OF };
    const examples: Examples = {};
    for (const operation of operations) {
      const { example: path } = operation;
      const { pathname, search } = new URL(path, "http://localhost");
      const query = parseQuery(search);
      const inPath = readPath(operation.path, pathname);
      const input = parseInput(operation, (param) => inPath.get(param.name) ?? readQuery(query, param));
      const { body } = await answer(operation, deps, input);
      examples[operation.id] = { path, body };
    }
    return examples;
  });
}

/** The text of `lib/http/openapi/examples.gen.ts`. */
export function toExamplesModule(examples: Examples): string {
  return `/** Real answers over the fixture, written by \`deno task gen\`; never edited. @module */

// deno-fmt-ignore-file

import type { Examples } from "./mod.ts";

/** Examples by operation id. */
export const EXAMPLES: Examples = ${JSON.stringify(examples, null, 2)};
`;
}
