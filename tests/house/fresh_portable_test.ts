/** Holds the app to what Fresh itself offers. @module */

import assert from "node:assert/strict";
import { join } from "node:path";
import { isUpstreamFresh } from "../../dev.ts";
import { isManifestFresh } from "../../fresh/dev.ts";

const ROOT = join(import.meta.dirname!, "..", "..");

/** Names that Fresh's documentation lists for each of its modules. */
const OFFERED = {
  "fresh": [
    ..."App Context createDefine csp CSPOptions Define FreshConfig FreshContext HandlerByMethod HandlerFn".split(" "),
    ..."HttpError LayoutConfig ListenOptions Method Middleware MiddlewareFn page PageProps PageResponse".split(" "),
    ..."ResolvedFreshConfig RouteConfig RouteHandler staticFiles".split(" "),
  ],
  "fresh/runtime": ["asset", "assetSrcSet", "Head", "HttpError", "IS_BROWSER"],
};

/** TypeScript sources below a folder; none when there is no folder. */
function sources(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
      const path = join(folder, name);
      if (isDirectory) return sources(path);
      return /\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name) ? [path] : [];
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Names imported in a source, by module. */
function importsOf(source: string): { module: string; names: string[] }[] {
  return [...source.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)"/g)].map((
    [, list, module],
  ) => ({
    module: module!,
    names: list!.split(",").map((name) => name.trim().replace(/^type\s+/, "").replace(/\s+as\s.*/, "")).filter(Boolean),
  }));
}

Deno.test("fresh.gen.ts lists the routes and islands that are there", async () => {
  assert.ok(await isManifestFresh(ROOT), "run `deno task gen`");
});

Deno.test("deno.upstream.json differs from deno.json in the entries for fresh alone", async () => {
  assert.ok(await isUpstreamFresh(), "run `deno task gen`");
  const [ours, upstream] = await Promise.all(["deno.json", "deno.upstream.json"].map(async (name) => {
    return JSON.parse(await Deno.readTextFile(join(ROOT, name)));
  }));
  for (const name of ["fresh", "fresh/runtime", "fresh/dev"]) {
    assert.match(upstream.imports[name], /^jsr:@fresh\/core@\^2/);
    upstream.imports[name] = ours.imports[name];
  }
  assert.deepEqual(upstream, ours);
});

Deno.test("routes, islands, components and lib import nothing but what Fresh offers", () => {
  const folders = ["routes", "islands", "components", "lib"];
  for (const path of folders.flatMap((folder) => sources(join(ROOT, folder)))) {
    const source = Deno.readTextFileSync(path);
    for (const { module, names } of importsOf(source)) {
      assert.ok(!/(^|\/)fresh\/(?!runtime$)|fresh\.gen/.test(module), `${path} imports "${module}"`);
      if (module !== "fresh" && module !== "fresh/runtime") continue;
      for (const name of names) assert.ok(OFFERED[module].includes(name), `${path} imports ${name} from "${module}"`);
    }
    assert.ok(!/instanceof (Fresh)?Context\b/.test(source), `${path} asks for a class that Fresh exports as a type`);
  }
});

Deno.test("our host offers the names that the app may import", async () => {
  const runtime = Object.keys(await import("../../fresh/runtime.ts")).sort();
  assert.deepEqual(runtime, OFFERED["fresh/runtime"].toSorted());
  const server = Object.keys(await import("../../fresh/mod.ts"));
  for (const name of server) assert.ok(OFFERED.fresh.includes(name), name);
});

Deno.test("fresh/ imports nothing of ours, and importing it does nothing", async () => {
  for (const path of sources(join(ROOT, "fresh")).filter((path) => !path.includes("/testdata/"))) {
    for (const [, module] of Deno.readTextFileSync(path).matchAll(/from "([^"]+)"|import\("([^"]+)"\)/g)) {
      assert.ok(!module?.startsWith("../") && !module?.startsWith("lib/"), `${path} imports "${module}"`);
    }
  }
  const { options } = await import("preact");
  const hook = () => Reflect.get(options, "__b");
  await import("@preact/signals");
  const before = hook();
  await import("../../fresh/mod.ts");
  await import("../../fresh/dev.ts");
  assert.equal(hook(), before);
});
