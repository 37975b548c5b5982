/** What the handlers of a request need, and how a failure is put into public words. @module */

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DomainError } from "../domain/errors.ts";
import { type AnswerCache, type Deps, isUnavailable } from "../operations/mod.ts";
import type { Tools } from "./tools.ts";
import type { Log } from "../platform/log.ts";

/** The process's parts, shared by all requests. */
export type McpParts = {
  deps: Deps;
  log: Log;
  cache: AnswerCache;
  tools: Tools;
};

/** One request: the parts, where the service is reached, and the id that its log lines carry. */
export type McpContext = McpParts & { origin: string; requestId: string };

/** What a caller may be told of a failure. */
export type Refusal = { code: DomainError["code"]; message: string };

/** A failure in public words. What the caller did not cause is logged, and only the request id of it is told. */
export function toRefusal(error: unknown, { log, requestId }: McpContext): Refusal {
  if (error instanceof DomainError) {
    const { code, message } = error;
    return code === "SERVICE_UNAVAILABLE" ? { code, message: `${message}. Try again in a minute.` } : { code, message };
  }
  if (isUnavailable(error)) {
    log.warn("The database is away", { requestId, error });
    return { code: "SERVICE_UNAVAILABLE", message: "The database is away for the moment. Try again in a minute." };
  }
  log.error("An MCP call failed", { requestId, error });
  return { code: "INTERNAL_ERROR", message: `Something failed on our side (request ${requestId}); it was logged.` };
}

/** The JSON-RPC error for bad params of a protocol method. */
export function badParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/**
 * A handler whose failures are told in public words: the SDK would send the message of whatever was thrown.
 * Errors of the protocol pass as they are.
 */
export function guarded<P, R>(context: McpContext, handle: (params: P) => R | Promise<R>) {
  return async (request: { params?: unknown }): Promise<R> => {
    try {
      return await handle(request.params as P);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const { message } = toRefusal(error, context);
      throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
  };
}
