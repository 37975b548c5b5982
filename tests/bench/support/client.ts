/**
 * Asks the requests of a file over some connections for some seconds and prints what `load.lua` prints: for machines without
 * wrk. Arguments: port, connections, seconds, file, and how many requests each client asks (0: one client).
 *
 * @module
 */

const [port = 0, connections = 1, seconds = 1] = Deno.args.slice(0, 3).map(Number);
const file = Deno.args[3]!;
const asks = Number(Deno.args[4] ?? 0);
const [encoder, decoder] = [new TextEncoder(), new TextDecoder("latin1")];
const START = 11 + Math.floor(Date.now() / 1000) % 64;

function toRequest(line: string): string {
  const [method, path, body = "", ...headers] = line.split("\t");
  const fields = [`${method} ${path} HTTP/1.1`, "Host: localhost"];
  if (asks > 0) fields.push("X-Forwarded-For: @");
  if (body !== "") fields.push(`Content-Length: ${encoder.encode(body).length}`);
  for (let i = 0; i + 1 < headers.length; i += 2) fields.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${fields.join("\r\n")}\r\n\r\n${body}`;
}

const requests = (await Deno.readTextFile(file)).trimEnd().split("\n").map(toRequest);
const waits: number[] = [];
let [asked, failed] = [0, 0];

function next(): string {
  const text = requests[asked % requests.length]!;
  const client = Math.floor(asked++ / Math.max(1, asks));
  return asks === 0
    ? text
    : text.replace("@", `${START}.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`);
}

const LAST_CHUNK = encoder.encode("0\r\n\r\n");

/** Asks one question and reads one whole answer: its head, and the length that it names, or chunks up to the last. */
async function ask(connection: Deno.TcpConn, buffer: Uint8Array): Promise<void> {
  await connection.write(encoder.encode(next()));
  let [read, end, isChunked] = [0, Infinity, false];
  while (read < end) {
    const count = await connection.read(buffer.subarray(read));
    if (count === null) throw new Error("The server closed the connection");
    read += count;
    if (isChunked && LAST_CHUNK.every((byte, i) => buffer[read - LAST_CHUNK.length + i] === byte)) end = read;
    if (isChunked || end !== Infinity) continue;
    const head = decoder.decode(buffer.subarray(0, Math.min(read, 4096)));
    const headEnd = head.indexOf("\r\n\r\n");
    if (headEnd < 0) continue;
    if (!/^HTTP\/1.1 [23]/.test(head)) failed += 1;
    isChunked = /transfer-encoding: chunked/i.test(head);
    if (!isChunked) end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    else if (LAST_CHUNK.every((byte, i) => buffer[read - LAST_CHUNK.length + i] === byte)) end = read;
  }
}

async function work(untilMs: number): Promise<void> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay(true);
  const buffer = new Uint8Array(1024 * 1024);
  while (performance.now() < untilMs) {
    const askedAtMs = performance.now();
    await ask(connection, buffer);
    waits.push((performance.now() - askedAtMs) * 1000);
  }
}

const beganMs = performance.now();
await Promise.all(Array.from({ length: connections }, () => work(beganMs + seconds * 1000)));
waits.sort((a, b) => a - b);
const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
console.log(`RESULT ${waits.length} ${(performance.now() - beganMs) * 1000} ${at(0.5)} ${at(0.99)} ${failed}`);
