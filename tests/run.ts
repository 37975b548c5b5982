/**
 * `deno task test`, `test:all` and `test:long`: provides what the tests need, runs them and counts. Which folder belongs to which
 * command is decided here. With files or folders as arguments it runs only these.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { type Cluster, startCluster } from "./support/cluster.ts";
import { provideSeed } from "./support/embedded_db.ts";
import { findExampleFiles, findTestFiles, joinFiles } from "./support/isolates.ts";
import { readTally, type Tally } from "./support/junit.ts";
import { findTempDir, type NeedName, provide } from "./support/provision.ts";
import { SERVER_ENV } from "./support/server_db.ts";
import { type Tier, TIERS } from "./support/tier.ts";

const ROOT = new URL("..", import.meta.url).pathname;
/** Tests wait for timers and for other processes, so one file more than there are processors runs at a time. */
const JOBS = navigator.hardwareConcurrency + 1;
/** What is said again of a failure at the end. */
const FAILURE_LINES = 40;
const IS_CI = Boolean(Deno.env.get("CI"));

/** What each command leaves out, said at its end. */
const LEFT_OUT: Record<Tier, string> = {
  first:
    "Left out, and run by `deno task test:all`: most browser tests, faults, real feeds, Lighthouse, and the other suites a" +
    " second time without the snapshot and over the embedded database",
  all:
    "Left out, and run by `deno task test:long`: the soak, many rounds of random worlds, each browser test twenty times",
  long: "",
};
/** What only the longest command does, as scripts of their own. */
const LONG_SCRIPTS = [["tests/repeat.ts", "tests/browser", "--times", "20"], ["tests/soak/run.ts"]];

/**
 * Tests of one kind and what they need. `phase`: those that measure time come `last`, when all others have ended, with nothing
 * beside them but one file of the groups `beside` at a time. `isDoc`: examples in comments.
 */
type Group = {
  name: string;
  /** The least command that runs it. */
  tier: Tier;
  paths: string[];
  needs: NeedName[];
  phase?: "last" | "beside";
  isDoc?: boolean;
};

const DATABASE: NeedName[] = ["postgres", "postgis"];
const BROWSER: NeedName[] = [...DATABASE, "chromium", "fonts"];
const SERVERS: NeedName[] = ["pgbouncer", "haproxy", "caddy", "openssl", "curl", "xz"];
/** Folders of `tests/`, those with the longest files first: what begins last should be short. */
const FOLDERS: Record<string, Omit<Group, "name" | "paths">> = {
  browser: { tier: "all", needs: BROWSER },
  faults: { tier: "all", needs: [...DATABASE, ...SERVERS] },
  real: { tier: "all", needs: [...DATABASE, "curl"] },
  smoke: { tier: "first", needs: BROWSER },
  db: { tier: "first", needs: DATABASE },
  api: { tier: "first", needs: [...DATABASE, "curl"] },
  mcp: { tier: "first", needs: [...DATABASE, "curl"], phase: "beside" },
  house: { tier: "first", needs: [], phase: "beside" },
  lighthouse: { tier: "all", needs: BROWSER, phase: "last" },
};
const UNIT_FOLDERS = ["components", "fresh", "ingest", "islands", "lib", "routes", "static", "tools"];
const DOC_FOLDERS = ["lib/domain", "lib/shared"];

function findGroups(): Group[] {
  return [
    ...Object.entries(FOLDERS).map(([name, folder]) => ({ name, paths: [`tests/${name}`], ...folder })),
    {
      name: "unit",
      tier: "first",
      paths: [...UNIT_FOLDERS, "tests/soak", "tests/support"],
      needs: [],
      phase: "beside",
    },
    { name: "examples", tier: "first", paths: DOC_FOLDERS, needs: [], phase: "beside", isDoc: true },
  ];
}

async function findAll(paths: readonly string[], find: (path: string) => Promise<string[]>): Promise<string[]> {
  return (await Promise.all(paths.map((path) => find(`${ROOT}${path}`)))).flat();
}

