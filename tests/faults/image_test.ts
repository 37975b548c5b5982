import { deepEqual, equal, ok } from "../support/assert.ts";
import { readdirSync, statSync } from "node:fs";
import { buildImage } from "../house/image_folder.ts";
import { assertEnds, withFixtureService } from "../support/service.ts";

const MAX_PACKAGES_MB = 110;
const PATHS = [
  "/",
  "/donnees",
  "/docs/recipes",
  "/api/v1/places?q=paris",
  "/readyz",
  "/departements/75/image.png?fuel=gazole",
];

/** The files in the image's folder. The service can read no other files of the project. */
const HELD = [
  ".build",
  "LICENSE",
  "LICENSE-DATA.md",
  "app.ts",
  "components",
  "crons.ts",
  "deno.json",
  "deno.lock",
  "dev.ts",
  "docs",
  "fresh",
  "fresh.gen.ts",
  "ingest",
  "islands",
  "lib",
  "main.ts",
  "node_modules",
  "program.ts",
  "routes",
  "serve.ts",
  "static",
];

/** Paths of the files in a folder. Links between packages are not followed. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1));
}

/** Packages as their folders are named: `zod@4.6.7`, `@resvg+resvg-wasm@2.6.2`. */
function listPackages(folder: string): string[] {
  return readdirSync(`${folder}/node_modules/.deno`).filter((name) => /.@/.test(name)).sort();
}

/** Packages of the lock file, without those for other machines. */
async function listLocked(folder: string): Promise<string[]> {
  const { npm } = JSON.parse(await Deno.readTextFile(`${folder}/deno.lock`)) as {
    npm: Record<string, { os?: string[]; cpu?: string[] }>;
  };
  const { os, arch } = Deno.build;
  const cpu = arch === "x86_64" ? "x64" : "arm64";
  return Object.entries(npm)
    .filter(([, locked]) => (locked.os ?? [os]).includes(os) && (locked.cpu ?? [cpu]).includes(cpu))
    .map(([key]) => key.replace("/", "+").replace(/(?<=.@[^_]*)_.*/, "")).sort();
}

Deno.test("the image contains only the program and the packages of deno.lock, and serves without a cache or registry", async (t) => {
  const places = await Deno.makeTempDir({ dir: "/tmp", prefix: "fuel-image-" });
  try {
    const folder = await buildImage(places);
    await t.step("its files", () => {
      deepEqual(readdirSync(folder).sort(), HELD);
      const files = listFiles(folder).filter((path) => !path.startsWith("node_modules/"));
      deepEqual(files.filter((path) => path.startsWith(".build/")), [".build/client.json"]);
      const own = files.filter((path) =>
        /(^|\/)(tests?|tools|deploy)\/|_(test|bench)\./.test(path)
      );
      deepEqual(own, []);
      ok(files.includes("static/THIRD_PARTY_NOTICES.txt"));
    });
    await t.step("its packages", async () => {
      const packages = listPackages(folder);
      deepEqual(packages, await listLocked(folder));
      const tools = packages.filter((name) => /playwright|axe-|-check|typescript/.test(name));
      deepEqual(tools, []);
      const sizes = listFiles(`${folder}/node_modules`).map((path) =>
        statSync(`${folder}/node_modules/${path}`).size
      );
      const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
      ok(megabytes <= MAX_PACKAGES_MB, `${packages.length} packages have ${megabytes} MB`);
    });
    await t.step("it serves pages and data", async () => {
      const env = {
        DATA_DIR: `${places}/data`,
        DENO_DIR: `${places}/cache`,
        NPM_CONFIG_REGISTRY: "http://127.0.0.1:1",
      };
      await withFixtureService(env, async ({ service, origin }) => {
        for (const path of PATHS) {
          const response = await fetch(origin + path);
          equal(response.status, 200, `${path}: ${await response.text()}`);
        }
        equal(await assertEnds(service), "");
      }, { task: "serve", cwd: folder });
    });
  } finally {
    await Deno.remove(places, { recursive: true });
  }
});
