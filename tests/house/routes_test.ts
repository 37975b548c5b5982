/**
 * The files of routes: one for each question, at its path, and the pages that links and tests name.
 *
 * @module
 */

import { deepEqual, equal, ok } from "../support/assert.ts";
import manifest from "../../fresh.gen.ts";
import { LISTED_PAGES } from "../../lib/http/documents/site.ts";
import { operations } from "../../lib/operations/mod.ts";
import { sitePages } from "../support/site_pages.ts";
import { findFiles, findIn, readSource } from "./source_files.ts";

/** The file whose name says the path of an operation. */
function toFile(path: string): string {
  return `routes${path.replaceAll("{", "[").replaceAll("}", "]")}.ts`;
}

Deno.test("every question of the API has its route file, and every such file its operation", async () => {
  const found = new Map<string, unknown>();
  for (const path of (await findFiles(".ts")).filter((path) => path.startsWith("routes/"))) {
    const source = await readSource(path);
    const name = /^export const handler = httpRoute\((\w+)\);$/m.exec(source)?.[1];
    if (!name) continue;
    const [, file] = /from "[./]+(lib\/operations\/\S+)";/.exec(source)!;
    found.set(path, Reflect.get(await import(`../../${file}`), name));
  }
  deepEqual([...found.keys()].sort(), operations.map(({ path }) => toFile(path)).sort());
  for (const operation of operations) {
    equal(found.get(toFile(operation.path)), operation, operation.path);
  }
});

const french = sitePages.map(({ fr }) => fr);

Deno.test("every fixed page has both its addresses, and the browser tests visit it", async () => {
  const patterns = Object.values(manifest.routes).flatMap((module) => {
    const { config } = module as { config?: { routeOverride?: string } };
    return config?.routeOverride ? [new URLPattern({ pathname: config.routeOverride })] : [];
  });
  const isRoute = (pathname: string) => patterns.some((pattern) => pattern.test({ pathname }));
  for (const { fr, en } of sitePages) ok(isRoute(fr) && isRoute(en), `${fr} ${en}`);
  const visited = await readSource("tests/browser/visit.ts");
  deepEqual(
    french.filter((path) => !["/", "/docs"].includes(path) && !visited.includes(`"${path}`)),
    [],
  );
});

Deno.test("the sitemap lists pages that are there", () => {
  deepEqual(LISTED_PAGES.filter((path) => !french.includes(path)), []);
});

Deno.test("navigation and links name pages that are there", async () => {
  const sources = (await findFiles(".ts", ".tsx")).filter((path) =>
    /^(components|islands|lib\/pages)\//.test(path)
  );
  const named = await findIn(
    sources,
    (text) => [...text.matchAll(/toLocalPath\("([^"?#]*)/g)].map(([, path]) => path!),
  );
  ok(named.length > 0);
  deepEqual(named.filter((path) => !french.includes(path)), []);
});
