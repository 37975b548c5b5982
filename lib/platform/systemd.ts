/**
 * Reports to systemd that the service is up, and then regularly that its event loop works. systemd
 * restarts a silent service.
 *
 * @module
 */

import type { Log } from "./log.ts";

/**
 * The socket of systemd, and the time after which silence makes it restart the service; null if it
 * does not watch.
 */
export type Systemd = { socket: string; watchdogMs: number | null };

/**
 * Reads the variables of systemd (sd_notify(3)). Returns null if it did not start the process or
 * does not expect reports.
 */
export function readSystemd(env: (name: string) => string | undefined): Systemd | null {
  const socket = env("NOTIFY_SOCKET");
  const watchdogUs = Number(env("WATCHDOG_USEC"));
  return socket ? { socket, watchdogMs: watchdogUs > 0 ? watchdogUs / 1000 : null } : null;
}

/** Reports that the service is up, and repeats that at half the watchdog's time. Logs failures. */
export function notifySystemd(
  { socket, watchdogMs }: Systemd,
  { dataDir, log }: { dataDir: string; log: Log },
): void {
  const warn = (error: unknown) => log.warn("systemd cannot be notified", { socket, error });
  try {
    // Instances may share the folder.
    const path = `${dataDir}/notify-${Deno.pid}.sock`;
    const sender = Deno.listenDatagram({ transport: "unixpacket", path });
    Deno.removeSync(path); // Only receiving needs a name.
    const send = (text: string) =>
      sender.send(new TextEncoder().encode(text), { transport: "unixpacket", path: socket }).catch(
        warn,
      );
    send("READY=1");
    if (watchdogMs !== null) Deno.unrefTimer(setInterval(() => send("WATCHDOG=1"), watchdogMs / 2));
  } catch (error) {
    warn(error);
  }
}
