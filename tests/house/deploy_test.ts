import { deepEqual, equal, ok } from "node:assert/strict";
import { readStartFlags } from "../support/permissions.ts";
import { assertNone } from "./rules.ts";
import { readSource, ROOT } from "./source_files.ts";

const DATA_DIR = "/var/lib/jauge";
const COMMAND = ["deno", "run", ...await readStartFlags(DATA_DIR), "serve.ts"];
const UNIT = await readSource("deploy/jauge@.service");
const COMPOSE = await readSource("deploy/compose.yaml");
const HAPROXY = await readSource("deploy/haproxy.cfg");
const PAGE = await readSource("docs/server.md");
const NOTIFY = "/run/systemd/notify";

function findSetting(unit: string, name: string): string {
  return new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
}

Deno.test("the systemd unit runs the service with the permissions of the task, and descriptors enough", () => {
  const command = findSetting(UNIT, "ExecStart").replace("/usr/local/bin/", "").replace(`,${NOTIFY} `, " ");
  deepEqual(command.split(" "), COMMAND);
  ok(findSetting(UNIT, "ExecStart").includes(`--allow-write=${DATA_DIR},${NOTIFY} `));
  ok(findSetting(UNIT, "Environment").startsWith(`PORT=%i DATA_DIR=${DATA_DIR} `));
  equal(`/var/lib/${findSetting(UNIT, "StateDirectory")}`, DATA_DIR);
  equal(findSetting(UNIT, "LimitNOFILE"), "65536");
});

Deno.test("systemd bounds memory, restarts a silent instance, and leaves the time that HAProxy needs at the end", async () => {
  equal(findSetting(UNIT, "MemoryMax").toLowerCase(), /mem_limit: (\S+)/.exec(COMPOSE)![1]);
  ok(Number(findSetting(UNIT, "WatchdogSec")) > 0);
  const drainS = Number(findSetting(await readSource("deploy/jauge.env.example"), "DRAIN_S"));
  ok(Number(findSetting(UNIT, "TimeoutStopSec")) > drainS + 10);
  const [, interS, fastMs, fall] = /inter (\d+)s fastinter (\d+)ms fall (\d+)/.exec(HAPROXY)!.map(Number);
  ok(1000 * drainS > 1000 * interS! + fastMs! * (fall! - 1) + 1000);
});

Deno.test("docs/server.md uses every file that it takes to set up a machine, and the Deno of the gate", async () => {
  // for containers and for telemetry; the timer starts the backup
  const others = [
    ...["Containerfile", "Containerfile.dockerignore", "init_database.sh", "alerts.yml", "dashboard.json", "backup.sh"],
  ];
  const files = [...Deno.readDirSync(`${ROOT}deploy`)].map(({ name }) => name);
  const unnamed = files.filter((name) => !others.includes(name) && !PAGE.includes(`deploy/${name}`));
  assertNone(unnamed, "Files that the page does not name");
  for (const [, name] of PAGE.matchAll(/deploy\/([\w@.-]+\w)/g)) {
    if (name !== "compose.digests.yaml") ok(files.includes(name!), `${name} is missing`);
  }
  const version = /wanted=(\S+)/.exec(await readSource(".ci/run"))![1];
  ok(PAGE.includes(`download/v${version}/`));
  ok((await readSource("deploy/jauge-backup.service")).includes("/opt/jauge/deploy/backup.sh /var/backups/jauge\n"));
});

Deno.test("the image runs the service with the permissions of the task, and the Deno of the gate", async () => {
  const file = await readSource("deploy/Containerfile");
  deepEqual(JSON.parse(/^CMD (.*)$/m.exec(file)![1]!), COMMAND);
  ok(file.includes(`DATA_DIR=${DATA_DIR}\n`));
  const version = /wanted=(\S+)/.exec(await readSource(".ci/run"))![1];
  ok(file.includes(`denoland/deno:debian-${version}\n`));
});

Deno.test("the compose file names tasks, files and settings that exist, and trusts its own network as proxy", async () => {
  const { tasks } = JSON.parse(await readSource("deno.json"));
  for (const [, task] of COMPOSE.matchAll(/"deno", "task", "([^"]+)"/g)) ok(task! in tasks, `no task ${task}`);
  for (const [, path] of COMPOSE.matchAll(/^ +- \.\/([\w.]+\.\w+):/gm)) await Deno.stat(`${ROOT}deploy/${path}`);
  await Deno.stat(`${ROOT}${/dockerfile: (\S+)/.exec(COMPOSE)![1]}`);
  const service = COMPOSE.slice(COMPOSE.indexOf("\n  service:"), COMPOSE.indexOf("\n  proxy:"));
  equal(/TRUSTED_PROXIES: (\S+)/.exec(COMPOSE)![1], /subnet: (\S+) /.exec(COMPOSE)![1]);
  equal(service.match(/nofile: (\d+)/)![1], findSetting(UNIT, "LimitNOFILE"));
});

