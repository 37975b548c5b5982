/** Starts the processes that the HTTP bench compares, and loads them. @module */

import { readEngineFlags } from "../../support/permissions.ts";
import type { Question } from "./questions.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const HERE = new URL(".", import.meta.url).pathname;
const CONNECTIONS = 32;

/** A running server. */
export type Server = {
  port: number;
  /** Seconds of processor time that it has taken, over all its threads. */
  readCpuS(): Promise<number>;
  /** The most memory that it has held, megabytes. */
  readPeakMb(): Promise<number>;
  stop(): Promise<void>;
};

/** What a server did in one turn: times in microseconds, processor time for each request too. */
export type Turn = { perS: number; p50Us: number; p99Us: number; cpuUs: number; failed: number };

/** A process whose output goes to a file, as that of a service does. */
async function start(args: string[], env: Record<string, string>, port: RegExp): Promise<Server> {
  const output = await Deno.makeTempFile();
  const script = `exec "$@" > ${output}`;
  const child = new Deno.Command("sh", {
    args: ["-c", script, "sh", Deno.execPath(), ...args],
    cwd: ROOT,
    env,
    stdin: "null",
    stdout: "null",
  }).spawn();
  let isEnded = false;
  const ended = child.status.then(() => isEnded = true);
  for (;;) {
    const found = port.exec(await Deno.readTextFile(output))?.[1];
    if (found) return { port: Number(found), ...toReaders(child.pid), stop };
    if (isEnded) throw new Error(`A server did not start:\n${await Deno.readTextFile(output)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  async function stop() {
    child.kill("SIGTERM");
    await ended;
    await Deno.remove(output);
  }
}

function toReaders(pid: number): Pick<Server, "readCpuS" | "readPeakMb"> {
  const readPeakMb = async () => {
    const kb = /VmHWM:\s+(\d+)/.exec(await Deno.readTextFile(`/proc/${pid}/status`))![1];
    return Math.round(Number(kb) / 1_000);
  };
  return { readCpuS: () => readCpuS(pid), readPeakMb };
}

async function readCpuS(pid: number): Promise<number> {
  const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100; // ticks of 10 ms
}

/** Starts the service with some settings, without limits of requests unless they say so. */
export async function startService(env: Record<string, string>): Promise<Server> {
  const dataDir = await Deno.makeTempDir();
  const own = { PORT: "0", INGEST: "off", REST_LIMIT: "0", MCP_LIMIT: "0", PAGE_LIMIT: "0", DATA_DIR: dataDir, ...env };
  const server = await start(
    ["run", "-A", ...await readEngineFlags(), "--quiet", "serve.ts"],
    own,
    /"origin":"http:[^"]+:(\d+)"/,
  );
  const stop = async () => {
    await server.stop();
    await Deno.remove(dataDir, { recursive: true });
  };
  await waitUntilReady(server.port);
  return { ...server, stop };
}

/** Starts one of the bare servers. */
export async function startBare(kind: "constant" | "joined" | "sql", argument: string): Promise<Server> {
  return await start(["run", "-A", "--quiet", `${HERE}bare_servers.ts`, kind, argument], {}, /^(\d+)$/m);
}

async function waitUntilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    const text = await response.text();
    if (response.ok && (Deno.env.get("SNAPSHOT") === "off" || !text.includes('"renewed": false'))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The service has got no data");
}

/** Writes questions down for the program that asks them. */
export async function writeQuestions(questions: readonly Question[]): Promise<string> {
  const file = await Deno.makeTempFile();
  const lines = questions.map(({ method, path, body, headers }) =>
    [method, path, body, ...Object.entries(headers).flat()].join("\t")
  );
  await Deno.writeTextFile(file, lines.join("\n") + "\n");
  return file;
}

async function hasWrk(): Promise<boolean> {
  try {
    return (await new Deno.Command("wrk", { args: ["-v"], stdout: "null", stderr: "null" }).output()).code <= 1;
  } catch {
    return false;
  }
}

const isWrkThere = await hasWrk();

/** Asks a server as fast as it answers. `asks`: how many requests each client sends; 0 when it does not matter who asks. */
export async function takeTurn(server: Server, load: { file: string; seconds: number; asks: number }): Promise<Turn> {
  const { file, seconds, asks } = load;
  const command = isWrkThere
    ? new Deno.Command("wrk", {
      args: [
        ...["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", `${HERE}load.lua`, `http://127.0.0.1:${server.port}`],
        ...["--", file, String(asks)],
      ],
      stderr: "inherit",
    })
    : new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        `${HERE}client.ts`,
        String(server.port),
        String(CONNECTIONS),
        String(seconds),
        file,
        String(asks),
      ],
      stderr: "inherit",
    });
  const before = await server.readCpuS();
  const { stdout } = await command.output();
  const cpuS = await server.readCpuS() - before;
  const text = new TextDecoder().decode(stdout);
  const [count, us, p50Us, p99Us, failed] = /RESULT (.*)/.exec(text)![1]!.split(" ").map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { perS: count / us * 1e6, p50Us, p99Us, cpuUs: cpuS * 1e6 / count, failed };
}
