/**
 * Runs a push service (RFC 8030) on 127.0.0.1 that misbehaves on demand. It reads the messages (RFC
 * 8291, RFC 8188) and checks their senders (RFC 8292) with separate code, as a browser and its push
 * service would.
 *
 * @module
 */

import { deepEqual } from "./assert.ts";
import { Buffer } from "node:buffer";
import { setTimeout as delay } from "node:timers/promises";

/** How the service responds. It stores a message for `created`, `held` and `unheard`. */
export type PushAnswer =
  | { kind: "created" }
  | { kind: "status"; status: number; retryAfter?: string; body?: string }
  | { kind: "redirect"; to: string }
  /** A success with an unknown status and headers, and an endless body. */
  | { kind: "rubbish" }
  /** The message is stored, and the response is sent when the promise of `until` resolves. */
  | { kind: "held"; until(): Promise<unknown> }
  /** The message is stored, and there is no response until the service stops. */
  | { kind: "unheard" }
  /** No response until the service stops. */
  | { kind: "silence" };

/** A subscription, as a browser's `PushSubscription.toJSON()` returns it. */
export type PushSubscriptionJson = { endpoint: string; keys: { p256dh: string; auth: string } };

/**
 * A message as its receiver sees it. `data` is the decrypted text, `publicKey` the sender's key in
 * base64url.
 */
export type PushMessage = {
  endpoint: string;
  data: string;
  ttlS: number;
  topic: string | null;
  urgency: string | null;
  publicKey: string;
  subject: string;
};

export type PushService = {
  url: string;
  /** Creates a receiver. With a `serverKey` it only accepts messages of that sender. */
  createSubscription(options?: { serverKey?: string }): Promise<PushSubscriptionJson>;
  /**
   * Messages that wait for their receivers. A message replaces an older one with the same topic.
   */
  messages: PushMessage[];
  /** Every stored message, including those that were replaced. */
  received: PushMessage[];
  /** Every response to a known receiver, in order; the status is null if there was none. */
  answered: { endpoint: string; answer: PushAnswer; status: number | null }[];
  /** The number of requests, and the largest number in progress at once. */
  counts: { requests: number; inProgress: number; most: number; lost: number };
  /** Why requests were rejected: a bad signature, an unreadable body, and the like. */
  faults: string[];
  /** Responses to the next requests, in order. The last one is repeated. */
  answer(...answers: PushAnswer[]): void;
  stop(): Promise<void>;
};

type Receiver = {
  keys: CryptoKeyPair;
  publicBytes: Uint8Array;
  auth: Uint8Array;
  serverKey?: string;
};

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const MAX_BYTES = 4_096;
const DAY_S = 86_400;
const encoder = new TextEncoder();

function encodeBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "base64url"));
}

async function hkdf(
  ikm: Uint8Array,
  salt: Uint8Array,
  { info, bytes }: { info: Uint8Array; bytes: number },
) {
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(ikm), "HKDF", false, [
    "deriveBits",
  ]);
  const params = {
    name: "HKDF",
    hash: "SHA-256",
    salt: Uint8Array.from(salt),
    info: Uint8Array.from(info),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, 8 * bytes));
}

function join(...parts: (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => [...typeof part === "string" ? encoder.encode(part) : part]),
  );
}

/** Returns the text of a body with one record, by RFC 8188 with the keys of RFC 8291. */
async function decrypt(body: Uint8Array, { keys, publicBytes, auth }: Receiver): Promise<string> {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body[20]!;
  const senderBytes = Uint8Array.from(body.subarray(21, keyEnd));
  const record = Uint8Array.from(body.subarray(keyEnd));
  if (record.length > new DataView(body.buffer, body.byteOffset).getUint32(16)) {
    throw new Error("more than one record");
  }
  const sender = await crypto.subtle.importKey("raw", senderBytes, CURVE, false, []);
  const secret = new Uint8Array(
    await crypto.subtle.deriveBits({ name: "ECDH", public: sender }, keys.privateKey, 256),
  );
  const ikm = await hkdf(secret, auth, {
    info: join("WebPush: info\0", publicBytes, senderBytes),
    bytes: 32,
  });
  const cek = await hkdf(ikm, salt, { info: join("Content-Encoding: aes128gcm\0"), bytes: 16 });
  const iv = await hkdf(ikm, salt, { info: join("Content-Encoding: nonce\0"), bytes: 12 });
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(cek), "AES-GCM", false, [
    "decrypt",
  ]);
  const padded = new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv: Uint8Array.from(iv) }, key, record),
  );
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the last record does not end with 2");
  return new TextDecoder("utf-8", { fatal: true }).decode(padded.subarray(0, end));
}

