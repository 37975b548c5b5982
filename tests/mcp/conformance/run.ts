/** Runs the official conformance suite against a running server. @module */

import { APPLICABLE, NOT_APPLICABLE } from "./scenarios.ts";

const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";

/** The suite's runs, one for each era. */
export const RUNS = [
  { name: "2025-11-25", args: ["--suite", "all", "--spec-version", "2025-11-25"] },
  { name: "2026-07-28", args: ["--requirements", "2026-07-28"] },
] as const;

/**
 * The result of a run. `passed` are the scenarios without a fault, `excepted` the checks that do
 * not apply, with the reason.
 */
export type Report = {
  name: string;
  checks: number;
  passed: string[];
  excepted: { check: string; reason: string }[];
  faults: string[];
};

type Check = { id: string; status: string; errorMessage?: string };

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
      const exception = NOT_APPLICABLE.find(({ of, message }) =>
        of.test(check) && message.test(errorMessage)
      );
      if (exception && !APPLICABLE.includes(scenario)) {
        report.excepted.push({ check, reason: exception.reason });
      } else report.faults.push(`${check} ${status}: ${errorMessage}`);
    }
  }
  return report;
}

/**
 * Runs the suite against `url` (the full address of the endpoint). Throws an Error if the suite
 * itself fails to run.
 */
export async function runSuite(
  url: string,
  { name, args }: (typeof RUNS)[number],
): Promise<Report> {
  const folder = await Deno.makeTempDir({ prefix: "conformance-" });
  try {
    const config = `${import.meta.dirname}/deno.json`;
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--quiet",
        "--config",
        config,
        SUITE,
        "server",
        "--url",
        url,
        "-o",
        folder,
        ...args,
      ],
      stdout: "null",
      stderr: "piped",
    }).output();
    const scenarios = await readChecks(folder);
    if (scenarios.size === 0) {
      throw new Error(
        `The conformance suite did not run:\n${new TextDecoder().decode(stderr).slice(-2000)}`,
      );
    }
    return toReport(name, scenarios);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function main(url: string): Promise<number> {
  let faults = 0;
  for (const run of RUNS) {
    const report = await runSuite(url, run);
    faults += report.faults.length;
    console.log(
      `${report.name}: ${report.checks} checks, ${report.excepted.length} not applicable`,
    );
    console.log(`  passed: ${report.passed.join(", ")}`);
    for (const reason of new Set(report.excepted.map(({ reason }) => reason))) {
      const checks = report.excepted.filter((one) => one.reason === reason).map(({ check }) =>
        check
      );
      console.log(`  not applicable: ${checks.join(", ")}\n    ${reason}`);
    }
    for (const fault of report.faults) console.log(`  FAULT ${fault}`);
  }
  return faults === 0 ? 0 : 1;
}

if (import.meta.main) {
  const [url = "http://127.0.0.1:8000/mcp"] = Deno.args;
  Deno.exit(await main(url));
}
