/** The context of an MCP request, and the public words of its failures. @module */

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { type BusyError, DomainError } from "../domain/errors.ts";
import type { Backend } from "../operations/operation.ts";
import { isUnavailable } from "../db/db.ts";
import type { Log } from "../platform/log.ts";

/** One request and the parts of the process that answer it. */
export type McpContext = {
  backend: Backend;
  log: Log;
  toOrigin(): string;
  requestId: string;
  /**
   * The params as they came: the SDK drops a property named `__proto__`, which is to be refused as
   * any unknown argument.
   */
  params: Record<string, unknown>;
  /** Whether it is of revision 2026-07-28 or later, which has questions to a person. */
  isNewEra: boolean;
  /**
   * Counts the request as `cost` ordinary ones; false when fewer are left, and then it is refused.
   */
  charge(cost: number): boolean;
  /** Why the call was refused for now, once it was. */
  busy?: BusyError;
};

/**
 * A failure in public words. One that the caller did not cause is logged, and only its request id
 * is shown.
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
    log.warn("The database is away", { requestId, error });
    return {
      code: "SERVICE_UNAVAILABLE",
      message: "The database is away for the moment. Try again in a minute.",
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
