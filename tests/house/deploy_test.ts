import { deepEqual, equal, ok } from "../support/assert.ts";
import { parse } from "../packages/yaml.ts";
import { readBackups } from "../../lib/operations/backups.ts";
import { readServeFlags } from "../support/permissions.ts";
import { assertNone } from "./rules.ts";
import { readSource, ROOT } from "./source_files.ts";

const DATA_DIR = "/var/lib/jauge";
/** The only place of the flags is this task in deno.json. */
const COMMAND = ["deno", "task", "--quiet", "serve"];
const UNIT = await readSource("deploy/jauge@.service");
const COMPOSE = await readSource("deploy/compose.yaml");
const HAPROXY = await readSource("deploy/haproxy.cfg");
const PAGE = await readSource("docs/server.md");
const DOCKERFILE = await readSource("Dockerfile");

function findSetting(unit: string, name: string): string {
  return new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
}

Deno.test("the systemd unit runs the task that has the permissions, and has descriptors enough", async () => {
  deepEqual(findSetting(UNIT, "ExecStart").replace("/usr/local/bin/", "").split(" "), COMMAND);
  ok((await readServeFlags(DATA_DIR)).includes(`--allow-write=${DATA_DIR},/run/systemd/notify`));
  // the service is a child of the task: systemd hears it, and sends the signal of the end to the
  // task alone
  deepEqual([findSetting(UNIT, "NotifyAccess"), findSetting(UNIT, "KillMode")], ["all", "mixed"]);
  ok(findSetting(UNIT, "Environment").startsWith(`PORT=%i DATA_DIR=${DATA_DIR} `));
  equal(`/var/lib/${findSetting(UNIT, "StateDirectory")}`, DATA_DIR);
  equal(findSetting(UNIT, "LimitNOFILE"), "65536");
});

Deno.test("the backup runs a copy that root owns, not as root, with the hardening of the service", async () => {
  const backup = await readSource("deploy/jauge-backup.service");
  const embedded = await readSource("deploy/jauge-backup-embedded.conf");
  deepEqual([findSetting(backup, "User"), findSetting(embedded, "User")], ["postgres", "jauge"]);
  ok(PAGE.includes("\ninstall -D deploy/backup.sh /usr/local/lib/jauge/backup.sh\n"));
  // a `+` runs systemctl alone with the rights of root
  const commands = [...(backup + embedded).matchAll(/^Exec\w+=(.+)$/gm)].map(([, command]) =>
    command!
  );
  const own = commands.filter((command) =>
    !/^-?\+\/usr\/bin\/systemctl (freeze|thaw) jauge@8000$/.test(command)
  );
  equal(own.length, 3);
  for (const command of own) ok(command.startsWith("/usr/local/lib/jauge/backup.sh "), command);
  const hardening = UNIT.slice(UNIT.indexOf("CapabilityBoundingSet="), UNIT.indexOf("\n[Install]"))
    .trim().split("\n");
  ok(hardening.length > 20);
  assertNone(
    hardening.filter((line) =>
      !line.startsWith("RestrictAddressFamilies=") && !backup.includes(`${line}\n`)
    ),
    "Hardening of the service that the backup lacks",
  );
  equal(findSetting(backup, "RestrictAddressFamilies"), "AF_UNIX");
});

