/**
 * A TCP proxy that can stop forwarding while connections stay open, like a network that failed
 * silently.
 *
 * @module
 */

export type TcpProxy = {
  port: number;
  /** Resolves at the first connection. */
  used: Promise<void>;
  /**
   * Holds back the bytes of either side from now on. New connections are accepted and get nothing.
   */
  freeze(): void;
  /** Forwards again, starting with the held bytes. */
  thaw(): void;
  close(): Promise<void>;
};

/** Starts a proxy in front of a port of this machine. `port` 0 takes a free one. */
export function startTcpProxy(target: Deno.ConnectOptions, port = 0): TcpProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  const open = new Set<Deno.Conn>();
  const used = Promise.withResolvers<void>();
  let flowing = Promise.withResolvers<void>();
  flowing.resolve();

  async function forward(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const bytes = new Uint8Array(65_536);
    try {
      for (let count = await from.read(bytes); count !== null; count = await from.read(bytes)) {
        await flowing.promise;
        for (let at = 0; at < count;) at += await to.write(bytes.subarray(at, count));
      }
    } catch { /* one of the two is gone */ }
    for (const connection of [from, to]) end(connection);
  }

  function end(connection: Deno.Conn): void {
    if (open.delete(connection)) connection.close();
  }

  async function accept(client: Deno.Conn): Promise<void> {
    open.add(client);
    used.resolve();
    await flowing.promise;
    const server = await Deno.connect(target);
    open.add(server);
    await Promise.all([forward(client, server), forward(server, client)]);
  }

  const serving = (async () => {
    const connections: Promise<void>[] = [];
    for await (const client of listener) connections.push(accept(client).catch(() => end(client)));
    await Promise.all(connections);
  })();
  return {
    port: listener.addr.port,
    used: used.promise,
    freeze() {
      flowing = Promise.withResolvers();
    },
    thaw: () => flowing.resolve(),
    async close() {
      flowing.resolve();
      try {
        listener.close();
      } catch { /* closed before */ }
      for (const connection of open) end(connection);
      await serving;
    },
  };
}

/** Runs `work` with the URL of a database behind a proxy that can become silent. */
export async function withProxy(
  url: string,
  work: (proxy: TcpProxy, url: string) => Promise<void>,
): Promise<void> {
  const through = new URL(url);
  const proxy = startTcpProxy({ hostname: through.hostname, port: Number(through.port) });
  through.host = `127.0.0.1:${proxy.port}`;
  await work(proxy, through.href).finally(() => proxy.close());
}
