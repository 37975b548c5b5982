/** JSON-RPC at the edge: what is refused before a server is made, and with which code. @module */

/** An id that a request may carry; null stands for one that could not be read. */
export type RpcId = string | number | null;

/** Codes of JSON-RPC 2.0, and ours, which lies outside of its reserved range −32768 … −32000. */
export const RPC = { parse: -32700, invalid: -32600, refused: -32000, rateLimited: 429 } as const;

/** Answers are of one caller; packing them would cost more than making them. */
export const NO_STORE = "no-store, no-transform";

/** A JSON-RPC message that is well-formed by itself. */
export type RpcMessage = { jsonrpc: "2.0"; id?: string | number; method?: string; params?: Record<string, unknown> };

/** A message, or what is wrong with it and the id to echo. */
export type Parsed = { message: RpcMessage } | { fault: string; code: number; id: RpcId };

/** More levels than any request of the protocol has; deeper ones would exhaust the stack of whoever walks them. */
const DEPTH_MAX = 64;

/** An error response. It is never stored. */
export function rpcError(
  status: number,
  error: { code: number; message: string; data?: Record<string, unknown> },
  options: { id?: RpcId; headers?: Record<string, string> } = {},
): Response {
  const body = { jsonrpc: "2.0", id: options.id ?? null, error };
  return Response.json(body, { status, headers: { "cache-control": NO_STORE, ...options.headers } });
}

/** Whether brackets outside of texts are nested deeper than {@link DEPTH_MAX}; looks at the text, so it cannot overflow. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (inText) {
      if (char === 0x5c) i++; // a backslash hides the next character
      else if (char === 0x22) inText = false;
    } else if (char === 0x22) inText = true;
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > DEPTH_MAX) return true;
    } else if (char === 0x5d || char === 0x7d) depth--;
  }
  return false;
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is wrong with a value as a message, or null. */
function findFault(value: Record<string, unknown>): string | null {
  if (value.jsonrpc !== "2.0") return 'expected "jsonrpc": "2.0"';
  if ("id" in value && !isId(value.id)) return "expected an id that is a string or an integer";
  if ("params" in value && !isObject(value.params)) return "expected params to be an object";
  if ("method" in value) return typeof value.method === "string" ? null : "expected method to be a string";
  return "result" in value || "error" in value ? null : "expected a method";
}

/** Reads one message from the text of a body. */
export function parseMessage(json: string): Parsed {
  const invalid = (fault: string, id: RpcId = null): Parsed => ({ fault, code: RPC.invalid, id });
  if (isTooDeep(json)) return invalid(`Invalid request: nested deeper than ${DEPTH_MAX} levels`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { fault: "Parse error: the body is not JSON", code: RPC.parse, id: null };
  }
  if (Array.isArray(value)) return invalid("Invalid request: batches are not supported; send one message per request");
  if (!isObject(value)) return invalid("Invalid request: expected a JSON-RPC message");
  const fault = findFault(value);
  if (fault) return invalid(`Invalid request: ${fault}`, isId(value.id) ? value.id : null);
  return { message: value as RpcMessage };
}
