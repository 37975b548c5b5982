/**
 * Limits the number of long uncompressed responses in progress: the system may buffer three
 * megabytes for each.
 *
 * @module
 */

import { BusyError } from "../domain/errors.ts";
import type { Config } from "../platform/config.ts";
import { DOWNLOAD_LIMITS } from "../platform/limits.ts";
import { parseNetwork, toClientName } from "./address.ts";

/** The long responses of a process that are in progress. */
export class Downloads {
  readonly #trusted;
  readonly #ofClient = new Map<string, number>();
  #ofAll = 0;

  constructor({ trustedProxies }: Pick<Config, "trustedProxies">) {
    this.#trusted = trustedProxies.map(parseNetwork);
  }

  /**
   * Counts a response until its connection has taken it or is closed. A client that stalls keeps
   * its place. Throws a {@link BusyError} if the client, or all clients together, have too many.
   */
  begin({ req, info }: { req: Request; info: Deno.ServeHandlerInfo }): void {
    const { ofClient, ofAll } = DOWNLOAD_LIMITS;
    const client = toClientName(req, { peer: info.remoteAddr, trusted: this.#trusted });
    const count = this.#ofClient.get(client) ?? 0;
    if (count >= ofClient || this.#ofAll >= ofAll) {
      throw new BusyError(
        "Too many long downloads are in progress; send Accept-Encoding: br or gzip to avoid this " +
          "limit",
      );
    }
    this.#add(client, 1);
    const end = () => this.#add(client, -1);
    info.completed.then(end, end);
  }

  #add(client: string, change: 1 | -1): void {
    this.#ofAll += change;
    const count = (this.#ofClient.get(client) ?? 0) + change;
    if (count === 0) this.#ofClient.delete(client);
    else this.#ofClient.set(client, count);
  }
}
