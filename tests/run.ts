/**
 * Runs `deno task test`, `test:all` and `test:long`: all tests or those given, `--times 20` or
 * until the first failure.
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
/**
 * Tests wait for timers and for other processes, so one file more than there are processors runs at
 * a time.
 */
const JOBS = navigator.hardwareConcurrency + 1;
const FAILURE_LINES = 20;
const LINE_CHARS = 160;
const IS_CI = Boolean(Deno.env.get("CI"));

/** The tests that each command omits, printed at its end. */
const LEFT_OUT: Record<Tier, string> = {
  first:
    "Not run; `deno task test:all` runs them: most browser tests, faults, real feeds, Lighthouse, and the other suites " +
    "again without the snapshot and over the embedded database",
  all:
    "Not run; `deno task test:long` runs them: the soak, many rounds of random worlds, each browser test twenty times",
  long: "",
};
const LONG_SCRIPTS = [["tests/run.ts", "tests/browser", "--times", "20"], ["tests/soak/run.ts"], [
  "tests/fuzz/run.ts",
]];

/**
 * Tests with the same requirements. `last` ones measure time, next to one file of the groups
 * `parallel`. `isDoc` marks examples.
 */
type Group = {
  name: string;
  tier: Tier;
  paths: string[];
  needs: NeedName[];
  phase?: "last" | "parallel";
  isDoc?: boolean;
};

const DATABASE: NeedName[] = ["postgres", "postgis"];
const BROWSER: NeedName[] = [...DATABASE, "chromium", "fonts"];
const SERVERS: NeedName[] = ["pgbouncer", "haproxy", "caddy", "promtool", "openssl", "curl", "xz"];
/** Folders of `tests/`, those with the longest files first: what begins last should be short. */
const FOLDERS: Record<string, Omit<Group, "name" | "paths">> = {
  browser: { tier: "all", needs: BROWSER },
  faults: { tier: "all", needs: [...DATABASE, ...SERVERS] },
  random_jobs: { tier: "all", needs: DATABASE },
  real: { tier: "all", needs: [...DATABASE, "curl"] },
  smoke: { tier: "first", needs: BROWSER },
  db: { tier: "first", needs: DATABASE },
  api: { tier: "first", needs: [...DATABASE, "curl"] },
  mcp: { tier: "first", needs: [...DATABASE, "curl"], phase: "parallel" },
  house: { tier: "first", needs: [], phase: "parallel" },
  lighthouse: { tier: "all", needs: BROWSER, phase: "last" },
};
const UNIT_FOLDERS = [
  "components",
  "fresh",
  "ingest",
  "islands",
  "lib",
  "routes",
  "static",
  "tools",
];
const DOC_FOLDERS = [
  "components",
  "lib/domain",
  "lib/places",
  "lib/shared",
  "lib/site",
  "lib/words",
];

function findGroups(): Group[] {
  return [
    ...Object.entries(FOLDERS).map(([name, folder]) => ({
      name,
      paths: [`tests/${name}`],
      ...folder,
    })),
    {
      name: "unit",
      tier: "first",
      paths: [...UNIT_FOLDERS, "tests/support"],
      needs: [],
      phase: "parallel",
    },
    {
      name: "examples",
      tier: "first",
      paths: DOC_FOLDERS,
      needs: [],
      phase: "parallel",
      isDoc: true,
    },
  ];
}

async function findAll(
  paths: readonly string[],
  find: (path: string) => Promise<string[]>,
): Promise<string[]> {
  return (await Promise.all(paths.map((path) => find(`${ROOT}${path}`)))).flat();
}

async function joinGroups(groups: readonly Group[], folder: string): Promise<Group[]> {
  return await Promise.all(groups.map(async (group) => {
    if (group.isDoc) return { ...group, paths: await findAll(group.paths, findExampleFiles) };
    const most = group.phase ? 1 : JOBS;
    const files = await findAll(group.paths, findTestFiles);
    return { ...group, paths: await joinFiles(files, { most, folder, name: group.name }) };
  }));
}

/**
 * Joins groups with equal options into one call of `deno test`, so that no processor waits for the
 * last file of each group.
 */
