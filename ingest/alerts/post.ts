/** Posts a push message (RFC 8030) to an address that was resolved and checked once. @module */

import { lookup } from "node:dns/promises";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import tls from "node:tls";
// @ts-types="npm:@types/web-push@3.6.4"
import webpush from "web-push";
import type { PushKey } from "../../lib/db/alerts/devices.ts";
import { MESSAGE_TTL_S, type TakenMessage } from "../../lib/db/alerts/outbox.ts";
import { type PushAnswer, toPushAnswer } from "../../lib/domain/push_answers.ts";
import { isPublicIp, toPushHostKind } from "../../lib/platform/push_hosts.ts";

const DNS_TIMEOUT_MS = 5_000;

/**
 * Returns the IP addresses of a host. Throws an error with the code `ENOTFOUND` if the name does
 * not exist.
 */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Resolves a host by the system. `Deno.resolveDns` does not distinguish a failing server from a
 * name without addresses.
 */
export async function resolveHost(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** The IP addresses of a push service, or why a message may not or cannot be sent there. */
export type PushRoute = string[] | PushAnswer;

/** Finds the addresses for an endpoint. `ownHosts` is the setting `PUSH_HOSTS`. */
export async function findRoute(
  url: URL,
  { resolve, ownHosts }: { resolve: Resolve; ownHosts: readonly string[] },
): Promise<PushRoute> {
  const kind = toPushHostKind(url, ownHosts);
  if (kind === null) return "unknown host";
  const waiting = new AbortController();
  try {
    const tooLate = delay(DNS_TIMEOUT_MS, null, { signal: waiting.signal });
    const ips = await Promise.race([resolve(toHost(url)), tooLate]);
    if (!ips?.length) return "DNS failure";
    return kind === "own" || ips.every(isPublicIp) ? ips : "private address";
  } catch (error) {
    return (error as { code?: string }).code === "ENOTFOUND" ? "no such name" : "DNS failure";
  } finally {
    waiting.abort();
  }
}

/** Returns the host in the form that sockets expect: an IPv6 address without brackets. */
function toHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Connects to one of the addresses. Checks the certificate against the name. */
function connect(url: URL, ips: readonly string[]): net.Socket {
  const isSecure = url.protocol === "https:";
  const addresses = ips.map((address) => ({ address, family: net.isIP(address) }));
  const target: net.TcpNetConnectOpts = {
    host: toHost(url),
    port: Number(url.port || (isSecure ? 443 : 80)),
    lookup: (_host, _options, done) => done(null, addresses),
  };
  return isSecure ? tls.connect(target) : net.connect(target);
}

/**
 * Turns a message into a request: encrypted, and signed with the key of this service. Throws if the
 * keys of the device are unusable.
 */
function toRequest({ endpoint, keys, ruleId, payload }: TakenMessage, { key, subject }: Sender) {
  return webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
    vapidDetails: { subject, publicKey: key.publicKey, privateKey: key.privateKey },
    TTL: MESSAGE_TTL_S,
    topic: ruleId,
    urgency: "normal",
    contentEncoding: "aes128gcm",
  });
}

/** The key and the operator's address (`subject`) of the sender, and how long posting may take. */
type Sender = { key: PushKey; subject: string; timeoutMs: number };

/** The outcome of a message; `retryAfter` is the header of the response, or null. */
type Posted = { answer: PushAnswer; retryAfter: string | null };

/**
 * Posts a message to a push service. Does not follow redirects and does not read the body of the
 * response.
 */
export async function postMessage(
  message: TakenMessage,
  route: PushRoute,
  sender: Sender,
): Promise<Posted> {
  if (!Array.isArray(route)) return { answer: route, retryAfter: null };
  let details: ReturnType<typeof toRequest>;
  try {
    details = toRequest(message, sender);
  } catch {
    return { answer: "bad keys", retryAfter: null };
  }
  const { method, headers, body } = details;
  const url = new URL(message.endpoint);
  const signal = AbortSignal.timeout(sender.timeoutMs);
  try {
    // `https.request` would need a permission that the service does not have.
    const request = http.request({
      method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      signal,
      createConnection: () => connect(url, route),
    });
    request.end(body);
    const [response] = await once(request, "response", { signal }) as [http.IncomingMessage];
    response.destroy();
    return {
      answer: toPushAnswer(response.statusCode!),
      retryAfter: response.headers["retry-after"] ?? null,
    };
  } catch {
    return { answer: signal.aborted ? "timeout" : "no connection", retryAfter: null };
  }
}