/** The groups with their files joined into as many modules as run at a time. */
async function joinGroups(groups: readonly Group[], folder: string): Promise<Group[]> {
  return await Promise.all(groups.map(async (group) => {
    if (group.isDoc) return { ...group, paths: await findAll(group.paths, findExampleFiles) };
    const most = group.phase ? 1 : JOBS;
    const files = await findAll(group.paths, findTestFiles);
    return { ...group, paths: await joinFiles(files, { most, folder, name: group.name }) };
  }));
}

/** One call of `deno test` for groups that run alike: so no processor waits for the last file of each. */
function joinAlike(groups: readonly Group[]): Group[] {
  return [...Map.groupBy(groups, ({ phase }) => phase).values()].map((same) => ({
    ...same[0]!,
    name: same.map(({ name }) => name).join(", "),
    paths: same.flatMap(({ paths }) => paths),
    isDoc: same.some(({ isDoc }) => isDoc),
  }));
}

async function runTests(group: Group, flags: string[], env: Record<string, string>): Promise<Tally> {
  console.log(`\n=== ${group.name} ===`);
  const junit = await Deno.makeTempFile({ suffix: ".xml" });
  // types are the gate's to check: it does so once, where each group here would do it anew for ten seconds
  const mode = [
    ...group.phase ? [] : ["--parallel"],
    "--no-check",
    ...group.isDoc ? ["--doc"] : [],
  ];
  const args = [
    "test",
    "-A",
    "--permit-no-files",
    ...mode,
    `--config=${ROOT}deno.json`, // joined modules lie elsewhere
    `--junit-path=${junit}`,
    ...flags,
    ...group.paths,
  ];
  const { success } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { DENO_JOBS: String(JOBS), ...env },
    stdout: "inherit",
    stderr: "inherit",
  })
    .output();
  const tally = readTally(await Deno.readTextFile(junit));
  await Deno.remove(junit);
  // an error outside of any test, or in the types of an example, shows in the exit code alone
  if (!success && tally.failed === 0) tally.failed = 1;
  return tally;
}

async function runScript(args: string[], env: Record<string, string>): Promise<Tally> {
  console.log(`\n=== ${args.join(" ")} ===`);
  const command = new Deno.Command(Deno.execPath(), { args: ["run", "-A", ...args], cwd: ROOT, env });
  const { success } = await command.spawn().status;
  return { passed: Number(success), failed: Number(!success), skipped: 0, failures: [] };
}

/** Runs what may run side by side, then what measures time beside the rest, which goes on file after file. */
async function runAll(groups: readonly Group[], run: (group: Group) => Promise<Tally>): Promise<Tally[]> {
  const inTurn = async (phase: Group["phase"]) => {
    const tallies: Tally[] = [];
    for (const group of groups.filter((group) => group.phase === phase)) tallies.push(await run(group));
    return tallies;
  };
  const first = await inTurn(undefined);
  return [...first, ...(await Promise.all([inTurn("last"), inTurn("beside")])).flat()];
}

type Plan = { tier: Tier; groups: Group[]; flags: string[]; isWhole: boolean };

/** Paths of a command line make one group of their own; the rest are flags for every group. */
function planGroups([first, ...rest]: readonly string[]): Plan {
  const tier = TIERS.find((tier) => first === `--${tier}`) ?? "first";
  const args = first === undefined || first === `--${tier}` ? rest : [first, ...rest];
  const paths = args.filter((arg) => !arg.startsWith("-") && existsSync(`${ROOT}${arg}`));
  const flags = args.filter((arg) => !paths.includes(arg));
  const all = findGroups();
  if (paths.length === 0) {
    // what is measured needs a quiet machine; without it there is no reason to wait
    const groups = all.filter((group) => TIERS.indexOf(group.tier) <= TIERS.indexOf(tier));
    const isMeasured = groups.some(({ phase }) => phase === "last");
    const phased = isMeasured ? groups : groups.map((group) => ({ ...group, phase: undefined }));
    return { tier, groups: phased, flags, isWhole: true };
  }
  const touched = all.filter((group) =>
    paths.some((path) => group.paths.some((own) => path.includes(own) || own.startsWith(path)))
  );
  const needs = [...new Set(touched.flatMap((group) => group.needs))];
  return { tier: "all", groups: [{ name: paths.join(" "), tier: "all", paths, needs }], flags, isWhole: false };
}

