/** Serves feeds over plain TCP and misbehaves on demand, as no HTTP library would. @module */

import { setTimeout as delay } from "node:timers/promises";

export type Answer =
  /** The bytes with validators, or 304 if the request has matching ones. */
  | { kind: "feed"; bytes: Uint8Array; etag?: string; lastModified?: string }
  | { kind: "status"; status: number; body: string; type?: string }
  /** An HTML page with status 200, as the source sends for days it no longer has. */
  | { kind: "html" }
  /** The first `share` of the bytes with a matching length: a truncated ZIP. */
  | { kind: "truncated"; bytes: Uint8Array; share: number }
  | { kind: "drip"; bytes: Uint8Array; pieceBytes: number; pauseMs: number }
  /** The headers announce more bytes than are sent. */
  | { kind: "wrong_length"; bytes: Uint8Array; announced: number }
  /** The connection is dropped in the middle of the body. */
  | { kind: "reset"; bytes: Uint8Array }
  | { kind: "silence" };

/** A received request, with header names in lower case. */
export type SeenRequest = { method: string; path: string; headers: Record<string, string> };

export type FeedServer = {
  url: string;
  /** Settings of a service that uses this feed, without archives and brands. */
  settings: Record<"FEED_URL" | "ARCHIVE_URL" | "BRANDS_URL", string>;
  requests: SeenRequest[];
  /** Responses to the next requests, in order. The last one is repeated. */
  answer(...answers: Answer[]): void;
  stop(): Promise<void>;
};

const HTML =
  "<!DOCTYPE html>\n<html><head><title>Prix des carburants</title></head><body>Page introuvable</body></html>";
const encoder = new TextEncoder();

function head(status: number, headers: Record<string, string | number>): Uint8Array {
  const lines = Object.entries({ connection: "close", ...headers }).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  return encoder.encode(
    `HTTP/1.1 ${status} ${status < 400 ? "OK" : "Error"}\r\n${lines.join("")}\r\n`,
  );
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

async function readRequest(connection: Deno.Conn): Promise<SeenRequest | null> {
  let text = "";
  const buffer = new Uint8Array(8_192);
  while (!text.includes("\r\n\r\n")) {
    const size = await connection.read(buffer);
    if (size === null) return null;
    text += new TextDecoder().decode(buffer.subarray(0, size));
  }
  const [first, ...lines] = text.split("\r\n\r\n")[0]!.split("\r\n");
  const [method = "", path = ""] = first!.split(" ");
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { method, path, headers: Object.fromEntries(pairs) };
}

async function sendFeed(
  connection: Deno.Conn,
  request: SeenRequest,
  answer: Answer & { kind: "feed" },
): Promise<void> {
  const { bytes, etag, lastModified } = answer;
  const validators = {
    ...(etag ? { etag } : {}),
    ...(lastModified ? { "last-modified": lastModified } : {}),
  };
  const isSame = (etag && request.headers["if-none-match"] === etag) ||
    (!etag && lastModified && request.headers["if-modified-since"] === lastModified);
  if (isSame) return await writeAll(connection, head(304, validators));
  await writeAll(
    connection,
    head(200, { "content-type": "application/zip", "content-length": bytes.length, ...validators }),
  );
  await writeAll(connection, bytes);
}

async function drip(
  connection: Deno.Conn,
  answer: Answer & { kind: "drip" },
  stopped: AbortSignal,
): Promise<void> {
  const { bytes, pieceBytes, pauseMs } = answer;
  await writeAll(connection, head(200, { "content-length": bytes.length }));
  for (let at = 0; at < bytes.length && !stopped.aborted; at += pieceBytes) {
    await writeAll(connection, bytes.subarray(at, at + pieceBytes));
    await delay(pauseMs);
  }
}

async function send(
  connection: Deno.Conn,
  request: SeenRequest,
  answer: Answer,
  stopped: AbortSignal,
): Promise<void> {
  const sendBody = async (
    bytes: Uint8Array,
    headers: Record<string, string | number>,
    status = 200,
  ) => {
    await writeAll(connection, head(status, { "content-length": bytes.length, ...headers }));
    await writeAll(connection, bytes);
  };
  switch (answer.kind) {
    case "feed":
      return await sendFeed(connection, request, answer);
    case "status":
      return await sendBody(encoder.encode(answer.body), {
        "content-type": answer.type ?? "text/html",
      }, answer.status);
    case "html":
      return await sendBody(encoder.encode(HTML), { "content-type": "text/html; charset=utf-8" });
    case "truncated":
      return await sendBody(
        answer.bytes.subarray(0, Math.floor(answer.bytes.length * answer.share)),
        {},
      );
    case "drip":
      return await drip(connection, answer, stopped);
    case "wrong_length":
      return await sendBody(answer.bytes, { "content-length": answer.announced });
    case "reset":
      return await sendBody(answer.bytes.subarray(0, answer.bytes.length / 2), {
        "content-length": answer.bytes.length,
      });
    case "silence":
      return await new Promise((resolve) => stopped.addEventListener("abort", () => resolve()));
  }
}

/** Starts a server on a free port of 127.0.0.1. It returns 404 until a response is set. */
export function startFeedServer(
  first: Answer = { kind: "status", status: 404, body: "Not found" },
): FeedServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const stopping = new AbortController();
  const requests: SeenRequest[] = [];
  let answers = [first];
  const serve = async (connection: Deno.Conn) => {
    try {
      const request = await readRequest(connection);
      if (request === null) return;
      requests.push(request);
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      await send(connection, request, answer, stopping.signal);
    } catch {
      // The client disconnected, which some tests do on purpose.
    } finally {
      try {
        connection.close();
      } catch { /* closed already */ }
    }
  };
  const open = new Set<Promise<void>>();
  const accepting = (async () => {
    for await (const connection of listener) {
      const served = serve(connection).finally(() => open.delete(served));
      open.add(served);
    }
  })();
  const url = `http://127.0.0.1:${listener.addr.port}/feed`;
  return {
    url,
    settings: { FEED_URL: url, ARCHIVE_URL: `${url}/nowhere`, BRANDS_URL: `${url}/nowhere` },
    requests,
    answer: (...next) => answers = next,
    async stop() {
      stopping.abort();
      listener.close();
      await accepting.catch(() => {});
      await Promise.all(open);
    },
  };
}
