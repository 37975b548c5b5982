/**
 * Converts any thrown value to a public error, and writes its response in the API's error shape.
 *
 * @module
 */

import { DomainError, type ErrorCode, ERRORS, RETRY_AFTER_S } from "../domain/errors.ts";
import { isUnavailable } from "../db/db.ts";
import type { HeaderRecord } from "./headers.ts";

/**
 * How long a busy service waits before it rejects a request, so that a client that retries at once
 * takes nothing from the others.
 */
export const BUSY_WAIT_MS = 1_000;

/** The part of a failure that a caller may see. */
type PublicError = { code: ErrorCode; status: number; message: string };

/**
 * Returns the public part of a thrown value: a DomainError unchanged, an unreachable database as
 * SERVICE_UNAVAILABLE. Anything else is a bug, INTERNAL_ERROR, whose message has only the request
 * ID.
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
  return publicError("INTERNAL_ERROR", `Internal error; request ID ${requestId}`);
}

/** Returns a public error with the status of its code. */
export function publicError(code: ErrorCode, message: string): PublicError {
  return { code, status: ERRORS[code].status, message };
}

/**
 * Returns the response of an error, `{ "error": { code, message } }`, which is never cached, with
 * additional `headers`.
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

/** Returns the 404 for a path that does not exist. */
export function unknownPathResponse(path: string): Response {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return errorResponse(publicError("NOT_FOUND", `Path ${shown} does not exist; see /docs`));
}

/** Returns the 400 for a path with invalid percent-encoding. */
export function undecodableResponse(): Response {
  return errorResponse(publicError("INVALID_PARAMETER", "The path is not valid percent-encoding"));
}

/** Returns the closed table of errors, by status, for documents. */
export function errorRows(): { code: string; status: number; description: string }[] {
  return Object.entries(ERRORS).map(([code, { status, description }]) => ({
    code,
    status,
    description,
  }));
}
