/**
 * Asks servers on this machine lists of questions over a few kept connections, as fast as they answer; a process of its own,
 * so that its work is not counted as the server's. Reads `{ port, paths }` from each line of standard input and answers the
 * milliseconds that 99 in 100 did not exceed.
 *
 * @module
 */

const CONNECTIONS = 8;

const decoder = new TextDecoder("latin1");
const encoder = new TextEncoder();

/** A connection and what is read from it. */
type Line = { connection: Deno.TcpConn; buffer: Uint8Array };

async function connect(port: number): Promise<Line> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay(true);
  return { connection, buffer: new Uint8Array(256 * 1024) };
}

/** Asks one question and reads one whole answer: head and content-length. */
async function ask({ connection, buffer }: Line, path: string): Promise<void> {
  const head = `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\nuser-agent: bench\r\n\r\n`;
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

async function load(lines: Line[], paths: string[]): Promise<number> {
  const waits: number[] = [];
  let at = 0;
  await Promise.all(lines.map(async (line) => {
    while (at < paths.length) {
      const path = paths[at++]!;
      const askedAt = performance.now();
      await ask(line, path);
      waits.push(performance.now() - askedAt);
    }
  }));
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)]!;
}

const kept = new Map<number, Line[]>();

async function linesTo(port: number): Promise<Line[]> {
  let lines = kept.get(port);
  if (!lines) kept.set(port, lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(port))));
  return lines;
}

let unread = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const jobs = (unread + chunk).split("\n");
  unread = jobs.pop()!;
  for (const job of jobs) {
    const { port, paths } = JSON.parse(job);
    console.log(await load(await linesTo(port), paths));
  }
}
for (const { connection } of [...kept.values()].flat()) connection.close();
