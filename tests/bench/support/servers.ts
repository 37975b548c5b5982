/** Starts the processes that the HTTP bench compares, and sends them requests. @module */

import { setTimeout as delay } from "node:timers/promises";
import { readEngineFlags } from "../../support/permissions.ts";
import { type ProcessFigures, readProcess } from "../../support/process_figures.ts";
import { createServerUrl } from "../../support/server_db.ts";
import type { Feed } from "./feeds.ts";
import type { Question } from "./questions.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const HERE = new URL(".", import.meta.url).pathname;

export type Server = {
  port: number;
  pid: number;
  readFigures(): Promise<ProcessFigures>;
  stop(): Promise<void>;
};

/** The results of a server in one turn: times and processor time per request in microseconds. */
export type Turn = { perS: number; p50Us: number; p99Us: number; cpuUs: number; failed: number };

/** Starts a process whose output goes to a file, as a service's does. */
async function start(
  args: string[],
  { env = {}, port, root = ROOT }: { env?: Record<string, string>; port: RegExp; root?: string },
): Promise<Server> {
  const output = await Deno.makeTempFile();
  const command = ["-c", `exec "$@" > ${output}`, "sh", Deno.execPath(), ...args];
  const child = new Deno.Command("sh", { args: command, cwd: root, env, stdin: "null" }).spawn();
  let isEnded = false;
  const ended = child.status.then(() => isEnded = true);
  for (;;) {
    const found = port.exec(await Deno.readTextFile(output))?.[1];
    if (found) {
      return {
        port: Number(found),
        pid: child.pid,
        readFigures: () => readProcess(child.pid),
        stop,
      };
    }
    if (isEnded) throw new Error(`A server did not start:\n${await Deno.readTextFile(output)}`);
    await delay(50);
  }
  async function stop() {
    child.kill("SIGTERM");
    await ended;
    await Deno.remove(output);
  }
}

/** Starts the service with some settings, and without request limits unless they set some. */
export async function startService(env: Record<string, string>, root = ROOT): Promise<Server> {
  const dataDir = await Deno.makeTempDir();
  const own = {
    PORT: "0",
    INGEST: "off",
    REST_LIMIT: "0",
    MCP_LIMIT: "0",
    PAGE_LIMIT: "0",
    DATA_DIR: dataDir,
    ...env,
  };
  const args = ["run", "-A", ...await readEngineFlags(), "--quiet", "serve.ts"];
  const server = await start(args, { env: own, port: /http:\/\/127\.0\.0\.1:(\d+)/, root });
  const stop = async () => {
    await server.stop();
    await Deno.remove(dataDir, { recursive: true });
  };
  await waitUntilServed(
    `http://127.0.0.1:${server.port}`,
    env.SNAPSHOT === "off" ? "database" : "memory",
  );
  return { ...server, stop };
}

/**
 * Starts the service of another built checkout, over a database that it created and filled itself.
 */
export async function startCheckout(
  root: string,
  env: Record<string, string>,
  feed: Feed,
): Promise<Server> {
  const { url, drop } = await createServerUrl({ migrated: false });
  const own = { ...env, DATABASE_URL: url };
  const file = await Deno.makeTempFile();
  await Deno.writeFile(file, feed.bytes);
  const args = ["run", "-A", "--quiet", "ingest/commands/ingest.ts", "--file", file];
  const ingest = new Deno.Command(Deno.execPath(), { args, cwd: root, env: own, stdout: "null" });
  const { success } = await ingest.output();
  await Deno.remove(file);
  if (!success) throw new Error(`The checkout at ${root} could not load the feed`);
  const server = await startService(own, root);
  const stop = async () => {
    await server.stop();
    await drop();
  };
  return { ...server, stop };
}

/** Returns the state that a service reports, or null while it does not respond. */
export async function readState(origin: string) {
  return await fetch(`${origin}/readyz`).then((response) => response.json(), () => null);
}

/** Waits until the service has loaded data and serves them from memory or from the database. */
export async function waitUntilServed(origin: string, from: "memory" | "database"): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    const state = await readState(origin);
    if (state?.ready && state.served?.from === from) return;
    await delay(100);
  }
  throw new Error("The service has loaded no data");
}

/** Starts one of the servers of `bare_servers.ts`. */
export async function startBare(
  kind: "constant" | "bare" | "sql",
  argument: string,
): Promise<Server> {
  return await start(["run", "-A", "--quiet", `${HERE}bare_servers.ts`, kind, argument], {
    port: /^(\d+)$/m,
  });
}

/** Writes requests to a file for wrk, and returns its path. */
export async function writeQuestions(questions: readonly Question[]): Promise<string> {
  const file = await Deno.makeTempFile();
  const lines = questions.map(({ method, path, body, headers }) =>
    [method, path, body, ...Object.entries(headers).flat()].join("\t")
  );
  await Deno.writeTextFile(file, lines.join("\n") + "\n");
  return file;
}

/**
 * Loads a server with wrk. Each client sends `asks` requests and has its own address in
 * `network`/8; with 0, the client does not matter.
 */
export async function takeTurn(
  server: Server,
  load: { file: string; seconds: number; asks?: number; network?: number; connections?: number },
): Promise<Turn> {
  const { file, seconds, asks = 0, network = 11, connections = 32 } = load;
  // With many connections requests may take longer than wrk's timeout of two seconds.
  const flags = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    "30s",
    "-s",
    `${HERE}load.lua`,
  ];
  const args = [
    ...flags,
    `http://127.0.0.1:${server.port}`,
    "--",
    file,
    String(asks),
    String(network),
  ];
  const before = await server.readFigures();
  const { stdout } = await new Deno.Command("wrk", { args, stderr: "inherit" }).output();
  const cpuS = (await server.readFigures()).cpuS - before.cpuS;
  const results = /RESULT (.*)/.exec(new TextDecoder().decode(stdout))![1]!.split(" ").map(Number);
  const [count, us, p50Us, p99Us, failed] = results as [number, number, number, number, number];
  return { perS: count / us * 1e6, p50Us, p99Us, cpuUs: cpuS * 1e6 / count, failed };
}
