/**
 * Parses the body of a request as one JSON-RPC message, and writes the errors of invalid ones.
 *
 * @module
 */

import { isTooDeep, MAX_DEPTH } from "../domain/json_depth.ts";
import type { Bodies, BodyFault } from "../platform/transfer/bodies.ts";
import { BODY_LIMITS } from "../platform/limits.ts";

/** The ID of a request; null if it could not be read. */
export type RpcId = string | number | null;

/** Error codes of JSON-RPC 2.0. `refused` is the code it leaves to servers. */
export const RPC = { parse: -32700, invalid: -32600, internal: -32603, refused: -32000 } as const;

/** A response belongs to one caller, and compressing it would cost more than building it. */
export const NO_STORE = "no-store, no-transform";

/** A well-formed JSON-RPC message. */
export type RpcMessage = {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
};

const { one: LIMITS, refused: REFUSED_LIMITS } = BODY_LIMITS;

/** Returns an error response, which is never cached. */
export function rpcError(
  status: number,
  error: { code: number; message: string; data?: Record<string, unknown> },
  options: { id?: RpcId; headers?: Record<string, string> } = {},
): Response {
  const body = { jsonrpc: "2.0", id: options.id ?? null, error };
  return Response.json(body, {
    status,
    headers: { "cache-control": NO_STORE, ...options.headers },
  });
}

/**
 * Returns a temporary rejection with the time to retry. Its code is the HTTP status, outside
 * JSON-RPC's reserved range.
 */
export function refuseForNow(
  status: 429 | 503,
  { id, message, retryAfterS }: { id: RpcId | undefined; message: string; retryAfterS: number },
): Response {
  const error = { code: status, message, data: { retryAfterS } };
  return rpcError(status, error, { id, headers: { "retry-after": String(retryAfterS) } });
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findFault(value: Record<string, unknown>): string | null {
  if (value.jsonrpc !== "2.0") return 'expected "jsonrpc": "2.0"';
  if ("id" in value && !isId(value.id)) return "expected an id that is a string or an integer";
  if ("params" in value && !isObject(value.params)) return "expected params to be an object";
  if ("method" in value) {
    return typeof value.method === "string" ? null : "expected method to be a string";
  }
  return "result" in value || "error" in value ? null : "expected a method";
}

function refuse(fault: string, options: { code?: number; id?: RpcId } = {}): Response {
  return rpcError(400, { code: options.code ?? RPC.invalid, message: fault }, {
    id: options.id ?? null,
  });
}

function parseMessage(json: string): RpcMessage | Response {
  if (isTooDeep(json)) return refuse(`Invalid request: nested deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return refuse("Parse error: the body is not JSON", { code: RPC.parse });
  }
  if (Array.isArray(value)) {
    return refuse("Invalid request: batches are not supported; send one message per request");
  }
  if (!isObject(value)) return refuse("Invalid request: expected a JSON-RPC message");
  const fault = findFault(value);
  if (fault) return refuse(`Invalid request: ${fault}`, { id: isId(value.id) ? value.id : null });
  return value as RpcMessage;
}

function refuseBody(fault: BodyFault): Response {
  if (fault === "too long") {
    return rpcError(413, {
      code: RPC.refused,
      message: `The body is over ${LIMITS.maxBytes} bytes`,
    });
  }
  if (fault === "too slow") {
    return rpcError(408, {
      code: RPC.refused,
      message: `The body did not arrive within ${LIMITS.maxMs / 1000} s`,
    });
  }
  const message = "Too many request bodies are in progress; try again in a second";
  return rpcError(503, { code: RPC.refused, message }, { headers: { "retry-after": "1" } });
}

/**
 * Returns the message in a request's body, or the response that rejects it: 400, 408, 413 or 503,
 * with the ID if it is readable.
 */
export async function readMessage(req: Request, bodies: Bodies): Promise<RpcMessage | Response> {
  try {
    const read = await bodies.read(req, LIMITS);
    return "text" in read ? parseMessage(read.text) : refuseBody(read.fault);
  } catch {
    return refuse("Parse error: the body is incomplete or not UTF-8", { code: RPC.parse });
  }
}

/**
 * Returns the ID of a rejected request, reading only a little of its body for a short time; null if
 * it is not readable.
 */
export async function readRefusedId(req: Request, bodies: Bodies): Promise<RpcId> {
  const read = await bodies.read(req, REFUSED_LIMITS).catch(() => null);
  const message = read && "text" in read ? parseMessage(read.text) : null;
  return message === null || message instanceof Response ? null : message.id ?? null;
}
