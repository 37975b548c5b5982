import { deepEqual, doesNotMatch, equal, match, rejects } from "../support/assert.ts";
import { toArchiveXml } from "../support/archive_xml.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { runProgram } from "../support/process.ts";
import { createServerUrl } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const MIGRATE = "lib/db/commands/migrate.ts";

Deno.test("a command names the database that it opens, and its role, without the password", async () => {
  const { url, drop } = await createServerUrl();
  const { host, pathname } = new URL(url);
  const secret = Object.assign(new URL(url), { password: "secret" }).href;
  const { dataDir, remove } = await createDataDir();
  try {
    const server = await runProgram([MIGRATE], { DATABASE_URL: secret, LOG_FORMAT: "text" });
    equal(server.code, 0, server.stderr);
    match(
      server.stdout,
      new RegExp(`^\\S+  Opening the database ${host}${pathname} as postgres\n`),
    );
    doesNotMatch(server.stdout + server.stderr, /secret/);
    const embedded = await runProgram([MIGRATE], { DATA_DIR: dataDir, LOG_FORMAT: "text" });
    match(embedded.stdout, new RegExp(`^\\S+  Opening the embedded database in ${dataDir}\n`));
  } finally {
    await remove();
    await drop();
  }
});

Deno.test("a command creates no embedded database where the settings of the server are missing", async () => {
  const folder = await Deno.makeTempDir();
  const commands = [
    ["ingest/commands/ingest.ts"],
    ["ingest/commands/backfill.ts", "2025"],
    ["ingest/commands/brands.ts"],
    ["ingest/commands/history.ts"],
    ["lib/selfcheck/command.ts"],
    [MIGRATE],
  ];
  for (const command of commands) {
    const { code, stderr } = await runProgram(command, { DATA_DIR: `${folder}/data` });
    equal(code, 2, `${command}: ${stderr}`);
    match(stderr, /^DATABASE_URL is not set, and DATA_DIR \S+ has no embedded database\. .+\n$/);
  }
  await rejects(Deno.stat(`${folder}/data`), Deno.errors.NotFound);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the commands work on the embedded database with the permissions of their tasks", async () => {
  // Not below /dev, which a process without all permissions cannot write to.
  const { dataDir, remove } = await createDataDir({ dir: "/tmp" });
  const folder = await Deno.makeTempDir({ dir: "/tmp", prefix: "fuel files " });
  const env = { DATA_DIR: dataDir, CLOCK: "2026-06-05T10:20:00Z", LOG_FORMAT: "text" };
  const run = async (task: string, args: string[], said: RegExp) => {
    const { stdout, stderr } = await runProgram(args, env, { task });
    match(stdout + stderr, said, task);
    doesNotMatch(stderr, /NotCapable/);
  };
  const prices: [string, string, string][] = [["Gazole", "2025-01-02T10:00:00", "1.7"]];
  try {
    const feed = toFeed(toStations(60, "2026-06-05 12:00:00"));
    await Deno.writeFile(`${folder}/feed.xml`, feed);
    await Deno.writeTextFile(
      `${folder}/brands.csv`,
      "ref:FR:prix-carburants,brand,name,operator,branch\n75012001,Super U,,,\n",
    );
    await Deno.writeTextFile(`${folder}/annee_2025.xml`, toArchiveXml([{ id: 75012001, prices }]));
    await run("db:seed", ["--stations", "60"], /Ingest changed/);
    await run("ingest", ["--file", `${folder}/feed.xml`, "--force"], /Ingest changed/);
    await run("brands", ["--file", `${folder}/brands.csv`], /brands.csv: changed/);
    await run("backfill", [`${folder}/annee_2025.xml`], /annee_2025.xml: changed/);
    await run("history", [], /Made: /);
    await run("selfcheck", ["--questions", "20"], /Self-check/);
    await run("sample", [`${folder}/sample`], /PrixCarburants/);
    const other = `Deno.writeTextFileSync(${JSON.stringify(`${folder}/other`)}, "")`;
    await Deno.writeTextFile(`${folder}/other.ts`, other);
    const { stderr } = await runProgram([`${folder}/other.ts`], env, { task: "command" });
    match(stderr, /NotCapable: Requires write access/);
  } finally {
    await Deno.remove(folder, { recursive: true });
    await remove();
  }
});

/** Replaces the program that only root may run: prints the user, then runs the command. */
const RUNUSER = `#!/bin/sh
echo "user $2"
shift 3
exec "$@"
`;

/** Runs the script with its files below `folder`, and with the release in `folder`/opt/jauge. */
async function runAs(folder: string, args: string[], cwd: string): Promise<string[]> {
  const script = (await Deno.readTextFile(`${ROOT}deploy/jauge-as.sh`)).replaceAll(
    /\/(etc|opt)\/jauge/g,
    `${folder}$&`,
  );
  const env = { PATH: `${folder}/bin:/usr/bin:/bin` };
  const command = new Deno.Command("sh", {
    args: ["-c", script, "jauge-as", ...args],
    cwd,
    env,
    clearEnv: true,
  });
  const { stdout, stderr } = await command.output();
  return new TextDecoder().decode(stdout).concat(new TextDecoder().decode(stderr)).trim().split(
    "\n",
  );
}

Deno.test("jauge-as runs a command as a role, with the settings of the service, in the release", async () => {
  const folder = await Deno.makeTempDir();
  const print = [
    "sh",
    "-c",
    'echo "$PWD $DATABASE_URL $DATA_DIR $ADMIN_URL"; echo "$TRUSTED_PROXIES, $PUBLISHER"',
  ];
  try {
    for (const path of ["bin", "etc", "opt/jauge", "opt/newer"]) {
      await Deno.mkdir(`${folder}/${path}`, { recursive: true });
    }
    await Deno.writeTextFile(`${folder}/bin/runuser`, RUNUSER, { mode: 0o755 });
    await Deno.writeTextFile(`${folder}/opt/newer/deno.json`, "{}");
    const settings =
      '# TRUSTED\nTRUSTED_PROXIES="127.0.0.1 10.0.0.0/8"\nPUBLISHER=Ann "A" Other, $HOME; false\n';
    await Deno.writeTextFile(`${folder}/etc/jauge.env`, settings);
    await Deno.writeTextFile(
      `${folder}/etc/jauge-owner.env`,
      "DATABASE_URL=postgres://jauge_owner:x@127.0.0.1/jauge\n",
    );
    const common = '127.0.0.1 10.0.0.0/8, Ann "A" Other, $HOME; false';
    deepEqual(await runAs(folder, ["owner", ...print], folder), [
      "user jauge",
      `${folder}/opt/jauge postgres://jauge_owner:x@127.0.0.1/jauge /var/lib/jauge `,
      common,
    ]);
    // without a server: the embedded database of the service
    deepEqual(await runAs(folder, ["writer", ...print], `${folder}/opt/newer`), [
      "user jauge",
      `${folder}/opt/newer  /var/lib/jauge `,
      common,
    ]);
    deepEqual(await runAs(folder, ["admin", ...print], folder), [
      "user postgres",
      `${folder}/opt/jauge   postgresql:///jauge`,
      ",",
    ]);
    deepEqual(await runAs(folder, ["none", ...print], folder), [
      "user jauge",
      `${folder}/opt/jauge   `,
      ",",
    ]);
    match((await runAs(folder, ["wirter", ...print], folder)).join("\n"), /^Usage: jauge-as /);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
