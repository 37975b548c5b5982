import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { dirname } from "node:path";
// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";
import { findImageFiles, listTrackedFiles } from "../house/image_files.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { runProgram } from "../support/process.ts";
import { toRoleUrl, withRole } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PAGE = await Deno.readTextFile(`${ROOT}docs/server.md`);
const CLOCK = "2026-06-05T10:20:00Z";
const RELEASE = "2.0.0";
const CHANGE = "99990101T0000_change.sql";
const PERSONAL = `with device as (
    insert into push_device (endpoint, p256dh, auth, lang, renewed_at)
    values ('https://push.example/1', 'p', 'a', 'fr', now()) returning endpoint
  ), key as (
    insert into push_key (public_key, private_key) values ('public', 'private')
  )
  insert into alert_rule (endpoint, rule) select endpoint, '{}' from device`;
const COUNT = `select (select count(*) from push_device) as devices,
  (select count(*) from alert_rule) as rules, (select count(*) from push_key) as keys,
  (select count(*) from station) as stations, (select count(*) from price_change) as prices`;

/** Returns the shell block in docs/server.md that has these lines. */
function findBlock(...lines: string[]): string {
  const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block!);
  return blocks.find((block) => lines.every((line) => block.includes(line)))!;
}

/** A machine as docs/server.md sets it up, with its files below `folder`. `url` is its database. */
class Machine {
  #variables = "";

  constructor(readonly folder: string, readonly url: string) {}