const SYSTEMD = "/usr/bin/systemd-analyze";
const hasSystemd = await Deno.stat(SYSTEMD).then(() => true, () => false);

Deno.test("the compose file rotates logs, checks health, and gives the proxies what their files ask for", async () => {
  const services = COMPOSE.slice(COMPOSE.indexOf("\nservices:"), COMPOSE.indexOf("\nnetworks:")).split(
    /\n {2}(?=\w+:\n)/,
  ).slice(1);
  equal(services.length, 5);
  for (const service of services) {
    ok(service.includes("    <<: *common\n"), service);
    ok(service.startsWith("migrate:") || service.includes("    healthcheck:\n"), service);
  }
  ok(/&common\n[^]*logging: \{ driver: local, options: \{ max-size/.test(COMPOSE));
  const variables = (name: string) => new RegExp(`^  ${name}:[^]*?environment: \\{ (.*) \\}$`, "m").exec(COMPOSE)![1]!;
  for (const [, name] of variables("proxy").matchAll(/(\w+): /g)) ok(HAPROXY.includes(`presetenv ${name} `), name!);
  const caddyfile = await readSource("deploy/Caddyfile");
  for (const [, name] of variables("caddy").matchAll(/(\w+): /g)) ok(caddyfile.includes(`{$${name}:`), name!);
});

Deno.test("settings that the shipped files set are documented", async () => {
  const documented = await readSource("docs/operations.md");
  const service = COMPOSE.slice(COMPOSE.indexOf("\n  service:"), COMPOSE.indexOf("\n  proxy:"));
  const ofCompose = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!);
  deepEqual(ofCompose, ["DATABASE_URL", "BASE_URL", "TRUSTED_PROXIES"]);
  const example = await readSource("deploy/jauge.env.example");
  const settings = [...ofCompose, ...[...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)];
  assertNone(settings.filter((name) => !documented.includes(`\`${name}\``)), "Settings that are not documented");
});

Deno.test({
  name: "systemd takes the units without a word",
  ignore: !hasSystemd,
  async fn() {
    const folder = await Deno.makeTempDir();
    const names = ["jauge@.service", "jauge-backup.service", "jauge-backup.timer"];
    for (const name of names) {
      // what only a machine with the service on it has
      const here = (await readSource(`deploy/${name}`)).replace("/usr/local/bin/deno", Deno.execPath())
        .replace("User=jauge", "User=root").replace("/opt/jauge/", ROOT);
      await Deno.writeTextFile(`${folder}/${name}`, here);
    }
    const args = ["verify", ...names.map((name) => `${folder}/${name.replace("@", "@8000")}`)];
    const { code, stderr } = await new Deno.Command(SYSTEMD, { args }).output();
    await Deno.remove(folder, { recursive: true });
    deepEqual([code, new TextDecoder().decode(stderr)], [0, ""]);
  },
});

Deno.test("the database's container gives each role of roles.sql its password", async () => {
  const script = await readSource("deploy/init_database.sh");
  const roles = /array\[(.*)\]/.exec(await readSource("deploy/roles.sql"))![1]!.split(", ");
  const named = [...script.matchAll(/^alter role (\w+) password/gm)].map(([, role]) => `'${role}'`);
  deepEqual(named, roles);
  const { success } = await new Deno.Command("sh", { args: ["-n", `${ROOT}deploy/init_database.sh`] }).output();
  ok(success);
});

Deno.test("the workflows run the gate and build the image, with actions named by their commit", async () => {
  const [gate, image] = await Promise.all(["ci", "image"].map((name) => readSource(`.github/workflows/${name}.yml`)));
  ok(/^ +- run: \.ci\/run$/m.test(gate!));
  equal(/--file (\S+)/.exec(image!)?.[1], "deploy/Containerfile");
  ok(image!.includes("RepoDigests"));
  const [, argument] = /--build-arg (\w+)=/.exec(image!)!;
  ok((await readSource("deploy/Containerfile")).includes(`ARG ${argument}\nENV ${argument}=`));
  const actions = [...(gate! + image!).matchAll(/uses: (\S+)/g)].map(([, action]) => action!);
  assertNone(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action)), "Actions that are not named by a commit");
});
