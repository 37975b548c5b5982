/**
 * Asks a server on this machine a list of questions over a few kept connections, as fast as it answers; a process of its
 * own, so that its work is not counted as the server's. Reads `{ port, paths, connections }` from standard input.
 *
 * @module
 */

const decoder = new TextDecoder("latin1");
const encoder = new TextEncoder();

/** One connection: asks, reads one whole answer (head and content-length), asks again. */
async function ask(port: number, paths: string[], next: () => number): Promise<void> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay(true);
  const buffer = new Uint8Array(256 * 1024);
  for (let at = next(); at < paths.length; at = next()) {
    const head = `GET ${paths[at]} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\nuser-agent: bench\r\n\r\n`;
    await connection.write(encoder.encode(head));
    let read = 0;
    let end = Infinity;
    while (read < end) {
      const count = await connection.read(buffer.subarray(read));
      if (count === null) throw new Error("The server closed the connection");
      read += count;
      if (end !== Infinity) continue;
      const text = decoder.decode(buffer.subarray(0, Math.min(read, 4096)));
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd < 0) continue;
      if (!text.startsWith("HTTP/1.1 200")) throw new Error(text.slice(0, 300));
      end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(text)![1]);
    }
  }
  connection.close();
}

const { port, paths, connections } = await new Response(Deno.stdin.readable).json();
let at = 0;
const began = performance.now();
await Promise.all(Array.from({ length: connections }, () => ask(port, paths, () => at++)));
console.log(JSON.stringify({ seconds: (performance.now() - began) / 1000 }));
