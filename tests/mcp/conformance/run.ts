/** Runs the official conformance suites and the inspector's strict mode against a running server. @module */

import { APPLICABLE, NOT_APPLICABLE } from "./scenarios.ts";

const SUITE = "npm:@modelcontextprotocol/conformance@";
const INSPECTOR = "npm:@modelcontextprotocol/inspector@2.12.0";

/** The suites that are run: the old era by the suite of its time and by the new one, the new era by the new one. */
export const RUNS = [
  { name: "2025-11-25 (suite 0.1.16)", package: `${SUITE}0.1.16`, args: ["--suite", "all"] },
  {
    name: "2025-11-25 (suite 0.2.0-alpha.12)",
    package: `${SUITE}0.2.0-alpha.12`,
    args: ["--suite", "all", "--spec-version", "2025-11-25"],
  },
  { name: "2026-07-28", package: `${SUITE}0.2.0-alpha.12`, args: ["--requirements", "2026-07-28"] },
] as const;

/** What became of a run. `passed`: scenarios without a fault; `excepted`: checks that do not apply, with the reason. */
export type Report = {
  name: string;
  checks: number;
  passed: string[];
  excepted: { check: string; reason: string }[];
  faults: string[];
};

type Check = { id: string; status: string; errorMessage?: string };

async function runTool(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const config = `${import.meta.dirname}/deno.json`;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--config", config, ...args],
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

async function readChecks(folder: string): Promise<Map<string, Check[]>> {
  const found = new Map<string, Check[]>();
  for await (const { name } of Deno.readDir(folder)) {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    found.set(scenario, JSON.parse(await Deno.readTextFile(`${folder}/${name}/checks.json`)));
  }
  return found;
}

function toReport(name: string, scenarios: Map<string, Check[]>): Report {
  const report: Report = { name, checks: 0, passed: [], excepted: [], faults: [] };
  for (const [scenario, checks] of [...scenarios].sort()) {
    const failed = checks.filter(({ status }) => status !== "SUCCESS" && status !== "INFO");
    report.checks += checks.length;
    if (failed.length === 0) report.passed.push(scenario);
    for (const { id, status, errorMessage = "" } of failed) {
      const check = `${scenario}/${id}`;
      const exception = NOT_APPLICABLE.find(({ of, message }) => of.test(check) && message.test(errorMessage));
      if (exception && !APPLICABLE.includes(scenario)) {
        report.excepted.push({ check, reason: exception.reason });
      } else report.faults.push(`${check} ${status}: ${errorMessage}`);
    }
  }
  return report;
}

/** Runs one suite against `url` (the whole address of the endpoint). Throws an Error when the suite itself does not run. */
export async function runSuite(url: string, run: (typeof RUNS)[number]): Promise<Report> {
  const folder = await Deno.makeTempDir({ prefix: "conformance-" });
  try {
    const { stderr } = await runTool([run.package, "server", "--url", url, "-o", folder, ...run.args]);
    const scenarios = await readChecks(folder);
    if (scenarios.size === 0) {
      throw new Error(`The conformance suite did not run:\n${stderr.slice(-2000)}`);
    }
    return toReport(run.name, scenarios);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What the inspector's strict mode says of the tools; `findings` is empty when it has nothing to say. */
export async function inspect(url: string): Promise<{ code: number; tools: string[]; findings: string }> {
  const args = [INSPECTOR, "--cli", url, "--transport", "http", "--method", "tools/list", "--strict"];
  const { code, stdout, stderr } = await runTool(args);
  if (!stdout.startsWith("{")) {
    throw new Error(`The inspector did not run:\n${stderr.slice(-2000)}`);
  }
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  return { code, tools: tools.map(({ name }) => name), findings: stderr.trim() };
}

async function main(url: string): Promise<number> {
  let faults = 0;
  for (const run of RUNS) {
    const report = await runSuite(url, run);
    faults += report.faults.length;
    console.log(`${report.name}: ${report.checks} checks, ${report.excepted.length} not applicable`);
    console.log(`  passed: ${report.passed.join(", ")}`);
    for (const reason of new Set(report.excepted.map(({ reason }) => reason))) {
      const checks = report.excepted.filter((one) => one.reason === reason).map(({ check }) => check);
      console.log(`  not applicable: ${checks.join(", ")}\n    ${reason}`);
    }
    for (const fault of report.faults) console.log(`  FAULT ${fault}`);
  }
  const { code, findings } = await inspect(url);
  console.log(`Inspector, strict: exit ${code}${findings === "" ? ", no findings" : `\n${findings}`}`);
  return faults + code === 0 ? 0 : 1;
}

if (import.meta.main) {
  const [url = "http://127.0.0.1:8000/mcp"] = Deno.args;
  Deno.exit(await main(url));
}