/** Returns key and subject of the sender, by RFC 8292. Throws if the signature is wrong. */
async function checkSender(
  req: Request,
  origin: string,
): Promise<{ publicKey: string; subject: string }> {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(
    req.headers.get("authorization") ?? "",
  ) ??
    [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("raw", decodeBase64Url(publicKey), curve, false, [
    "verify",
  ]);
  const signed = Uint8Array.from(encoder.encode(`${head}.${claims}`));
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  if (!await crypto.subtle.verify(algorithm, key, decodeBase64Url(signature), signed)) {
    throw new Error("bad signature");
  }
  const toJson = (text: string) => JSON.parse(new TextDecoder().decode(decodeBase64Url(text)));
  const { alg } = toJson(head);
  const { aud, exp, sub } = toJson(claims);
  const leftS = exp - Date.now() / 1000;
  if (alg !== "ES256" || aud !== origin) {
    throw new Error(`wrong algorithm ${alg} or audience ${aud}`);
  }
  if (!(leftS > 0 && leftS <= DAY_S)) throw new Error(`the token ends in ${leftS} s`);
  if (!/^(mailto:.+@|https:\/\/)/.test(sub)) {
    throw new Error(`the subject ${sub} is not an address`);
  }
  return { publicKey, subject: sub };
}

/** Checks a request and returns its message. Throws if a push service would reject it. */
async function readMessage(req: Request, receiver: Receiver, origin: string): Promise<PushMessage> {
  const sender = await checkSender(req, origin);
  if (receiver.serverKey && receiver.serverKey !== sender.publicKey) {
    throw new Error("the key of another sender");
  }
  const ttl = req.headers.get("ttl") ?? "";
  const topic = req.headers.get("topic");
  if (!/^\d+$/.test(ttl)) throw new Error(`the TTL is ${JSON.stringify(ttl)}`);
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) throw new Error(`the topic is ${topic}`);
  if (req.headers.get("content-encoding") !== "aes128gcm") throw new Error("another encoding");
  const body = await req.bytes();
  if (body.length > MAX_BYTES) throw new Error(`a body of ${body.length} bytes`);
  const data = await decrypt(body, receiver);
  return {
    endpoint: req.url,
    data,
    ttlS: Number(ttl),
    topic,
    urgency: req.headers.get("urgency"),
    ...sender,
  };
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await delay(1);
      controller.enqueue(crypto.getRandomValues(new Uint8Array(1_024)));
    },
  });
}

function toResponse(answer: PushAnswer, origin: string): Response {
  switch (answer.kind) {
    case "status": {
      const headers = new Headers(answer.retryAfter ? { "retry-after": answer.retryAfter } : {});
      return new Response(answer.body ?? "A secret of the push service", {
        status: answer.status,
        headers,
      });
    }
    case "redirect":
      return new Response(null, { status: 307, headers: { location: answer.to } });
    case "rubbish":
      return new Response(endless(), {
        status: 299,
        headers: { "content-type": "?", "retry-after": "never" },
      });
    default:
      return new Response(null, {
        status: 201,
        headers: { location: `${origin}/message/${crypto.randomUUID()}` },
      });
  }
}

async function createReceiver(serverKey: string | undefined): Promise<Receiver> {
  const keys = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
  const publicBytes = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  const auth = crypto.getRandomValues(new Uint8Array(16));
  return { keys, publicBytes, auth, serverKey };
}

/** Starts a push service on a free port of 127.0.0.1. `hostname` is the host of its addresses. */
export function startPushService({ hostname = "127.0.0.1" } = {}): PushService {
  const receivers = new Map<string, Receiver>();
  const stopping = new AbortController();
  const messages: PushMessage[] = [];
  const received: PushMessage[] = [];
  const faults: string[] = [];
  const answered: PushService["answered"] = [];
  const counts = { requests: 0, inProgress: 0, most: 0, lost: 0 };
  let answers: PushAnswer[] = [{ kind: "created" }];

  function store(message: PushMessage): void {
    received.push(message);
    const { topic, endpoint } = message;
    const at = messages.findIndex((other) =>
      topic !== null && other.topic === topic && other.endpoint === endpoint
    );
    if (at >= 0) messages.splice(at, 1);
    messages.push(message);
  }

  async function handle(req: Request): Promise<Response> {
    const receiver = receivers.get(new URL(req.url).pathname);
    if (req.method !== "POST" || !receiver) return new Response(null, { status: 404 });
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer.kind === "created" || answer.kind === "held" || answer.kind === "unheard") {
      try {
        store(await readMessage(req, receiver, service.url));
      } catch (error) {
        faults.push((error as Error).message);
        return new Response(null, { status: 400 });
      }
    }
    const endpoint = `${service.url}${new URL(req.url).pathname}`;
    if (answer.kind === "held") await answer.until();
    if (answer.kind === "unheard" || answer.kind === "silence") {
      answered.push({ endpoint, answer, status: null });
      await new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
    }
    const response = toResponse(answer, service.url);
    // A sender that has given up does not learn that its message was accepted.
    if (req.signal.aborted) counts.lost++;
    answered.push({ endpoint, answer, status: response.status });
    return response;
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (req) => {
    counts.requests++;
    counts.most = Math.max(counts.most, ++counts.inProgress);
    return await handle(req).finally(() => counts.inProgress--);
  });

  const service: PushService = {
    messages,
    received,
    faults,
    answered,
    counts,
    url: `http://${hostname}:${server.addr.port}`,
    async createSubscription({ serverKey } = {}) {
      const receiver = await createReceiver(serverKey);
      const path = `/push/${crypto.randomUUID()}`;
      receivers.set(path, receiver);
      const p256dh = encodeBase64Url(receiver.publicBytes);
      const auth = encodeBase64Url(receiver.auth);
      return { endpoint: `${service.url}${path}`, keys: { p256dh, auth } };
    },
    answer: (...next) => answers = next,
    async stop() {
      stopping.abort();
      await server.shutdown();
    },
  };
  return service;
}

/** Runs `work` with a push service. Fails if a request to it violated the protocol. */
export async function withPush(work: (push: PushService) => Promise<void>): Promise<void> {
  const push = startPushService();
  await work(push).finally(push.stop);
  deepEqual(push.faults, []);
}
