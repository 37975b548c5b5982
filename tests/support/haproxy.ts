/** Starts a real HAProxy with the shipped set-up in front of a service. @module */

import { findFreePort, untilListening } from "./cluster.ts";

const SHIPPED = new URL("../../deploy/haproxy.cfg", import.meta.url);

/** A running proxy: its ports, and the file of the certificate that was made for it. */
export type Proxy = { httpPort: number; httpsPort: number; certificate: string; stop(): Promise<void> };

async function run(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdout: "null", stderr: "piped" }).output();
  if (!success) throw new Error(`${program} failed:\n${new TextDecoder().decode(stderr)}`);
}

/** A certificate for localhost, its key, and a file with both. Answers the first's path; the key is beside it. */
export async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate] = [`${folder}/key.pem`, `${folder}/certificate.pem`];
  await run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
    ...["-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", certificate],
  ]);
  const text = await Deno.readTextFile(certificate);
  await Deno.mkdir(`${folder}/certs`);
  await Deno.writeTextFile(`${folder}/certs/all.pem`, text + await Deno.readTextFile(key));
  return certificate;
}

/** Puts this machine's ports and folders in the place of the container's; each must be there, once. */
function substitute(text: string, pairs: [shipped: string, here: string][]): string {
  return pairs.reduce((changed, [shipped, here]) => {
    if (changed.split(shipped).length !== 2) throw new Error(`haproxy.cfg does not say ${shipped} once`);
    return changed.replace(shipped, here);
  }, text);
}

/** The proxy of deploy/haproxy.cfg in front of `origin`: nothing but addresses and folders is another. */
export async function startProxy(origin: string): Promise<Proxy> {
  const folder = await Deno.makeTempDir({ prefix: "fuel-proxy-" });
  const certificate = await makeCertificate(folder);
  const [httpPort, httpsPort] = [findFreePort(), findFreePort()];
  const config = substitute(await Deno.readTextFile(SHIPPED), [
    ["bind :8080", `bind 127.0.0.1:${httpPort}`],
    ["bind :8443 ssl crt /certs/", `bind 127.0.0.1:${httpsPort} ssl crt ${folder}/certs/`],
    ["server one service:8000", `server one ${new URL(origin).host}`],
  ]);
  await Deno.writeTextFile(`${folder}/haproxy.cfg`, config);
  const args = ["-db", "-f", `${folder}/haproxy.cfg`];
  const proxy = new Deno.Command("/usr/sbin/haproxy", { args, stdout: "null", stderr: "null" }).spawn();
  const stop = async () => {
    proxy.kill("SIGKILL");
    await proxy.status;
    await Deno.remove(folder, { recursive: true });
  };
  await untilListening(httpPort, "HAProxy").catch(async (error) => {
    await stop();
    throw error;
  });
  return { httpPort, httpsPort, certificate, stop };
}
