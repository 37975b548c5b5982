/**
 * Makes the public error of anything thrown, and its response in the one error shape of the API.
 *
 * @module
 */

import { DomainError, type ErrorCode, ERRORS, RETRY_AFTER_S } from "../domain/errors.ts";
import { isUnavailable } from "../db/db.ts";
import type { HeaderRecord } from "./headers.ts";

/**
 * How long the refusal of a busy service waits: a client that retries at once takes nothing from
 * the others.
 */
export const BUSY_WAIT_MS = 1_000;

/** The part of a failure that a caller may see. */
type PublicError = { code: ErrorCode; status: number; message: string };

/**
 * The public part of anything thrown: a DomainError as it is; a database that cannot be reached as
 * SERVICE_UNAVAILABLE; all else is a bug, INTERNAL_ERROR, whose message has only the request id.
 */
export function toPublicError(error: unknown, requestId: string): PublicError {
  if (error instanceof DomainError) {
    return { code: error.code, status: error.status, message: error.message };
  }
  if (isUnavailable(error)) {
    return publicError(
      "SERVICE_UNAVAILABLE",
      "The database cannot be reached at the moment; try again later",
    );
  }
  return publicError("INTERNAL_ERROR", `Internal error; request id ${requestId}`);
}

/** A public error of a code with its status. */
export function publicError(code: ErrorCode, message: string): PublicError {
  return { code, status: ERRORS[code].status, message };
}

/**
 * The response of an error: `{ "error": { code, message } }`, never stored. `headers` are added to
 * it.
 */
export function errorResponse(error: PublicError, headers: HeaderRecord = {}): Response {
  const { code, status, message } = error;
  const own: HeaderRecord = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  if (status === 503) own["retry-after"] = String(RETRY_AFTER_S);
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: { ...own, ...headers },
  });
}

/** The refusal of a path that does not exist. */
export function unknownPathResponse(path: string): Response {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return errorResponse(publicError("NOT_FOUND", `Nothing is at ${shown}; see /docs`));
}

/** The refusal of a path that is not percent-encoded. */
export function undecodableResponse(): Response {
  return errorResponse(publicError("INVALID_PARAMETER", "The path is not valid percent-encoding"));
}

/** The closed table of errors, by status, for documents. */
export function errorRows(): { code: string; status: number; description: string }[] {
  return Object.entries(ERRORS).map(([code, { status, description }]) => ({
    code,
    status,
    description,
  }));
}