Deno.test("the backup reports how it ended by the files that the service reads", async () => {
  const backup = await readSource("deploy/jauge-backup.service");
  const report = await readSource("deploy/jauge-backup-report@.service");
  const folder = await Deno.makeTempDir();
  for (
    const [name, field] of [["OnSuccess", "succeeded_at"], ["OnFailure", "failed_at"]] as const
  ) {
    const [, instance] = /^jauge-backup-report@(\w+)\.service$/.exec(findSetting(backup, name))!;
    const [program, path] = findSetting(report, "ExecStart").replace("%i", instance!).split(" ");
    equal((await readBackups(folder))[field], null);
    await new Deno.Command(program!, { args: [path!.replace(DATA_DIR, folder)] }).output();
    ok((await readBackups(folder))[field], field);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("systemd bounds memory, restarts a silent instance, and leaves the time that HAProxy needs at the end", async () => {
  equal(findSetting(UNIT, "MemoryMax").toLowerCase(), /mem_limit: (\S+)/.exec(COMPOSE)![1]);
  ok(Number(findSetting(UNIT, "WatchdogSec")) > 0);
  const drainS = Number(findSetting(await readSource("deploy/jauge.env.example"), "DRAIN_S"));
  ok(Number(findSetting(UNIT, "TimeoutStopSec")) > drainS + 10);
  const [, interS, fastMs, fall] = /inter (\d+)s fastinter (\d+)ms fall (\d+)/.exec(HAPROXY)!.map(
    Number,
  );
  ok(1000 * drainS > 1000 * interS! + fastMs! * (fall! - 1) + 1000);
});

Deno.test("docs/server.md uses every file that it takes to set up a machine, and the Deno of the gate", async () => {
  // for containers and for telemetry
  const others = ["init_database.sh", "alerts.yml", "dashboard.json"];
  const files = [...Deno.readDirSync(`${ROOT}deploy`)].map(({ name }) => name);
  const unnamed = files.filter((name) =>
    !others.includes(name) && !PAGE.includes(`deploy/${name}`)
  );
  assertNone(unnamed, "Files that the page does not name");
  for (const [, name] of PAGE.matchAll(/deploy\/([\w@.-]+\w)/g)) {
    ok(files.includes(name!), `${name} is missing`);
  }
  const version = /wanted=(\S+)/.exec(await readSource(".ci/run"))![1];
  ok(PAGE.includes(`download/v${version}/`));
});

Deno.test("the image runs the task that has the permissions, not as root, with the Deno of the gate", async () => {
  deepEqual(JSON.parse(/^CMD (.*)$/m.exec(DOCKERFILE)![1]!), COMMAND);
  ok(DOCKERFILE.includes(`DATA_DIR=${DATA_DIR}\n`));
  ok(DOCKERFILE.indexOf("\nUSER deno\n") > DOCKERFILE.lastIndexOf("\nRUN "));
  const version = /wanted=(\S+)/.exec(await readSource(".ci/run"))![1];
  equal(
    DOCKERFILE.match(new RegExp(`^FROM docker.io/denoland/deno:debian-${version}@`, "gm"))!.length,
    2,
  );
  ok(
    (await readSource(".github/workflows/ci.yml")).includes(
      `npx -y deno@${version} audit --level=high`,
    ),
  );
});

/** The lines of a stage of the image that begin with one of these words, in their order. */
function findLines(stage: string, instructions: RegExp): string[] {
  return [...stage.matchAll(instructions)].map(([line]) => line);
}

Deno.test("the image's layers change from below: packages, source, version", () => {
  const [build, image] = DOCKERFILE.split(/^FROM .*$/m).slice(1);
  deepEqual(findLines(build!, /^(COPY|RUN) .*$/gm), [
    "COPY deno.json deno.lock ./",
    "RUN deno install --frozen",
    "COPY . .",
    "RUN deno task build",
  ]);
  deepEqual(findLines(image!, /^COPY .*$|^ARG \w+/gm), [
    "COPY --from=build /app/node_modules node_modules",
    "COPY . .",
    "COPY --from=build /app/.build .build",
    "ARG BUILD",
    "ARG VERSION",
    "ARG SOURCE",
  ]);
  const labels = [...image!.matchAll(/org\.opencontainers\.image\.(\w+)=/g)].map(([, name]) =>
    name
  );
  deepEqual(labels, ["title", "description", "licenses", "revision", "version", "source"]);
});

Deno.test("the README keeps the data of the image in a volume", async () => {
  const [, volume] = /^VOLUME (\S+)$/m.exec(await readSource("Dockerfile"))!;
  const [, mounted] = /^docker run .* -v jauge:(\S+) jauge$/m.exec(await readSource("README.md"))!;
  equal(mounted, volume);
});

Deno.test("every image from a registry is named by its digest", async () => {
  const texts = [DOCKERFILE, COMPOSE, await readSource(".github/workflows/ci.yml")].join("\n");
  const images = [...texts.matchAll(/^ *(?:FROM|image:|container:) (\S+)/gm)].map(([, image]) =>
    image!
  )
    .filter((image) => image !== "jauge");
  equal(images.length, 7);
  assertNone(
    images.filter((image) => !/^docker\.io\/\S+:\S+@sha256:[0-9a-f]{64}$/.test(image)),
    "Images without a digest",
  );
});

Deno.test("the compose file names tasks, files and settings that exist, and trusts its own network as proxy", async () => {
  const { tasks } = JSON.parse(await readSource("deno.json"));
  for (const [, task] of COMPOSE.matchAll(/"deno", "task", "([^"]+)"/g)) {
    ok(task! in tasks, `no task ${task}`);
  }
  for (const [, path] of COMPOSE.matchAll(/^ +- \.\/([\w.]+\.\w+):/gm)) {
    await Deno.stat(`${ROOT}deploy/${path}`);
  }
  ok(COMPOSE.includes("\n    build: ..\n"));
  const [, script] = /database sh \/(\S+) </.exec(PAGE)!;
  ok(COMPOSE.includes(`- ./${script}:/${script}:ro\n`), "the page restores with a mounted script");
  const service = COMPOSE.slice(COMPOSE.indexOf("\n  service:"), COMPOSE.indexOf("\n  proxy:"));
  equal(/TRUSTED_PROXIES: (\S+)/.exec(COMPOSE)![1], /subnet: (\S+) /.exec(COMPOSE)![1]);
  equal(service.match(/nofile: (\d+)/)![1], findSetting(UNIT, "LimitNOFILE"));
});

const SYSTEMD = "/usr/bin/systemd-analyze";
const hasSystemd = await Deno.stat(SYSTEMD).then(() => true, () => false);

Deno.test("the compose file rotates logs, checks health, and gives the proxies what their files ask for", async () => {
  const services = COMPOSE.slice(COMPOSE.indexOf("\nservices:"), COMPOSE.indexOf("\nnetworks:"))
    .split(
      /\n {2}(?=\w+:\n)/,
    ).slice(1);
  equal(services.length, 5);
  for (const service of services) {
    ok(service.includes("    <<: *common\n"), service);
    // the service has that of its image
    ok(/^(migrate|service):/.test(service) || service.includes("    healthcheck:\n"), service);
  }
  ok(DOCKERFILE.includes("\nHEALTHCHECK "));
  ok(/&common\n[^]*logging: \{ driver: local, options: \{ max-size/.test(COMPOSE));
  const variables = (name: string) =>
    new RegExp(`^  ${name}:[^]*?environment: \\{ (.*) \\}$`, "m").exec(COMPOSE)![1]!;
  for (const [, name] of variables("proxy").matchAll(/(\w+): /g)) {
    ok(HAPROXY.includes(`presetenv ${name} `), name!);
  }
  const caddyfile = await readSource("deploy/Caddyfile");
  for (const [, name] of variables("caddy").matchAll(/(\w+): /g)) {
    ok(caddyfile.includes(`{$${name}:`), name!);
  }
});

Deno.test("settings that the shipped files set are documented", async () => {
  const documented = await readSource("docs/operations.md");
  const service = COMPOSE.slice(COMPOSE.indexOf("\n  service:"), COMPOSE.indexOf("\n  proxy:"));
  const ofCompose = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!);
  deepEqual(ofCompose, ["DATABASE_URL", "BASE_URL", "TRUSTED_PROXIES"]);
  const example = await readSource("deploy/jauge.env.example");
  const settings = [
    ...ofCompose,
    ...[...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!),
  ];
  assertNone(
    settings.filter((name) => !documented.includes(`\`${name}\``)),
    "Settings that are not documented",
  );
});

Deno.test({
  name: "systemd takes the units without a word",
  ignore: !hasSystemd,
  async fn() {
    const folder = await Deno.makeTempDir();
    const names = [
      "jauge@.service",
      "jauge-backup.service",
      "jauge-backup-report@.service",
      "jauge-backup.timer",
    ];
    for (const name of names) {
      // what only a machine with the service on it has
      const here = (await readSource(`deploy/${name}`)).replace(
        "/usr/local/bin/deno",
        Deno.execPath(),
      )
        .replace("User=jauge", "User=root").replace("User=postgres", "User=root")
        .replace("/usr/local/lib/jauge/", `${ROOT}deploy/`);
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
  const { success } = await new Deno.Command("sh", {
    args: ["-n", `${ROOT}deploy/init_database.sh`],
  }).output();
  ok(success);
});

Deno.test("new versions are proposed for all that is pinned: packages, images, actions", async () => {
  const { updates } = parse(await readSource(".github/dependabot.yml")) as {
    updates: { "package-ecosystem": string; directory?: string; directories?: string[] }[];
  };
  const places = updates.flatMap(({ directory, directories = [directory!], ...rest }) =>
    directories.map((place) => `${rest["package-ecosystem"]} ${place}`)
  );
  deepEqual(places, [
    "deno /",
    "deno /tests/lighthouse/runner",
    "deno /tests/real/duckdb",
    "docker /",
    "docker-compose /deploy",
    "github-actions /",
  ]);
  for (const [, folder] of places.join("\n").matchAll(/^deno \/(.*)$/gm)) {
    await Deno.stat(`${ROOT}${folder}/deno.json`);
  }
});

Deno.test("the image is built for two platforms after the gate, with actions named by their commit", async () => {
  const [gate, image] = await Promise.all(
    ["ci", "image"].map((name) => readSource(`.github/workflows/${name}.yml`)),
  );
  ok(/^ +- run: \.ci\/run$/m.test(gate!));
  ok(/^ +tests:\n +uses: \.\/\.github\/workflows\/ci\.yml$/m.test(image!));
  ok(gate!.includes("\n  workflow_call:\n"));
  ok(/^ +build:\n +needs: tests$/m.test(image!));
  ok(/docker buildx build --push --sbom=true --provenance=mode=max [^]*? \.$/m.test(image!));
  const platforms = [...image!.matchAll(/platform: (\w+)/g)].map(([, platform]) => platform!);
  deepEqual(platforms, ["amd64", "arm64"]);
  ok(image!.includes(platforms.map((platform) => `"$image-${platform}"`).join(" ")));
  const given = [...image!.matchAll(/--build-arg (\w+)=/g)].map(([, argument]) => argument!);
  deepEqual(given, [...DOCKERFILE.matchAll(/^ARG (\w+)$/gm)].map(([, argument]) => argument!));
  const actions = [...(gate! + image!).matchAll(/uses: (\S+)/g)].map(([, action]) => action!);
  assertNone(
    actions.filter((action) => !action.startsWith("./") && !/@[0-9a-f]{40}$/.test(action)),
    "Actions that are not named by a commit",
  );
});
