/**
 * Runs test files many times over and counts how often each passes:
 * `deno run -A tests/repeat.ts FILE… [--times 20] [--busy]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { startCluster } from "./support/cluster.ts";
import { provideSeed } from "./support/embedded_db.ts";
import { SERVER_ENV } from "./support/server_db.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const USAGE = "deno run -A tests/repeat.ts FILE… [--times 20] [--busy]";

type Series = { file: string; times: number; env: Record<string, string> };

/** Keeps every processor busy until it is stopped. */
function startLoad(): Deno.ChildProcess[] {
  const busy = () => new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;);"] }).spawn();
  return Array.from({ length: navigator.hardwareConcurrency }, busy);
}

/** Runs one file again and again, to its first failure. */
async function runSeries({ file, times, env }: Series): Promise<boolean> {
  const args = ["test", "-A", "--no-check", file];
  let [runs, failed] = [0, 0];
  const startedMs = performance.now();
  while (runs < times && failed === 0) {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env }).output();
    runs++;
    if (success) continue;
    failed++;
    console.log(`--- ${file}, run ${runs}`);
    for (const output of [stdout, stderr]) console.log(new TextDecoder().decode(output));
  }
  const seconds = ((performance.now() - startedMs) / 1000 / runs).toFixed(1);
  console.log(`${file}: ${runs - failed} of ${runs} passed, ${seconds} s each`);
  return failed === 0;
}

async function buildPages(): Promise<void> {
  const args = ["run", "-A", "dev.ts", "build"];
  const { success } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "null" }).output();
  if (!success) throw new Error("The pages cannot be built");
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      times: { type: "string", default: "20" },
      busy: { type: "boolean", default: false },
    },
  });
  const times = Number(values.times);
  if (positionals.length === 0 || !(times >= 1)) throw new Error(USAGE);
  await buildPages();
  await provideSeed();
  const cluster = await startCluster();
  const env = { [SERVER_ENV]: cluster.adminUrl, NO_COLOR: "1" };
  const load = values.busy ? startLoad() : [];
  const results: boolean[] = [];
  for (const file of positionals) results.push(await runSeries({ file, times, env }));
  for (const process of load) process.kill("SIGKILL");
  await cluster.stop();
  return results.every(Boolean) ? 0 : 1;
}

// Deno kills the children of an interrupted process with it; the server's keeper ends the server
Deno.addSignalListener("SIGINT", () => Deno.exit(130));
Deno.exit(await main());