function joinAlike(groups: readonly Group[]): Group[] {
  return [...Map.groupBy(groups, ({ phase }) => phase).values()].map((same) => ({
    ...same[0]!,
    name: same.map(({ name }) => name).join(", "),
    paths: same.flatMap(({ paths }) => paths),
    isDoc: same.some(({ isDoc }) => isDoc),
  }));
}

async function runDeno(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return (await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env }).spawn().status).success;
}

async function runTests(
  group: Group,
  flags: string[],
  env: Record<string, string>,
): Promise<Tally> {
  console.log(`\n=== ${group.name} ===`);
  const junit = await Deno.makeTempFile({ suffix: ".xml" });
  // The gate checks the types once; checking them here would take ten seconds per group.
  const mode = [
    "--no-check",
    ...group.phase ? [] : ["--parallel"],
    ...group.isDoc ? ["--doc"] : [],
  ];
  // joined modules lie elsewhere
  const config = [`--config=${ROOT}deno.json`, `--lock=${ROOT}tests/deno.lock`];
  const report = `--junit-path=${junit}`;
  const args = [
    "test",
    "-A",
    "--permit-no-files",
    ...mode,
    ...config,
    report,
    ...flags,
    ...group.paths,
  ];
  const isWell = await runDeno(args, { DENO_JOBS: String(JOBS), ...env });
  const tally = readTally(await Deno.readTextFile(junit));
  await Deno.remove(junit);
  // An error outside a test, or in the types of an example, shows only in the exit code.
  if (!isWell && tally.failed === 0) tally.failed = 1;
  return tally;
}

async function runScript(args: string[], env: Record<string, string>): Promise<Tally> {
  console.log(`\n=== ${args.join(" ")} ===`);
  const isWell = await runDeno(["run", "-A", ...args], env);
  return { passed: Number(isWell), failed: Number(!isWell), skipped: 0, failures: [] };
}

/** Runs the parallel groups, then those that measure time next to the rest, file by file. */
async function runAll(
  groups: readonly Group[],
  run: (group: Group) => Promise<Tally>,
): Promise<Tally[]> {
  const inTurn = async (phase: Group["phase"]) => {
    const tallies: Tally[] = [];
    for (const group of groups.filter((group) => group.phase === phase)) {
      tallies.push(await run(group));
    }
    return tallies;
  };
  const first = await inTurn(undefined);
  return [...first, ...(await Promise.all([inTurn("last"), inTurn("parallel")])).flat()];
}

async function repeat(times: number, run: () => Promise<Tally[]>): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (let round = 1; round <= times && sum(tallies, "failed") === 0; round++) {
    if (times > 1) console.log(`\n=== ${round} of ${times} ===`);
    tallies.push(...await run());
  }
  return tallies;
}

type Plan = { tier: Tier; groups: Group[]; flags: string[]; times: number; isWhole: boolean };

/** Makes one group of the paths on a command line. The rest are flags for every group. */
function planGroups(all: readonly string[]): Plan {
  const tier = TIERS.find((tier) => all[0] === `--${tier}`) ?? "first";
  const args = all.filter((arg) => arg !== `--${tier}`);
  const at = args.indexOf("--times");
  const times = at < 0 ? 1 : Number(args.splice(at, 2)[1]);
  if (!(times >= 1)) throw new Error("--times takes a number from 1 on");
  const paths = args.filter((arg) => !arg.startsWith("-") && existsSync(`${ROOT}${arg}`));
  const flags = args.filter((arg) => !paths.includes(arg));
  const found = findGroups();
  if (paths.length === 0) {
    // Only measurements need a quiet machine. Without them all groups run at once.
    const groups = found.filter((group) => TIERS.indexOf(group.tier) <= TIERS.indexOf(tier));
    const isMeasured = groups.some(({ phase }) => phase === "last");
    const phased = isMeasured ? groups : groups.map((group) => ({ ...group, phase: undefined }));
    return { tier, groups: phased, flags, times, isWhole: true };
  }
  const touched = found.filter((group) =>
    paths.some((path) => group.paths.some((own) => path.includes(own) || own.startsWith(path)))
  );
  const needs = [...new Set(touched.flatMap((group) => group.needs))];
  const group: Group = { name: paths.join(" "), tier: "all", paths, needs };
  return { tier: "all", groups: [group], flags, times, isWhole: false };
}

