import assert from "../support/assert.ts";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeUpstream } from "../../tools/upstream.ts";

const ROOT = join(import.meta.dirname!, "..", "..");

/** Names that Fresh's documentation lists for each of its modules. */
const OFFERED: Partial<Record<string, string[]>> = {
  "fresh": [
    ..."App Context createDefine csp CSPOptions Define FreshConfig FreshContext HandlerByMethod HandlerFn"
      .split(" "),
    ..."HttpError LayoutConfig ListenOptions Method Middleware MiddlewareFn page PageProps PageResponse"
      .split(" "),
    ..."ResolvedFreshConfig RouteConfig RouteHandler staticFiles".split(" "),
  ],
  "fresh/runtime": ["asset", "assetSrcSet", "Head", "HttpError", "IS_BROWSER"],
  "fresh/dev": ["Builder", "BuildOptions"],
};

function findSources(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory, isSymlink }) => {
    const path = join(folder, name);
    if (isSymlink) return [];
    if (isDirectory) return findSources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

function importsOf(source: string): { module: string; names: string[] }[] {
  const found = source.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)"/g);
  return [...found].map(([, list, module]) => ({
    module: module!,
    names: list!.split(",").map((name) =>
      name.trim().replace(/^type\s+/, "").replace(/\s+as\s.*/, "")
    ).filter(Boolean),
  }));
}

async function withUpstream(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "fuel-upstream-" });
  try {
    assert.ok(await writeUpstream(folder) > 300);
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

type Info = {
  modules: {
    specifier: string;
    error?: string;
    dependencies?: { specifier: string; code?: Dependency }[];
  }[];
};
type Dependency = { error?: string };

/**
 * What `deno info` finds wrong with the modules of a folder, whose `deno.json` resolves Fresh to
 * our host meanwhile.
 */
async function findUnresolved(folder: string): Promise<string[]> {
  const config = JSON.parse(await Deno.readTextFile(join(folder, "deno.json")));
  const host = { "fresh": "mod.ts", "fresh/runtime": "runtime.ts", "fresh/dev": "dev.ts" };
  const ofHost = Object.entries(host).map(([name, file]) => [name, join(ROOT, "fresh", file)]);
  const ours = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const imports = { ...ours.imports, ...config.imports, ...Object.fromEntries(ofHost) };
  await Deno.writeTextFile(join(folder, "host.json"), JSON.stringify({ ...config, imports }));
  await Deno.symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const lines = findSources(folder).map((path) => `import ${JSON.stringify(path)};\n`);
  await Deno.writeTextFile(join(folder, "all.ts"), lines.join(""));
  const args = ["info", "--json", "--no-remote", "--config", "host.json", "all.ts"];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: folder }).output();
  const { modules }: Info = JSON.parse(new TextDecoder().decode(stdout));
  return modules.flatMap(({ specifier, error, dependencies = [] }) => [
    ...error ? [`${specifier}: ${error}`] : [],
    ...dependencies.flatMap((dependency) =>
      dependency.code?.error ? [`${specifier}: ${dependency.code.error}`] : []
    ),
  ]);
}

Deno.test("the tree for Fresh has every module that its modules import, and Fresh from JSR", async () => {
  await withUpstream(async (folder) => {
    const { imports, tasks, lock } = JSON.parse(await Deno.readTextFile(join(folder, "deno.json")));
    assert.match(imports.fresh, /^jsr:@fresh\/core@\^2/);
    const own = Object.values(imports).map(String).filter((target) => target.startsWith("."));
    assert.deepEqual(own.filter((target) => !existsSync(join(folder, target))), []);
    assert.equal(lock, undefined);
    assert.match(tasks.start.command, /^deno serve -A _fresh\/server\.js$/);
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
    for (const name of ["fresh", "serve.ts", "deno.lock"]) {
      assert.ok(!names.includes(name), `${name} is in the tree`);
    }
    assert.deepEqual(await findUnresolved(folder), []);
  });
});

Deno.test("the app, its tests and its entries import nothing but what Fresh offers", async () => {
  await withUpstream((folder) => {
    for (const path of findSources(folder)) {
      const source = Deno.readTextFileSync(path);
      for (const { module, names } of importsOf(source)) {
        const offered = OFFERED[module];
        assert.ok(offered || !/(^|\/)fresh(\/|$)/.test(module), `${path} imports "${module}"`);
        for (const name of offered ? names : []) {
          assert.ok(offered!.includes(name), `${path} imports ${name} from "${module}"`);
        }
      }
      assert.ok(
        !/instanceof (Fresh)?Context\b/.test(source),
        `${path} asks for a class that Fresh exports as a type`,
      );
    }
    return Promise.resolve();
  });
});

Deno.test("main.ts exports the app and declares its crons without opening anything", async () => {
  const script = `const { app } = await import(${JSON.stringify(join(ROOT, "main.ts"))});
    console.log(typeof app.handler, app.constructor.name); Deno.exit(0);`;
  const dataDir = join(await Deno.makeTempDir(), "data");
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", script],
    cwd: ROOT,
    env: { DATA_DIR: dataDir, PORT: "no number" },
  }).output();
  assert.equal(success, true, new TextDecoder().decode(stderr));
  assert.match(new TextDecoder().decode(stdout), /^function /);
  await assert.rejects(Deno.stat(dataDir), Deno.errors.NotFound);
  await Deno.remove(dirname(dataDir));
  const source = await Deno.readTextFile(join(ROOT, "crons.ts"));
  assert.equal(
    source.match(/^Deno\.cron\(/gm)!.length,
    source.match(/Deno\.cron\(/g)?.length,
    "a cron inside a function or a condition is not found",
  );
});

Deno.test("importing fresh/ does nothing", async () => {
  const { options } = await import("preact");
  const hook = () => Reflect.get(options, "__b");
  await import("@preact/signals");
  const before = hook();
  await import("../../fresh/mod.ts");
  await import("../../fresh/dev.ts");
  assert.equal(hook(), before);
});
