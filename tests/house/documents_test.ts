import { deepEqual, ok } from "../support/assert.ts";
import { dirname, join, normalize } from "node:path";
import { parse } from "../packages/yaml.ts";
import { ERRORS } from "../../lib/domain/errors.ts";
import { ELSEWHERE, findCommands, NOT_RUN, RUN } from "../support/runbook.ts";
import { assertNone } from "./rules.ts";
import { findFiles, findIn, readSource, ROOT } from "./source_files.ts";

type DenoConfig = { tasks: Record<string, { description: string; command: string }> };

type AlertRule = {
  alert: string;
  labels?: { severity?: string };
  annotations: { runbook_url?: string };
};

const CONFIG = JSON.parse(await readSource("deno.json")) as DenoConfig;
const DOCUMENTS = await findFiles(".md");

/** Text of a document without its code, in which brackets mean something else. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
}

function toAnchor(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
}

async function findAnchors(path: string): Promise<Set<string>> {
  const text = (await readSource(path)).replace(/^```[\s\S]*?^```/gm, "");
  return new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => toAnchor(heading!)));
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(`${ROOT}${path}`).then(() => true, () => false);
}

/**
 * Whether a link of a document leads to a file and heading that exist; addresses elsewhere are not
 * tried.
 */
async function leadsSomewhere(document: string, link: string): Promise<boolean> {
  if (/^(https?|mailto):/.test(link)) return true;
  const [file, anchor] = link.split("#");
  const target = file ? normalize(join(dirname(document), file)) : document;
  if (!await isThere(target)) return false;
  return !anchor || !target.endsWith(".md") || (await findAnchors(target)).has(anchor);
}

Deno.test("every link inside the documents leads to a file and a heading", async () => {
  const broken: string[] = [];
  const links = await findIn(
    DOCUMENTS,
    (text, document) =>
      [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) =>
        [document, link!] as const
      ),
  );
  for (const [document, link] of links) {
    if (!await leadsSomewhere(document, link)) broken.push(`${document}: ${link}`);
  }
  assertNone(broken, "Broken links");
});

Deno.test("every alarm has a severity, and leads to a section of docs/operations.md", async () => {
  const { groups } = parse(await readSource("deploy/alerts.yml")) as {
    groups: { rules: AlertRule[] }[];
  };
  const rules = groups.flatMap(({ rules }) => rules);
  const isWhole = async ({ labels, annotations }: AlertRule) =>
    ["critical", "warning"].includes(labels?.severity ?? "") &&
    (annotations.runbook_url ?? "").startsWith("docs/operations.md#") &&
    await leadsSomewhere("README.md", annotations.runbook_url!);
  const checked = await Promise.all(
    rules.map(async (rule) => await isWhole(rule) ? [] : rule.alert),
  );
  ok(rules.length > 10);
  assertNone(checked.flat(), "Alarms without a severity or a section");
});

/** Files of a second version that a document plans. */
const PLANNED = ["lib/operations/v2/mod.ts", "docs/openapi.v2.json"];

/** Files and folders (`…/`) of the tree in backticks. */
function findNamedPaths(text: string): string[] {
  const folders =
    "components|deploy|docs|fresh|ingest|islands|lib|research|routes|static|tests|tools";
  const paths = text.matchAll(new RegExp(`\`((?:${folders})/[\\w./\\[\\]-]*(?:\\.\\w+|/))\``, "g"));
  return [...paths].map(([, path]) => path!).filter((path) => !PLANNED.includes(path));
}

Deno.test("every file and folder that a document names exists", async () => {
  const missing: string[] = [];
  for (const document of DOCUMENTS.filter((path) => path !== "CHANGELOG.md")) {
    for (const path of findNamedPaths(await readSource(document))) {
      if (!await isThere(path)) missing.push(`${document}: ${path}`);
    }
  }
  assertNone(missing, "Files that documents name and that do not exist");
});

/** Headings that promise nothing a test could break, and why. */
const NO_PROMISE = {
  "docs/data.md#where-it-comes-from": "it names the sources, and links to their licences",
};