/** Leaves out the groups that cannot run here, loudly; in CI that is a failure. */
async function provideAll(groups: Group[]): Promise<{ groups: Group[]; leftOut: string[] }> {
  const isServerGiven = Deno.env.has(SERVER_ENV);
  const needs = [...new Set(groups.flatMap((group) => group.needs))];
  const missing = await provide(needs.filter((need) => !(isServerGiven && DATABASE.includes(need))));
  for (const { advice } of missing) console.error(`Missing: ${advice}`);
  if (missing.some(({ name }) => DATABASE.includes(name))) {
    console.error(
      `Instead of installing PostgreSQL, ${SERVER_ENV} can name a server whose databases tests may make and drop`,
    );
  }
  const isMissing = (need: NeedName) => missing.some(({ name }) => name === need);
  const leftOut = groups.filter((group) => group.needs.some(isMissing));
  return { groups: groups.filter((group) => !leftOut.includes(group)), leftOut: leftOut.map(({ name }) => name) };
}

async function prepareDatabases(groups: Group[]): Promise<Cluster | null> {
  if (!groups.some(({ needs }) => needs.includes("postgres"))) return null;
  await provideSeed();
  return Deno.env.has(SERVER_ENV) ? null : await startCluster();
}

/** Scripts of the pages, when the tree has come that far. */
async function buildPages(): Promise<void> {
  const isThere = await Deno.stat(`${ROOT}dev.ts`).then(() => true, () => false);
  if (!isThere) return;
  const args = ["run", "-A", "dev.ts", "build"];
  const { success } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "inherit", stderr: "inherit" })
    .output();
  if (!success) throw new Error("The pages cannot be built");
}

function sum(tallies: readonly Tally[], key: "passed" | "failed" | "skipped"): number {
  return tallies.reduce((total, tally) => total + tally[key], 0);
}

function toHead(failure: string): string {
  const lines = failure.trimEnd().split("\n");
  const left = lines.length - FAILURE_LINES;
  return lines.slice(0, FAILURE_LINES).concat(left > 0 ? `(${left} more lines)` : []).join("\n");
}

async function main(): Promise<number> {
  const tempDir = await findTempDir();
  if (tempDir) Deno.env.set("TMPDIR", tempDir); // for this process and all that it starts
  const plan = planGroups(Deno.args);
  const { groups, leftOut } = await provideAll(plan.groups);
  if (groups.some(({ needs }) => needs.includes("chromium"))) await buildPages();
  const cluster = await prepareDatabases(groups);
  const env = { TEST_TIER: plan.tier, ...cluster && { [SERVER_ENV]: cluster.adminUrl } };
  const folder = await Deno.makeTempDir({ prefix: "fuel-joined-" });
  const joined = plan.isWhole ? await joinGroups(groups, folder) : groups;
  const tallies = await runAll(joinAlike(joined), (group) => runTests(group, plan.flags, env));
  if (plan.tier === "long") { for (const script of LONG_SCRIPTS) tallies.push(await runScript(script, env)); }
  await cluster?.stop();
  await Deno.remove(folder, { recursive: true });
  const failed = sum(tallies, "failed");
  const isFiltered = plan.flags.some((flag) => flag.startsWith("--filter"));
  const skipped = isFiltered ? 0 : sum(tallies, "skipped");
  if (leftOut.length > 0) console.log(`\nNot run here: ${leftOut.join(", ")}`);
  // once more at the end, which is all that is seen of a long output
  for (const failure of tallies.flatMap(({ failures }) => failures)) console.log(`\n--- failed: ${toHead(failure)}`);
  // a test is skipped when files that it needs and that are not part of the project are missing; it says which
  if (skipped > 0) console.log(`\n${skipped} tests were skipped`);
  if (plan.isWhole && LEFT_OUT[plan.tier]) console.log(`\n${LEFT_OUT[plan.tier]}`);
  const missed = IS_CI ? leftOut.length : 0; // where nobody looks, what could not run has failed
  console.log(`\n${sum(tallies, "passed")} passed, ${failed + missed} failed`);
  return failed + missed > 0 ? 1 : 0;
}

// the tests hear an interrupt themselves; the server's keeper ends the server when this process is gone
Deno.addSignalListener("SIGINT", () => Deno.exit(130));
Deno.addSignalListener("SIGTERM", () => Deno.exit(143));
Deno.exit(await main());
