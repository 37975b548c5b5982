/** The context of an MCP request, and the public messages of its failures. @module */

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { type BusyError, DomainError } from "../domain/errors.ts";
import type { Backend } from "../operations/operation.ts";
import { isUnavailable } from "../db/db.ts";
import type { Log } from "../platform/log.ts";

/** One request and the parts of the process that handle it. */
export type McpContext = {
  backend: Backend;
  log: Log;
  toOrigin(): string;
  requestId: string;
  /**
   * The params as received. The SDK drops a property named `__proto__`, which must be rejected like
   * any unknown argument.
   */
  params: Record<string, unknown>;
  /**
   * Whether the request uses revision 2026-07-28 or later, which lets the server ask the user
   * questions.
   */
  isNewEra: boolean;
  /**
   * Charges `cost` ordinary requests. Returns false, and the call is rejected, if fewer are left.
   */
  charge(cost: number): boolean;
  /** Why the call was rejected for now, if it was. */
  busy?: BusyError;
};

/**
 * Returns a failure in public words. If the caller did not cause it, logs it and shows only the
 * request ID.
 */
export function toRefusal(
  error: unknown,
  { log, requestId }: McpContext,
): Pick<DomainError, "code" | "message"> {
  if (error instanceof DomainError) {
    const { code, message } = error;
    return code === "SERVICE_UNAVAILABLE"
      ? { code, message: `${message}. Try again in a minute.` }
      : { code, message };
  }
  if (isUnavailable(error)) {
    log.warn("The database is unavailable", { requestId, error });
    return {
      code: "SERVICE_UNAVAILABLE",
      message: "The database is unavailable at the moment. Try again in a minute.",
    };
  }
  log.error("An MCP call failed", { requestId, error });
  return {
    code: "INTERNAL_ERROR",
    message: `Something failed on our side (request ${requestId}); it was logged.`,
  };
}

/** The JSON-RPC error for bad params of a protocol method. */
export function badParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