/** Headings that a comment `// Proves docs/contract.md#quotas` names, on the line before a test. */
function findProven(text: string): string[] {
  const comment =
    /^ *\/\/ Proves (\S+)\n(?= *(?:\/\/ Proves |Deno\.test\(|testApp\(|forEachDb\())/gm;
  return [...text.matchAll(comment)].map(([, heading]) => heading!);
}

Deno.test("every heading of docs/contract.md and docs/data.md is named by a test that proves it", async () => {
  const promised: string[] = [];
  for (const document of ["docs/contract.md", "docs/data.md"]) {
    const [_title, ...headings] = await findAnchors(document);
    promised.push(...headings.map((heading) => `${document}#${heading}`));
  }
  const proven = await findIn(await findFiles("_test.ts", "_test.tsx"), findProven);
  const settled = [...proven, ...Object.keys(NO_PROMISE)];
  assertNone(
    promised.filter((heading) => !settled.includes(heading)),
    "Headings that no test names",
  );
  assertNone(
    settled.filter((heading) => !promised.includes(heading)),
    "Named headings that do not exist",
  );
});

Deno.test("docs/contract.md lists every error code with its status", async () => {
  const rows = (await readSource("docs/contract.md")).matchAll(/^\| (\d{3}) +\| `([A-Z_]+)`/gm);
  deepEqual(
    [...rows].map(([, status, code]) => `${status} ${code}`).sort(),
    Object.entries(ERRORS).map(([code, { status }]) => `${status} ${code}`).sort(),
  );
});

Deno.test("every command in the documents is a task", async () => {
  const named = await findIn(
    DOCUMENTS,
    (text) => [...text.matchAll(/\bdeno(?:@[\d.]+)? task ([a-z][a-z:-]*)/g)],
  );
  assertNone(
    named.filter(([, name]) => !(name! in CONFIG.tasks)).map(String),
    "Commands that are no tasks",
  );
});

Deno.test("every command of docs/operations.md is run by a test, or listed with the reason why it is not", async () => {
  const commands = await findCommands();
  const patterns = Object.values(RUN);
  const countPlaces = (command: string) =>
    patterns.filter((pattern) => pattern.test(command)).length +
    [ELSEWHERE, NOT_RUN].filter((list) => command in list).length;
  assertNone(
    commands.filter((command) => countPlaces(command) !== 1),
    "Not in one list of tests/support/runbook.ts",
  );
  const isUsed = (pattern: RegExp) =>
    commands.filter((command) => pattern.test(command)).length === 1;
  assertNone(
    patterns.filter((pattern) => !isUsed(pattern)).map(String),
    "Not one command of the document",
  );
  const listed = [...Object.keys(ELSEWHERE), ...Object.keys(NOT_RUN)];
  assertNone(
    listed.filter((command) => !commands.includes(command)),
    "Listed, and no command of the document",
  );
  for (const path of Object.values(ELSEWHERE)) ok(await isThere(path), path);
});

/** The rows of Troubleshooting: what breaks, and how it shows. */
async function findTroubles(): Promise<[trouble: string, shows: string][]> {
  const [, section] = (await readSource("docs/operations.md")).split("\n## Troubleshooting\n");
  const [_head, _line, ...rows] = section!.match(/^\|.*\|$/gm)!;
  return rows.map((row) =>
    row.split("|").slice(1, 3).map((cell) => cell.trim()) as [string, string]
  );
}

/** What breaks in the tests of a file, by comments on the line before: `// Makes: a start`. */
function findMade(text: string): string[] {
  const comment = /^\/\/ Makes: (.+)\n(?=\/\/ Makes: |Deno\.test\()/gm;
  return [...text.matchAll(comment)].map(([, trouble]) => trouble!);
}

Deno.test("every row of Troubleshooting is made by a test, which has the words that the row shows", async () => {
  const texts = await Promise.all((await findFiles("_test.ts")).map(readSource));
  const troubles = await findTroubles();
  const faults = troubles.flatMap(([trouble, shows]) => {
    const tests = texts.filter((text) => findMade(text).includes(trouble)).join("\n");
    const words = [...shows.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code!.match(/\w{2,}/g)!);
    const missing = words.filter((word) => !tests.includes(word));
    return tests === "" || missing.length > 0 ? [`${trouble}: ${missing.join(", ")}`] : [];
  });
  assertNone(faults, "Rows that no test makes, or words that it does not look for");
  const known = troubles.map(([trouble]) => trouble);
  assertNone(
    texts.flatMap(findMade).filter((trouble) => !known.includes(trouble)),
    "Made, and no row",
  );
});

Deno.test("the tables of commands name every task, and every task's file exists", async () => {
  const texts = ["CONTRIBUTING.md", "docs/operations.md"].map((path) => readSource(path));
  const commands = (await Promise.all(texts)).join("\n");
  const faults = Object.keys(CONFIG.tasks).filter((name) =>
    !new RegExp(`\\b${name}\\b`).test(commands)
  );
  assertNone(faults, "Tasks that neither CONTRIBUTING.md nor docs/operations.md names");
  const missing: string[] = [];
  for (const { description, command } of Object.values(CONFIG.tasks)) {
    ok(description, `no description of ${command}`);
    for (const [, path] of command.matchAll(/ ([\w/]+\.ts)\b/g)) {
      if (!await isThere(path!)) missing.push(path!);
    }
  }
  assertNone(missing, "Files of tasks that do not exist");
});

/** Tasks that start servers, browsers and other programs of many kinds. */
const ALL_PERMISSIONS = [
  "gen",
  "test",
  "bench",
  "dev:soak",
  "dev:fuzz",
  "dev:conformance",
  "unit",
  "ok",
];

Deno.test("tasks name the permissions that they need, except tests and benches", () => {
  const faults = Object.entries(CONFIG.tasks)
    .filter(([, { command }]) => /\bdeno (run|test|bench) -A\b/.test(command))
    .map(([name]) => name)
    .filter((name) => !ALL_PERMISSIONS.includes(name.replace(/^(test|bench):.*/, "$1")));
  assertNone(faults, "Tasks with all permissions");
});

Deno.test("no document speaks of a machine's own folders", async () => {
  const paths = await findFiles(".md", ".ts", ".tsx", ".sql", ".json", ".css");
  const folder = /(^|[\s"'`(])\/(work|home|root|Users)\//;
  const faults = await findIn(paths, (text, path) => folder.test(text) ? [path] : []);
  ok(DOCUMENTS.length > 0);
  assertNone(faults, "Files that name a machine's own folder");
});
