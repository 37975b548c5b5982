/** Starts processes and talks with them, a line each way. @module */

/** A running script of this folder. */
export type Talk = {
  /** The next line that it prints. */
  listen(): Promise<string>;
  /** Sends a line and answers the next one that it prints. */
  ask(line: string): Promise<string>;
  /** Closes its input and waits until it has ended. Throws an Error when it failed. */
  end(): Promise<void>;
};

/** Starts a script of this folder. */
export function startScript(name: string, ...args: string[]): Talk {
  const script = new URL(name, import.meta.url).pathname;
  const command = ["run", "-A", script, ...args];
  const child = new Deno.Command(Deno.execPath(), { args: command, stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();

  async function listen(): Promise<string> {
    for (let line = "";;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`${name} ended`);
      line += value;
      if (line.endsWith("\n")) return line.trim();
    }
  }

  return {
    listen,
    async ask(line) {
      await writer.write(new TextEncoder().encode(`${line}\n`));
      return await listen();
    },
    async end() {
      await writer.close();
      await reader.cancel();
      if (!(await child.status).success) throw new Error(`${name} failed`);
    },
  };
}
