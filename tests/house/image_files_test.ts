import { deepEqual, equal, ok } from "../support/assert.ts";
import { findImageFiles, listTrackedFiles } from "./image_files.ts";
import { assertNone } from "./rules.ts";
import { ROOT } from "./source_files.ts";

const TRACKED = await listTrackedFiles(ROOT);

/** Files of a working copy that hold secrets or data. */
const SECRETS = [
  ".env",
  ".env.local",
  "deploy/.env",
  "deploy/.env.production",
  "lib/.env",
  "routes/api/.env.local",
  ".git/config",
  ".data/pglite/PG_VERSION",
  ".data/counters.kv",
  "backup.dump",
  "deploy/jauge.env",
  "id_ed25519",
];

Deno.test("the build of the image gets no secret of a working copy", async () => {
  deepEqual(await findImageFiles(SECRETS), []);
  const args = [
    "check-ignore",
    "--no-index",
    ...SECRETS.filter((path) => /(^|\/)\.env/.test(path)),
  ];
  const { stdout } = await new Deno.Command("git", { args, cwd: ROOT }).output();
  equal(
    new TextDecoder().decode(stdout).split("\n").filter(Boolean).length,
    6,
    "Git ignores each .env file",
  );
});

Deno.test("the build of the image gets what runs: no test, no tool, and of the documents what pages show", async () => {
  const files = await findImageFiles(TRACKED);
  for (const path of ["serve.ts", "deno.lock", "LICENSE", "lib/db/commands/migrate.ts"]) {
    ok(files.includes(path), path);
  }
  assertNone(
    files.filter((path) => /(^|\/)(tests?|testdata|tools|deploy)\/|_(test|bench)\./.test(path)),
    "Not to run",
  );
  deepEqual(files.filter((path) => path.startsWith("docs/")), [
    "docs/data_recipes.md",
    "docs/recipes.md",
  ]);
});
