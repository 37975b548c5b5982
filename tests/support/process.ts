/**
 * Runs programs of the project as processes that can be watched, ended and killed.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";

const ROOT = new URL("../..", import.meta.url).pathname;

/**
 * For short-lived processes: WebAssembly's optimising compiler takes a quarter of the time to open
 * PGlite.
 */
export const SHORT_LIVED = { DENO_V8_FLAGS: "--liftoff-only" };

/** How long an event may take on a busy machine. */
export const PATIENCE_MS = 180_000;

/** Repeats `read` until its value is wanted, and returns the value. Throws after a long wait. */
export async function until<T>(
  read: () => T | Promise<T>,
  isWanted: (found: T) => boolean = Boolean,
): Promise<T> {
  for (const deadline = performance.now() + PATIENCE_MS;;) {
    const found = await read();
    if (isWanted(found)) return found;
    if (performance.now() > deadline) {
      throw new Error(`${JSON.stringify(found)} is not the expected value: ${read} ${isWanted}`);
    }
    await delay(20);
  }
}

/** Serves a handler on a free port of this machine. */
export function startServer(handler: Deno.ServeHandler): { url: string; stop(): Promise<void> } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  return { url: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

export type Outcome = { code: number; stdout: string; stderr: string };

/**
 * `shell` runs before the program, in its process; `permissions` replace `-A`; `terminal` makes its
 * output a terminal; `cwd` is another folder.
 */
export type StartOptions = {
  shell?: string;
  permissions?: string[];
  task?: string;
  command?: "run" | "serve";
  terminal?: boolean;
  cwd?: string;
};

function toCommand(
  args: string[],
  env: Record<string, string>,
  start: StartOptions = {},
): Deno.Command {
  const { shell, permissions = ["-A"], task, command = "run", terminal, cwd = ROOT } = start;
  const piped = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
  const options = { cwd, env: { ...SHORT_LIVED, ...env }, ...piped };
  // Quiet, because processes that start at the same time wait for each other in node_modules, and
  // Deno would print that to stderr.
  const run = task
    ? ["task", "--quiet", task, ...args]
    : [command, ...permissions, "--quiet", ...args];
  if (terminal) {
    const line = [Deno.execPath(), ...run].join(" ");
    return new Deno.Command("script", {
      args: ["--quiet", "--command", line, "/dev/null"],
      ...options,
    });
  }
  if (shell === undefined) return new Deno.Command(Deno.execPath(), { args: run, ...options });
  // `exec` makes the process the program itself.
  return new Deno.Command("sh", {
    args: ["-c", `${shell}\nexec "$@"`, "sh", Deno.execPath(), ...run],
    ...options,
  });
}

/** Runs a program (a path below the root, and its arguments) to its end. */
export async function runProgram(
  args: string[],
  env: Record<string, string> = {},
  start: StartOptions = {},
): Promise<Outcome> {
  const { code, stdout, stderr } = await toCommand(args, env, start).output();
  return {
    code,
    stdout: new TextDecoder().decode(stdout),
    stderr: new TextDecoder().decode(stderr),
  };
}

/** A running program. Read its lines to the end, or kill and end it. */
export type Running = {
  pid: number;
  /** Returns the next line of its standard output, or null at its end. */
  nextLine(): Promise<string | null>;
  kill(signal: Deno.Signal): void;
  /** Waits for its end. Returns its exit code and the lines not yet read. */
  end(): Promise<{ code: number; lines: string[]; stderr: string }>;
};

/** Starts a program whose standard output is read line by line. */
export function startProgram(
  args: string[],
  env: Record<string, string> = {},
  start: StartOptions = {},
): Running {
  const child = toCommand(args, env, start).spawn();
  const stderr = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  async function nextLine(): Promise<string | null> {
    for (let end = rest.indexOf("\n"); end < 0; end = rest.indexOf("\n")) {
      const { value, done } = await reader.read();
      if (done) return null; // text after the last line feed was cut off
      rest += value;
    }
    const line = rest.slice(0, rest.indexOf("\n"));
    rest = rest.slice(line.length + 1);
    return line;
  }
  return {
    pid: child.pid,
    nextLine,
    kill: (signal) => child.kill(signal),
    async end() {
      const lines: string[] = [];
      for (let line = await nextLine(); line !== null; line = await nextLine()) lines.push(line);
      return { code: (await child.status).code, lines, stderr: await stderr };
    },
  };
}
