/**
 * Starts a real HAProxy and a real Caddy with the files of deploy/ in front of services.
 *
 * @module
 */

import { findFreePort, untilListening } from "./cluster.ts";

const DEPLOY = new URL("../../deploy/", import.meta.url).pathname;

type Stoppable = { stop(): Promise<void> };

async function start(
  program: string,
  options: { args: string[]; env: Record<string, string>; port: number },
) {
  const { args, env, port } = options;
  const child = new Deno.Command(program, { args, env, stdout: "null", stderr: "piped" }).spawn();
  const output = new Response(child.stderr).text();
  const stop = async () => {
    child.kill("SIGKILL");
    await child.status;
    return await output;
  };
  await untilListening(port, program).catch(async (error) => {
    throw new Error(`${error.message}:\n${await stop()}`);
  });
  return stop;
}

/**
 * Starts the shipped HAProxy in front of one or two services. It takes the client's address from
 * `X-Forwarded-For`, as Caddy sends it.
 */
export async function startHaproxy(
  first: string,
  second?: string,
): Promise<Stoppable & { port: number }> {
  const port = findFreePort();
  const servers = {
    FIRST: new URL(first).host,
    SECOND: second ? new URL(second).host : `127.0.0.1:${findFreePort()}`,
  };
  const env = { LISTEN: `127.0.0.1:${port}`, ...servers };
  const stop = await start("/usr/sbin/haproxy", {
    args: ["-db", "-f", `${DEPLOY}haproxy.cfg`],
    env,
    port,
  });
  return { port, stop: async () => void await stop() };
}

/**
 * A running Caddy: its ports, the certificate of its authority, and its whole log after it was
 * stopped.
 */
export type Caddy = {
  httpPort: number;
  httpsPort: number;
  authority: string;
  stop(): Promise<string>;
};

/**
 * Starts the shipped Caddy for `localhost`, with its own authority, in front of a server. Only its
 * ports differ.
 */
export async function startCaddy(port: number): Promise<Caddy> {
  const folder = await Deno.makeTempDir({ prefix: "fuel-caddy-" });
  const httpPort = findFreePort();
  const httpsPort = findFreePort();
  const shipped = await Deno.readTextFile(`${DEPLOY}Caddyfile`);
  const here =
    `admin off\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}`;
  await Deno.writeTextFile(`${folder}/Caddyfile`, shipped.replace("{\n", `{\n\t${here}\n`));
  const env = {
    DOMAIN: "localhost",
    PROXY: `127.0.0.1:${port}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const args = ["run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"];
  const kill = await start("/usr/bin/caddy", { args, env, port: httpsPort });
  const stop = async () => {
    const output = await kill();
    await Deno.remove(folder, { recursive: true });
    return output;
  };
  return { httpPort, httpsPort, authority: `${folder}/caddy/pki/authorities/local/root.crt`, stop };
}
