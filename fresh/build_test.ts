/** Tests builds on disk and in memory. @module */

import assert from "../tests/support/assert.ts";
import { join } from "node:path";
import { buildClient, type ClientBuild } from "./build.ts";
import type { Manifest } from "./snapshot.ts";
import { inApp } from "./testdata/in_app.ts";

const ISLAND = `import { useSignal } from "@preact/signals";
export default function Clicker() { const n = useSignal(0); return <button type="button">{n} MARK</button>; }
`;

const MANIFEST: Manifest = { routes: {}, islands: { "islands/Clicker.tsx": {} } };

const inClicker = (work: (root: string) => Promise<void>) =>
  inApp({ "islands/Clicker.tsx": ISLAND }, work);

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function sourceOf(build: ClientBuild): Promise<string> {
  const { url } = build.islands["islands/Clicker.tsx"]!;
  return await new Response(await build.files.get(url)!.load(null)).text();
}

Deno.test("buildClient() reuses the build on disk while nothing has changed, and names files by their content", async () => {
  await inClicker(async (root) => {
    const first = await buildClient({ root, manifest: MANIFEST, write: true });
    const record = join(root, ".build", "client.json");
    const builtAt = (await Deno.stat(record)).mtime;
    const second = await buildClient({ root, manifest: MANIFEST, write: true });
    assert.deepEqual((await Deno.stat(record)).mtime, builtAt);
    assert.deepEqual(second.islands, first.islands);
    assert.deepEqual([...second.files.keys()], [...first.files.keys()]);
    assert.equal(await sourceOf(second), await sourceOf(first));
    assert.deepEqual(
      (await buildClient({ root, manifest: MANIFEST, write: false })).boot,
      first.boot,
    );
  });
});

Deno.test("buildClient() builds again when a source, the islands or the record differ", async () => {
  await inClicker(async (root) => {
    const first = await buildClient({ root, manifest: MANIFEST, write: true });
    await Deno.writeTextFile(
      join(root, "islands", "Clicker.tsx"),
      ISLAND.replace("MARK", "CHANGED"),
    );
    const second = await buildClient({ root, manifest: MANIFEST, write: true });
    assert.match(await sourceOf(second), /CHANGED/);
    assert.notEqual(
      second.islands["islands/Clicker.tsx"]!.url,
      first.islands["islands/Clicker.tsx"]!.url,
    );
    assert.equal([...Deno.readDirSync(join(root, ".build"))].length, 1, "a draft was left behind");

    await Deno.writeTextFile(join(root, "islands", "Other.tsx"), ISLAND.replace("MARK", "OTHER"));
    const islands = { ...MANIFEST.islands, "islands/Other.tsx": {} };
    const third = await buildClient({ root, manifest: { islands }, write: true });
    assert.deepEqual(Object.keys(third.islands), ["islands/Clicker.tsx", "islands/Other.tsx"]);

    await Deno.remove(join(root, "islands", "Other.tsx"));
    assert.match(
      await sourceOf(await buildClient({ root, manifest: MANIFEST, write: true })),
      /CHANGED/,
    );

    await Deno.writeTextFile(join(root, ".build", "client.json"), "{ half");
    assert.match(
      await sourceOf(await buildClient({ root, manifest: MANIFEST, write: true })),
      /CHANGED/,
    );
  });
});

Deno.test("buildClient() puts an island and the app modules that it loads later into one file", async () => {
  const island = `import { text } from "../shared.ts";
export default () => <p onClick={() => import("../other.ts")}>{text}</p>;`;
  const shared = {
    "shared.ts": 'export const text = "SHARED";',
    "later.ts": 'export { text as later } from "./shared.ts";',
    "other.ts":
      'export { later } from "./later.ts"; export const again = () => import("./later.ts");',
  };
  await inApp({ "islands/One.tsx": island, "islands/Two.tsx": island, ...shared }, async (root) => {
    const islands = { "islands/One.tsx": {}, "islands/Two.tsx": {} };
    const built = await buildClient({ root, manifest: { islands }, write: false });
    for (const { url, imports } of Object.values(built.islands)) {
      const texts = await Promise.all(
        [url, ...imports].map(async (url) =>
          new Response(await built.files.get(url)!.load(null)).text()
        ),
      );
      assert.equal(texts.filter((text) => text.includes("SHARED")).length, 1);
      assert.ok(
        imports.length <= 2,
        "an island is its file, the packages' and one that holds its modules",
      );
    }
  });
});

Deno.test("buildClient() writes nothing unless `write` is set", async () => {
  await inClicker(async (root) => {
    await buildClient({ root, manifest: MANIFEST, write: false });
    assert.equal(await exists(join(root, ".build")), false);
  });
});

Deno.test("buildClient() names the source file that does not compile", async () => {
  await inClicker(async (root) => {
    await Deno.writeTextFile(join(root, "islands", "Clicker.tsx"), "export default function (");
    await assert.rejects(buildClient({ root, manifest: MANIFEST, write: true }), /Clicker\.tsx/);
  });
});
