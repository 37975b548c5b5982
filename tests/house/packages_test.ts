import { deepEqual, equal, ok } from "../support/assert.ts";
import { assertNone } from "./rules.ts";
import { findIn, findSources, isProduct, readSource } from "./source_files.ts";

type Lock = {
  specifiers: Record<string, string>;
  npm: Record<string, { integrity: string }>;
};

const SOURCES = await findSources();
const { imports } = JSON.parse(await readSource("deno.json")) as {
  imports: Record<string, string>;
};
/** The packages of a server, by the name that sources import. */
const SHIPPED = Object.entries(imports).filter(([, target]) => !target.startsWith("./"));
/** Packages that a source names with their version: those of tests, and types. */
const INLINE = await findIn(
  SOURCES,
  (text, path) => [...text.matchAll(/"(npm:[@\w][^"]*\w)"/g)].map(([, target]) => [path, target!]),
);

async function readLock(path: string): Promise<Lock> {
  return JSON.parse(await readSource(path)) as Lock;
}

/** The package of a target such as `npm:ajv@8.20.0/dist/2020.js`, with its version. */
function toPackage(target: string): string {
  return /^npm:(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target;
}

Deno.test("every package is pinned to one version and comes from npm", () => {
  const targets = [...SHIPPED, ...INLINE].map(([, target]) => toPackage(target!));
  const pin = /^npm:(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.]+)?$/;
  assertNone(targets.filter((target) => !pin.test(target)), "Packages without an exact version");
  const byName = Map.groupBy(new Set(targets), (target) => target.replace(/@[^@]+$/, ""));
  const torn = [...byName.values()].filter((versions) => versions.length > 1);
  assertNone(torn.flat(), "Packages with two versions");
});

Deno.test("every package of a server is imported by the product, and only tests and types name others", async () => {
  const product = (await Promise.all(SOURCES.filter(isProduct).map(readSource))).join("\n");
  const isUsed = (name: string) => new RegExp(`"${RegExp.escape(name)}["/]`).test(product);
  assertNone(
    SHIPPED.filter(([name]) => !isUsed(name)).map(([name]) => name),
    "Packages that ship and that the product does not import",
  );
  const others = INLINE.filter(([path, target]) =>
    isProduct(path!) && !target!.startsWith("npm:@types/")
  );
  assertNone(others.map(String), "Packages of the product that deno.json does not list");
});

Deno.test("deno.lock holds what ships and nothing else; tests/deno.lock holds the same and more", async () => {
  const [shipped, all] = await Promise.all(["deno.lock", "tests/deno.lock"].map(readLock));
  deepEqual(Object.keys(shipped!.specifiers).sort(), SHIPPED.map(([, target]) => target).sort());
  for (const [name, locked] of Object.entries(shipped!.npm)) {
    equal(all!.npm[name]?.integrity, locked.integrity, name);
  }
  const inTests = INLINE.filter(([path]) => path!.startsWith("tests/packages/"));
  ok(inTests.length > 5);
  for (const [, target] of inTests) ok(toPackage(target!) in all!.specifiers, target!);
  const named = [...SHIPPED, ...INLINE].map(([, target]) => toPackage(target!));
  assertNone(
    Object.keys(all!.specifiers).filter((locked) => !named.includes(locked)),
    "Locked packages that nothing names",
  );
});
