/** The files below deploy/ start what exists, with the permissions of the task, and agree with each other. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { readStartFlags } from "../support/permissions.ts";
import { assertNone } from "./rules.ts";
import { readSource, ROOT } from "./source_files.ts";

const DATA_DIR = "/var/lib/jauge";
const COMMAND = ["deno", "run", ...await readStartFlags(DATA_DIR), "serve.ts"];
const UNIT = await readSource("deploy/jauge.service");
const COMPOSE = await readSource("deploy/compose.yaml");

function findSetting(unit: string, name: string): string {
  return new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
}

Deno.test("the systemd unit runs the service with the permissions of the task, and descriptors enough", () => {
  deepEqual(findSetting(UNIT, "ExecStart").replace("/usr/local/bin/", "").split(" "), COMMAND);
  ok(findSetting(UNIT, "Environment").includes(`DATA_DIR=${DATA_DIR} `));
  equal(`/var/lib/${findSetting(UNIT, "StateDirectory")}`, DATA_DIR);
  equal(findSetting(UNIT, "LimitNOFILE"), "65536");
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
  const documented = await readSource("docs/operations.md");
  const service = COMPOSE.slice(COMPOSE.indexOf("\n  service:"), COMPOSE.indexOf("\n  proxy:"));
  const settings = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!);
  deepEqual(settings, ["DATABASE_URL", "BASE_URL", "TRUSTED_PROXIES"]);
  assertNone(settings.filter((name) => !documented.includes(`\`${name}\``)), "Settings that are not documented");
  equal(/TRUSTED_PROXIES: (\S+)/.exec(COMPOSE)![1], /subnet: (\S+) /.exec(COMPOSE)![1]);
  equal(service.match(/nofile: (\d+)/)![1], findSetting(UNIT, "LimitNOFILE"));
});

Deno.test("the proxy bounds connections and the time of headers and bodies, and says who the client is", async () => {
  const proxy = await readSource("deploy/haproxy.cfg");
  for (
    const line of ["maxconn \\d+", "timeout http-request \\d+s", "timeout client \\d+s", "http-request wait-for-body"]
  ) {
    ok(new RegExp(`^ +${line}`, "m").test(proxy), line);
  }
  ok(proxy.includes("set-header X-Forwarded-For %[src]") && proxy.includes("set-header X-Forwarded-Proto https"));
});

const SYSTEMD = "/usr/bin/systemd-analyze";
const hasSystemd = await Deno.stat(SYSTEMD).then(() => true, () => false);

Deno.test({
  name: "systemd takes the unit without a word",
  ignore: !hasSystemd,
  async fn() {
    const folder = await Deno.makeTempDir();
    // what only a machine with the service on it has
    const here = UNIT.replace("/usr/local/bin/deno", Deno.execPath()).replace("User=jauge", "User=root");
    await Deno.writeTextFile(`${folder}/jauge.service`, here);
    const { code, stderr } = await new Deno.Command(SYSTEMD, { args: ["verify", `${folder}/jauge.service`] }).output();
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
