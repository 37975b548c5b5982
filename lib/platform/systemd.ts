/**
 * Reports to systemd that the service is up and then that its event loop still turns; silence has
 * it restarted.
 *
 * @module
 */

import type { Log } from "./log.ts";

/** Where systemd listens, and how long it bears silence; null: it does not watch. */
export type Systemd = { socket: string; watchdogMs: number | null };

/**
 * Reads what systemd sets (sd_notify(3)); null when it did not start the process, or does not wait
 * for reports.
 */
export function readSystemd(env: (name: string) => string | undefined): Systemd | null {
  const socket = env("NOTIFY_SOCKET");
  const watchdogUs = Number(env("WATCHDOG_USEC"));
  return socket ? { socket, watchdogMs: watchdogUs > 0 ? watchdogUs / 1000 : null } : null;
}

/**
 * Reports that the service is up and, at half the watchdog's time, that it still is. A failure is
 * logged.
 */
export function notifySystemd(
  { socket, watchdogMs }: Systemd,
  { dataDir, log }: { dataDir: string; log: Log },
): void {
  const warn = (error: unknown) => log.warn("systemd cannot be notified", { socket, error });
  try {
    // instances may share the folder
    const path = `${dataDir}/notify-${Deno.pid}.sock`;
    const sender = Deno.listenDatagram({ transport: "unixpacket", path });
    Deno.removeSync(path); // only receiving takes a name
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
