/** The generated manifest. @module */

import assert from "node:assert/strict";
import { join } from "node:path";
import { isManifestFresh, toManifest, writeManifest } from "./gen.ts";

Deno.test("toManifest() lists routes and islands, and nothing else, in a fixed order", async () => {
  const root = await Deno.makeTempDir();
  try {
    const paths = [
      "routes/index.tsx",
      "routes/index_test.tsx",
      "routes/notes.md",
      "routes/a/(_islands)/Near.tsx",
      "routes/a/(_components)/Part.tsx",
      "routes/a/[id].ts",
      "islands/Map.tsx",
      "islands/map/Pills.tsx",
    ];
    for (const path of paths) {
      await Deno.mkdir(join(root, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(root, path), "");
    }
    assert.equal(await isManifestFresh(root), false);
    assert.equal(await writeManifest(root), true);
    assert.equal(await writeManifest(root), false);
    assert.equal(await isManifestFresh(root), true);
    const named = [...(await toManifest(root)).matchAll(/^ {4}"(.*)": (\w+),$/gm)].map((
      [, path, name],
    ) => [path, name]);
    assert.deepEqual(named, [
      ["a/[id].ts", "route0"],
      ["index.tsx", "route1"],
      ["islands/Map.tsx", "island0"],
      ["islands/map/Pills.tsx", "island1"],
      ["routes/a/(_islands)/Near.tsx", "island2"],
    ]);
    await Deno.writeTextFile(join(root, "routes", "new.ts"), "");
    assert.equal(await isManifestFresh(root), false);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("the fixture's manifest is up to date", async () => {
  assert.ok(await isManifestFresh(join(import.meta.dirname!, "testdata", "app")));
});
