/** Starts a throwaway PostgreSQL server. @module */

import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** A running server of our own. `adminUrl` is the URL of its database `postgres`. */
export type Cluster = { adminUrl: string; stop(): Promise<void> };

const DEBIAN_ROOT = "/usr/lib/postgresql";
const START_TRIES = 600;
const TRY_EVERY_MS = 100;

async function run(command: [string, ...string[]]): Promise<void> {
  const [program, ...args] = command;
  const { success, stderr, stdout } = await new Deno.Command(program, {
    args,
    stdout: "piped",
    stderr: "piped",
  })
    .output();
  if (success) return;
  throw new Error(
    `${command.join(" ")} failed:\n${new TextDecoder().decode(stdout)}${
      new TextDecoder().decode(stderr)
    }`,
  );
}

/**
 * Returns the folder of PostgreSQL's server programs, the newest one, or null if none is installed.
 */
export async function findPostgresBin(): Promise<string | null> {
  const versions: number[] = [];
  try {
    for await (const entry of Deno.readDir(DEBIAN_ROOT)) versions.push(Number(entry.name));
  } catch { /* not Debian */ }
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0];
  if (newest) return `${DEBIAN_ROOT}/${newest}/bin`;
  try {
    const { stdout } = await new Deno.Command("pg_config", { args: ["--bindir"] }).output();
    return new TextDecoder().decode(stdout).trim() || null;
  } catch {
    return null;
  }
}

/** PostgreSQL does not run as root, so there it runs as the user that its package created. */
function asPostgres(command: [string, ...string[]]): [string, ...string[]] {
  return Deno.uid() === 0
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", ...command]
    : command;
}

/**
 * Ports below those that the system assigns, so that no other process gets one before the server
 * starts.
 */
const LOWEST_PORT = 10_000;
const HIGHEST_PORT = 32_000;

/** Waits until a server accepts connections. Throws if it does not in time. */
export async function untilListening(port: number, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    } catch {
      await delay(50);
    }
  }
  throw new Error(`${what} does not listen on port ${port}`);
}

export function findFreePort(): number {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

async function waitUntilReady(bin: string, port: number): Promise<void> {
  const args = ["-q", "-h", "127.0.0.1", "-p", String(port)];
  for (let tries = 0; tries < START_TRIES; tries++) {
    if ((await new Deno.Command(`${bin}/pg_isready`, { args }).output()).success) return;
    await delay(TRY_EVERY_MS);
  }
  throw new Error(`The test server on port ${port} did not start`);
}

/**
 * Ends the server and deletes its folder when standard input closes. It is not a child of ours,
 * because Deno kills those at its end.
 */
const KEEPER = `dir=$1; shift
exec 3<&0
(
  trap '' INT TERM
  "$@" >"$dir/log" 2>&1 </dev/null 3<&- &
  server=$!
  cat <&3 >/dev/null
  kill -QUIT $server; wait $server; rm -rf "$dir"
) </dev/null >/dev/null 2>&1 &`;

async function startServer(bin: string, directory: string): Promise<Cluster> {
  const port = findFreePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${directory}`,
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "log_line_prefix=%m [%p] %q%u@%d ",
    "autovacuum=off",
    "shared_preload_libraries=postgis-3", // otherwise each connection loads it again
  ].flatMap((setting) => ["-c", setting]);
  const server = asPostgres([
    `${bin}/postgres`,
    "-D",
    `${directory}/data`,
    "-p",
    String(port),
    ...settings,
  ]);
  const keeper = new Deno.Command("sh", {
    args: ["-c", KEEPER, "keeper", directory, ...server],
    stdin: "piped",
  })
    .spawn();
  await waitUntilReady(bin, port);
  return {
    adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await keeper.stdin.close();
      while (existsSync(directory)) await delay(TRY_EVERY_MS);
    },
  };
}

async function makeDirectory(): Promise<{ bin: string; directory: string }> {
  const bin = await findPostgresBin();
  if (!bin) {
    throw new Error(
      "PostgreSQL is not installed (on Debian: apt-get install postgresql-15 postgresql-15-postgis-3)",
    );
  }
  const directory = await Deno.makeTempDir({ prefix: "fuel-test-" });
  if (Deno.uid() === 0) await run(["chown", "postgres:", directory]);
  return { bin, directory };
}

/**
 * Creates and starts a server in about a second. It does not protect data from a power cut, which
 * makes it fast.
 */
export async function startCluster(): Promise<Cluster> {
  const { bin, directory } = await makeDirectory();
  const initdb = [
    "-D",
    `${directory}/data`,
    ..."-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync".split(" "),
  ];
  await run(asPostgres([`${bin}/initdb`, ...initdb]));
  return await startServer(bin, directory);
}

/**
 * Copies a running server and starts the copy as its streaming replica, with a replication slot.
 */
export async function startReplica(primary: Cluster): Promise<Cluster> {
  const { bin, directory } = await makeDirectory();
  const copy = [
    "-d",
    primary.adminUrl,
    "-D",
    `${directory}/data`,
    "--checkpoint=fast",
    "--wal-method=stream",
    "--write-recovery-conf",
    "--create-slot",
    "--slot=jauge_replica",
    "--no-sync",
  ];
  await run(asPostgres([`${bin}/pg_basebackup`, ...copy]));
  return await startServer(bin, directory);
}