  /** Replaces the page's paths with paths below the folder. */
  #place(text: string): string {
    return text.replaceAll(
      /\/(etc|opt|usr\/local\/lib|var\/\w+)\/jauge/g,
      `${this.folder}$&`,
    );
  }

  async install(): Promise<void> {
    const files = {
      "bin/jauge-as": await Deno.readTextFile(`${ROOT}deploy/jauge-as.sh`),
      "bin/runuser": `#!/bin/sh\nshift 3\nexec "$@"\n`,
      "bin/systemctl": `#!/bin/sh
[ "$*" != "start jauge-backup" ] || exec /usr/local/lib/jauge/backup.sh dump /var/backups/jauge
echo "systemctl $*"\n`,
      "usr/local/lib/jauge/backup.sh": await Deno.readTextFile(`${ROOT}deploy/backup.sh`),
      "usr/local/lib/jauge/restore.sh": await Deno.readTextFile(`${ROOT}deploy/restore.sh`),
      "etc/jauge-owner.env": `DATABASE_URL=${toRoleUrl(this.url, "jauge_owner")}\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(`${this.folder}/${path}`), { recursive: true });
      await Deno.writeTextFile(`${this.folder}/${path}`, this.#place(text), { mode: 0o755 });
    }
    await Deno.mkdir(`${this.folder}/var/backups/jauge`, { recursive: true });
    await Deno.mkdir(`${this.folder}/opt`);
    await Deno.symlink(ROOT.slice(0, -1), `${this.folder}/opt/jauge`);
  }

  /** Installs a release that changes a table which the older one reads. */
  async installRelease(): Promise<void> {
    const folder = `${this.folder}/opt/jauge-${RELEASE}`;
    for (const path of await findImageFiles(await listTrackedFiles(ROOT))) {
      await Deno.mkdir(dirname(`${folder}/${path}`), { recursive: true });
      await Deno.copyFile(ROOT + path, `${folder}/${path}`);
    }
    // Links the files but copies the folders, because Deno writes links into the packages of a
    // release.
    const copy = 'cp -al "$0" "$1" || cp -a "$0" "$1"';
    const args = ["-c", copy, `${ROOT}node_modules`, folder];
    ok((await new Deno.Command("sh", { args }).output()).success);
    const sql = "alter table station rename column city to town";
    await Deno.writeTextFile(`${folder}/lib/db/migrations/${CHANGE}`, sql);
  }

  /**
   * Runs lines in the new release, with the variables of the earlier lines. Returns their output.
   */
  async run(lines: string, { code = 0 } = {}): Promise<string> {
    const { hostname, port } = new URL(this.url);
    const save = `set > ${this.folder}/variables`;
    const command = new Deno.Command("sh", {
      args: [
        "-c",
        `set -e\nRELEASE=${RELEASE}\n${this.#variables}trap '${save}' EXIT\n${this.#place(lines)}`,
      ],
      cwd: `${this.folder}/opt/jauge-${RELEASE}`,
      env: {
        PATH: `${this.folder}/bin:${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: "postgres",
      },
    });
    const ended = await command.output();
    const text = new TextDecoder().decode(ended.stdout) + new TextDecoder().decode(ended.stderr);
    equal(ended.code, code, `${lines}\n${text}`);
    const variables = await Deno.readTextFile(`${this.folder}/variables`);
    this.#variables = variables.replace(/^(?!(BACKUP|PREVIOUS)=).*\n/gm, "");
    return text;
  }

  release(): Promise<string> {
    return Deno.readLink(`${this.folder}/opt/jauge`);
  }

  count(): Promise<unknown> {
    return withRole(this.url, "postgres", (db) => db.query({ text: COUNT }));
  }
}

async function makeDatabase(cluster: Cluster): Promise<string> {
  const url = Object.assign(new URL(cluster.adminUrl), { pathname: "/jauge" }).href;
  await withRole(cluster.adminUrl, "postgres", (db) => db.query({ text: "create database jauge" }));
  const roles = await Deno.readTextFile(`${ROOT}deploy/roles.sql`);
  await withRole(url, "postgres", (db) => db.query({ text: roles }));
  const owner = { DATABASE_URL: toRoleUrl(url, "jauge_owner") };
  equal((await runProgram(["lib/db/commands/migrate.ts"], owner)).code, 0);
  await withRole(url, "jauge_writer", async (db) => {
    const feed = toFeed(toStations(40, "2026-06-05 12:00:00"));
    equal((await ingestFeed(db, feed, { at: CLOCK })).outcome, "changed");
    await db.query({ text: PERSONAL });
  });
  return url;
}

Deno.test("the commands in docs/server.md roll back a release that is not additive", async (t) => {
  const folder = await Deno.makeTempDir({ dir: "/tmp" });
  const cluster = await startCluster();
  const machine = new Machine(folder, await makeDatabase(cluster));
  const reader = { DATABASE_URL: toRoleUrl(machine.url, "jauge_reader"), INGEST: "off", CLOCK };
  const stored = await machine.count();
  try {
    await machine.install();
    await machine.installRelease();
    await t.step(
      "the page first makes a backup, then shows that the migration is not additive",
      async () => {
        const lines = findBlock("systemctl start jauge-backup", "migrate --pending");
        match(await machine.run(lines, { code: 3 }), new RegExp(`\n${CHANGE}: not additive, `));
        equal([...Deno.readDirSync(`${folder}/var/backups/jauge`)].length, 1);
      },
    );
    await t.step(
      "the new release migrates while no instance runs, and the older release then does not start",
      async () => {
        const printed = await machine.run(
          findBlock("systemctl stop", "deno task migrate\n", "ln -sfn"),
        );
        match(printed, /^systemctl stop jauge@8000 jauge@8001\n[^]*up to date[^]*systemctl start/);
        match(await machine.release(), new RegExp(`/jauge-${RELEASE}$`));
        const { code, stderr } = await runProgram(["serve.ts"], { PORT: "0", ...reader });
        equal(code, 1);
        match(stderr, /^The database is newer than this program/m);
      },
    );
    const restore = findBlock("restore.sh <");
    await t.step(
      "the way back ends open sessions, and brings data, alerts and key back",
      async () => {
        const open = new pg.Client({ connectionString: machine.url });
        open.on("error", () => {});
        await open.connect();
        await open.query("begin; delete from station; commit; begin; select 1");
        await machine.run(/`(ln -sfn "\$PREVIOUS" \/opt\/jauge)`/.exec(PAGE)![1]!);
        await machine.run(restore);
        equal(`${await machine.release()}/`, ROOT);
        deepEqual(await machine.count(), stored);
        await withService(reader, (_service, origin) => waitUntilReady(origin));
      },
    );
    await t.step(
      "the earlier data stay, and a second restore does not overwrite them",
      async () => {
        match(await machine.run(restore, { code: 1 }), /dropdb jauge_before/);
        await machine.run(/`(jauge-as admin dropdb jauge_before)`/.exec(PAGE)![1]!);
      },
    );
    await t.step("a lost database comes back too", async () => {
      await machine.run("dropdb --force jauge");
      await machine.run(restore);
      deepEqual(await machine.count(), stored);
    });
  } finally {
    await cluster.stop();
    await Deno.remove(folder, { recursive: true });
  }
});
