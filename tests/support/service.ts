/** Runs the whole service as a process of its own. @module */

import { type Running, type StartOptions, startProgram } from "./process.ts";

/** Where the service listens, as it says itself. */
export async function findOrigin(service: Running): Promise<string> {
  for (let line = await service.nextLine(); line !== null; line = await service.nextLine()) {
    const url = /state\s+(http:\S+)\/readyz/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error(`The service did not start:\n${(await service.end()).stderr}`);
}

/** Runs the service on a free port, which `work` may end itself; it is gone afterwards. */
export async function withService(
  env: Record<string, string>,
  work: (service: Running, origin: string) => Promise<void>,
  options: StartOptions = {},
): Promise<void> {
  const service = startProgram(["serve.ts"], { PORT: "0", REST_LIMIT: "0", ...env }, options);
  const origin = await findOrigin(service);
  // read all the while: a service whose output nobody reads stands still when the pipe is full
  const ended = service.end();
  try {
    await work({ ...service, end: () => ended }, origin);
  } finally {
    try {
      service.kill("SIGKILL");
    } catch { /* it has ended */ }
    await ended;
  }
}
