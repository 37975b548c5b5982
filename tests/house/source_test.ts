import { assertNone, type Finding, inspect, type RuleName } from "./rules.ts";
import { findFiles, findIn, findSources, isGenerated, isProduct } from "./source_files.ts";

// the browser's time is the reader's
const CLOCK_FREE = /^(lib\/platform\/clock\.ts$|lib\/client\/|islands\/)/;
const ENV_FREE =
  /^(program\.ts|dev\.ts|lib\/db\/commands\/command\.ts|ingest\/commands\/[a-z_]+\.ts)$/;
const PROSE = /^lib\/(words\/|pages\/\w+\/words\.ts$)/; // words shown to people, not code
const DOCUMENTED = /^(lib|ingest|fresh|components)\//;

const APPLIES: Record<RuleName, (path: string) => boolean> = {
  // the names of its tests say what it is for
  "module-doc": (path) => !/_(test|bench)\.tsx?$/.test(path),
  "file-length": (path) => isProduct(path) && !isGenerated(path) && !PROSE.test(path),
  "function-length": (path) => isProduct(path) && !isGenerated(path),
  "packed": (path) => !isGenerated(path),
  "clock": (path) => isProduct(path) && !CLOCK_FREE.test(path),
  "env": (path) => isProduct(path) && !ENV_FREE.test(path),
  "export-doc": (path) => isProduct(path) && DOCUMENTED.test(path) && !isGenerated(path),
};

async function inspectAll(): Promise<Finding[]> {
  const found = await findIn(await findSources(), (text, path) => inspect(path, text));
  return found.filter(({ path, rule }) => APPLIES[rule](path));
}

const findings = await inspectAll();

for (const rule of Object.keys(APPLIES) as RuleName[]) {
  Deno.test(`every source file keeps the rule ${rule}`, () => {
    const found = findings.filter((finding) => finding.rule === rule);
    assertNone(
      found.map(({ path, line, message }) => `${path}:${line} ${message}`),
      `Breaches of ${rule}`,
    );
  });
}

Deno.test("files and folders are named as the house names them", async () => {
  const isWell = (path: string) => {
    const name = path.split("/").at(-1)!;
    if (/(^|\/)(utils?|helpers?|common|types)(\/|\.|_|$)/.test(path)) return false;
    if (/^(components|islands)\/.*\.tsx$/.test(path)) {
      return /^([A-Z][A-Za-z0-9]*|[a-z0-9_]+_test)\.tsx$/.test(name);
    }
    if (path.startsWith("routes/")) return true; // names of routes are addresses
    return /^[a-z0-9_]+(\.(gen|d))?\.tsx?$/.test(name);
  };
  assertNone((await findSources()).filter((path) => !isWell(path)), "Names out of form");
});

Deno.test("no SQL selects all columns", async () => {
  const isComment = (line: string) => /^\s*(\*|\/\/|--)/.test(line);
  const found = await findIn(
    (await findFiles(".ts", ".sql")).filter(isProduct),
    (text, path) =>
      text.split("\n").flatMap((line, index) =>
        /\bselect \*/i.test(line) && !isComment(line) ? [`${path}:${index + 1}`] : []
      ),
  );
  assertNone(found, "Statements that select all columns");
});

Deno.test("assertions come from tests/support/assert.ts", async () => {
  const named = await findIn(
    await findFiles(".ts", ".tsx"),
    (text, path) => /from "node:asser[t]/.test(text) ? [path] : [],
  );
  assertNone(
    named.filter((path) => path !== "tests/support/assert.ts"),
    "Files with assertions from elsewhere",
  );
});
