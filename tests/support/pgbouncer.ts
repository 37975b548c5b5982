/** Starts a real pgbouncer in transaction mode in front of a database. @module */

import { findFreePort, untilListening } from "./cluster.ts";

export type Pooler = { url: string; stop(): Promise<void> };

/**
 * Starts a pooler with `sessions` connections to the server, which its clients share transaction by
 * transaction.
 */
export async function startPooler(databaseUrl: string, sessions: number): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const directory = await Deno.makeTempDir({ prefix: "fuel-pooler-" });
  const port = findFreePort();
  const config = `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
`.replace("* = host", `${target.pathname.slice(1)} = user=${target.username} host`);
  await Deno.writeTextFile(`${directory}/pgbouncer.ini`, config);
  await Deno.chmod(directory, 0o755);
  // pgbouncer does not run as root.
  const args = [...Deno.uid() === 0 ? ["-u", "postgres"] : [], `${directory}/pgbouncer.ini`];
  const pooler = new Deno.Command("/usr/sbin/pgbouncer", { args, stdout: "null", stderr: "null" })
    .spawn();
  await untilListening(port, "pgbouncer");
  target.host = `127.0.0.1:${port}`;
  return {
    url: target.href,
    async stop() {
      pooler.kill("SIGKILL");
      await pooler.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}
