/** `deno task test`: provides what the tests need, runs them and counts. @module */

import { type Cluster, startCluster } from "./support/cluster.ts";
import { provideSeed } from "./support/embedded_db.ts";
import { findTestFiles, joinFiles } from "./support/isolates.ts";
import { readTally, type Tally } from "./support/junit.ts";
import { findTempDir, type NeedName, provide } from "./support/provision.ts";
import { SERVER_ENV } from "./support/server_db.ts";

const ROOT = new URL("..", import.meta.url).pathname;
/** Tests wait for timers and for other processes, so one file more than there are processors runs at a time. */
const JOBS = navigator.hardwareConcurrency + 1;
/** What is said again of a failure at the end. */
const FAILURE_LINES = 40;
const IS_CI = Boolean(Deno.env.get("CI"));

/**
 * Tests of one kind and what they need. `phase`: those that measure time come `last`, when all others have ended, with nothing
 * beside them but one file of the groups `beside` at a time. `isDoc`: examples in comments.
 */
type Group = {
  name: string;
  paths: string[];
  needs: NeedName[];
  phase?: "last" | "beside";
  isDoc?: boolean;
  /** Only when its files or their folder are named. */
  isApart?: boolean;
  ignore?: string[];
};

const DATABASE: NeedName[] = ["postgres", "postgis"];
const BROWSER: NeedName[] = ["chromium", "fonts"];
/** What is measured there is time. It waits more than it computes, and leaves a processor to others. */
const MEASURED = ["tests/browser/lighthouse_test.ts"];
/** What puts servers of others beside ours is for `deno task test:faults` alone, which keeps the test command under five minutes. */
const APART = ["proxy", "replica", "pooler", "valhalla"].map((name) => `tests/faults/${name}_test.ts`);
/** What folders of `tests/` need, those with the longest files first: what begins last should be short. */
const FOLDERS: Partial<Record<string, Pick<Group, "needs" | "ignore" | "phase">>> = {
  browser: { needs: [...DATABASE, ...BROWSER], ignore: MEASURED },
  faults: { needs: [...DATABASE, "xz", "curl"], ignore: APART },
  db: { needs: DATABASE },
  api: { needs: [...DATABASE, "curl"] },
  mcp: { needs: [...DATABASE, "curl"], phase: "beside" },
  house: { needs: [], phase: "beside" },
  soak: { needs: [], phase: "beside" },
};
const UNIT_FOLDERS = ["components", "fresh", "ingest", "islands", "routes", "static", "tools"];
const DOC_FOLDERS = ["lib/domain", "lib/shared"];

async function hasTests(folder: string): Promise<boolean> {
  return (await findTestFiles(`${ROOT}${folder}`)).length > 0;
}

async function filterAsync<T>(items: readonly T[], isKept: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(items.map(isKept));
  return items.filter((_, index) => kept[index]);
}

async function findFolders(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) if (isDirectory) found.push(name);
  return found.sort();
}

async function findGroups(): Promise<Group[]> {
  const others = (await findFolders("tests")).filter((name) => !(name in FOLDERS));
  const rooms = (await findFolders("lib")).map((name) => `lib/${name}`).filter((room) => !DOC_FOLDERS.includes(room));
  const folders = await filterAsync([...Object.keys(FOLDERS), ...others], (name) => hasTests(`tests/${name}`));
  return [
    ...folders.map((name) => ({ name, paths: [`tests/${name}`], ...FOLDERS[name] ?? { needs: DATABASE } })),
    {
      name: "unit",
      paths: await filterAsync([...UNIT_FOLDERS, ...rooms], hasTests),
      needs: [],
      phase: "beside" as const,
    },
    { name: "examples", paths: DOC_FOLDERS, needs: [], phase: "beside" as const, isDoc: true },
    {
      name: "apart",
      paths: APART,
      needs: [...DATABASE, "pgbouncer", "haproxy", "caddy", "curl"] as NeedName[],
      isApart: true,
    },
    { name: "measured", paths: MEASURED, needs: [...DATABASE, ...BROWSER], phase: "last" as const },
  ].filter(({ paths }) => paths.length > 0);
}

/** The groups with their files joined into as many modules as run at a time. */
async function joinGroups(groups: readonly Group[], folder: string): Promise<Group[]> {
  return await Promise.all(groups.map(async (group) => {
    if (group.isDoc || group.phase === "last") return group;
    const found = (await Promise.all(group.paths.map((path) => findTestFiles(`${ROOT}${path}`)))).flat();
    const files = found.filter((file) => !group.ignore?.includes(file.slice(ROOT.length)));
    const most = group.phase === "beside" ? 1 : JOBS;
    return { ...group, paths: await joinFiles(files, { most, folder, name: group.name }) };
  }));
}

/** One call of `deno test` for groups that run alike: so no processor waits for the last file of each. */
function joinAlike(groups: readonly Group[]): Group[] {
  return [...Map.groupBy(groups, ({ phase, isDoc }) => `${phase} ${isDoc}`).values()].map((same) => ({
    ...same[0]!,
    name: same.map(({ name }) => name).join(", "),
    paths: same.flatMap(({ paths }) => paths),
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

/** Paths of a command line make one group of their own; the rest are flags for every group. */
async function planGroups(args: readonly string[]): Promise<{ groups: Group[]; flags: string[]; isWhole: boolean }> {
  const isPath = async (arg: string) =>
    !arg.startsWith("-") && await Deno.stat(`${ROOT}${arg}`).then(() => true, () => false);
  const paths = await filterAsync(args, isPath);
  const flags = args.filter((arg) => !paths.includes(arg));
  const all = await findGroups();
  if (paths.length === 0) return { groups: all.filter(({ isApart }) => !isApart), flags, isWhole: true };
  const touched = all.filter((group) =>
    paths.some((path) => group.paths.some((own) => path.includes(own) || own.startsWith(path)))
  );
  const needs = [...new Set(touched.flatMap((group) => group.needs))];
  return { groups: [{ name: paths.join(" "), paths, needs }], flags, isWhole: false };
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
  const plan = await planGroups(Deno.args);
  const { groups, leftOut } = await provideAll(plan.groups);
  if (groups.some(({ needs }) => needs.includes("chromium"))) await buildPages();
  const cluster = await prepareDatabases(groups);
  const env: Record<string, string> = cluster ? { [SERVER_ENV]: cluster.adminUrl } : {};
  const folder = await Deno.makeTempDir({ prefix: "fuel-joined-" });
  const joined = plan.isWhole ? await joinGroups(groups, folder) : groups;
  const tallies = await runAll(joinAlike(joined), (group) => runTests(group, plan.flags, env));
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
  const missed = IS_CI ? leftOut.length : 0; // where nobody looks, what could not run has failed
  console.log(`\n${sum(tallies, "passed")} passed, ${failed + missed} failed`);
  return failed + missed > 0 ? 1 : 0;
}

// the tests hear an interrupt themselves; the server's keeper ends the server when this process is gone
Deno.addSignalListener("SIGINT", () => Deno.exit(130));
Deno.addSignalListener("SIGTERM", () => Deno.exit(143));
Deno.exit(await main());