/** Removes the groups that cannot run here, with a message. In CI that is a failure. */
async function provideAll(groups: Group[]): Promise<{ groups: Group[]; leftOut: string[] }> {
  const isServerGiven = Deno.env.has(SERVER_ENV);
  const needs = [...new Set(groups.flatMap((group) => group.needs))];
  const missing = await provide(
    needs.filter((need) => !(isServerGiven && DATABASE.includes(need))),
  );
  for (const { advice } of missing) console.error(`Missing: ${advice}`);
  if (missing.some(({ name }) => DATABASE.includes(name))) {
    console.error(
      `Instead of installing PostgreSQL, set ${SERVER_ENV} to a server on which tests may create and drop databases`,
    );
  }
  const isMissing = (need: NeedName) => missing.some(({ name }) => name === need);
  const leftOut = groups.filter((group) => group.needs.some(isMissing));
  return {
    groups: groups.filter((group) => !leftOut.includes(group)),
    leftOut: leftOut.map(({ name }) => name),
  };
}

async function prepareDatabases(groups: Group[]): Promise<Cluster | null> {
  if (!groups.some(({ needs }) => needs.includes("postgres"))) return null;
  await provideSeed();
  return Deno.env.has(SERVER_ENV) ? null : await startCluster();
}

function sum(tallies: readonly Tally[], key: "passed" | "failed" | "skipped"): number {
  return tallies.reduce((total, tally) => total + tally[key], 0);
}

function toHead(failure: string): string {
  const lines = failure.trimEnd().split("\n");
  const left = lines.length - FAILURE_LINES;
  const head = lines.slice(0, FAILURE_LINES).map((line) => line.slice(0, LINE_CHARS));
  return head.concat(left > 0 ? `(${left} more lines)` : []).join("\n");
}

async function main(): Promise<number> {
  const tempDir = await findTempDir();
  if (tempDir) Deno.env.set("TMPDIR", tempDir); // for this process and all that it starts
  const plan = planGroups(Deno.args);
  const { groups, leftOut } = await provideAll(plan.groups);
  const needsPages = groups.some(({ needs }) => needs.length > 0);
  if (needsPages && !await runDeno(["run", "-A", "dev.ts", "build"])) {
    throw new Error("The pages cannot be built");
  }
  const cluster = await prepareDatabases(groups);
  const env = { TEST_TIER: plan.tier, ...cluster && { [SERVER_ENV]: cluster.adminUrl } };
  const folder = await Deno.makeTempDir({ prefix: "fuel-joined-" });
  const joined = plan.isWhole ? await joinGroups(groups, folder) : groups;
  const runOnce = () => runAll(joinAlike(joined), (group) => runTests(group, plan.flags, env));
  const tallies = await repeat(plan.times, runOnce);
  if (plan.tier === "long") {
    for (const script of LONG_SCRIPTS) tallies.push(await runScript(script, env));
  }
  await cluster?.stop();
  await Deno.remove(folder, { recursive: true });
  const failed = sum(tallies, "failed");
  const isFiltered = plan.flags.some((flag) => flag.startsWith("--filter"));
  const skipped = isFiltered ? 0 : sum(tallies, "skipped");
  if (leftOut.length > 0) console.log(`\nNot run here: ${leftOut.join(", ")}`);
  // Repeated at the end, where they are visible after a long output.
  const failures = tallies.flatMap((tally) => tally.failures);
  for (const failure of failures) console.log(`\n--- failed: ${toHead(failure)}`);
  // A test is skipped if it needs files outside the project that are missing, and it names them.
  if (skipped > 0) console.log(`\n${skipped} tests were skipped`);
  if (plan.isWhole && LEFT_OUT[plan.tier]) console.log(`\n${LEFT_OUT[plan.tier]}`);
  for (const failure of failures) console.log(`Failed: ${failure.split("\n", 1)[0]}`);
  const missed = IS_CI ? leftOut.length : 0; // in CI a missing requirement is a failure
  console.log(`\n${sum(tallies, "passed")} passed, ${failed + missed} failed`);
  return failed + missed > 0 ? 1 : 0;
}

// The tests handle an interrupt themselves, and the server's keeper ends the server after this
// process.
Deno.addSignalListener("SIGINT", () => Deno.exit(130));
Deno.addSignalListener("SIGTERM", () => Deno.exit(143));
Deno.exit(await main());
