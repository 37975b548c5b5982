/**
 * `deno task dev:upstream FOLDER` writes the app as a project for Fresh itself, from JSR, into a
 * new folder.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = new URL("..", import.meta.url).pathname;
const FRESH = "jsr:@fresh/core@^2.3.3";

/** Files of our own framework, of its tests, and of its documents. */
const LEFT_OUT = `
  fresh/ serve.ts deno.json deno.lock README.md CONTRIBUTING.md .ci/ deploy/
  tests/deno.lock tests/house/ tests/browser/ tests/smoke/ tests/lighthouse/ tests/real/duckdb/
  tests/faults/ tests/bench/ tests/soak/ tests/fuzz/
  tools/gen.ts tools/upstream.ts tools/geo/
`.trim().split(/\s+/);
const HOST_PACKAGES = ["fresh", "fresh/runtime", "fresh/dev", "esbuild", "mime"];
const KEPT_TASKS = [
  "ingest",
  "backfill",
  "brands",
  "selfcheck",
  "sample",
  "migrate",
  "db:reset",
  "db:seed",
];

type DenoJson = {
  imports: Record<string, string>;
  tasks: Record<string, unknown>;
  exclude: string[];
  lock?: boolean;
};

function toUpstreamConfig(ours: DenoJson): object {
  const { lock: _lock, ...shared } = ours;
  const packages = Object.entries(ours.imports).filter(([name]) => !HOST_PACKAGES.includes(name));
  const kept = Object.entries(ours.tasks).filter(([name]) => KEPT_TASKS.includes(name));
  return {
    ...shared,
    imports: { "fresh": FRESH, ...Object.fromEntries(packages) },
    exclude: [...ours.exclude, "_fresh"],
    tasks: {
      "start": { "command": "deno serve -A _fresh/server.js", "dependencies": ["build"] },
      "build": "deno run -A dev.ts build",
      "dev": "deno run -A --watch=static,routes dev.ts",
      "test": "deno run -A tests/run.ts tests/api tests/mcp tests/db",
      ...Object.fromEntries(kept),
    },
    deploy: {
      "install": "deno install",
      "build": "deno task build",
      "predeploy": "deno task migrate",
      "runtime": { "type": "dynamic", "entrypoint": "_fresh/server.js" },
    },
  };
}

/** Returns the paths of the project's files that it needs under Fresh, as listed by git. */
async function findFiles(): Promise<string[]> {
  const pathspecs = [".", ...LEFT_OUT.map((place) => `:!${place}`)];
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...pathspecs];
  const { success, stdout, stderr } = await new Deno.Command("git", { args, cwd: ROOT }).output();
  if (!success) {
    throw new Error(`git cannot list the files: ${new TextDecoder().decode(stderr).trim()}`);
  }
  const paths = new TextDecoder().decode(stdout).split("\0");
  return paths.filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

/** Writes the tree and returns the number of its files. */
export async function writeUpstream(folder: string): Promise<number> {
  const files = await findFiles();
  for (const path of files) {
    await Deno.mkdir(join(folder, dirname(path)), { recursive: true });
    await Deno.copyFile(`${ROOT}${path}`, join(folder, path));
  }
  const config = toUpstreamConfig(JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)));
  await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify(config, null, 2) + "\n");
  const ignored = await Deno.readTextFile(`${ROOT}.gitignore`);
  await Deno.writeTextFile(join(folder, ".gitignore"), `${ignored}_fresh/\n`);
  return files.length + 1;
}

if (import.meta.main) {
  const [folder, ...rest] = Deno.args;
  if (!folder || folder.startsWith("-") || rest.length > 0 || existsSync(folder)) {
    console.error("Usage: deno task dev:upstream FOLDER (a folder that does not exist yet)");
    Deno.exit(2);
  }
  const count = await writeUpstream(folder);
  console.log(`${count} files in ${folder}. There: deno install && deno task start`);
}
