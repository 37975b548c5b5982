/** The closed table of public errors, and the error class that carries one. @module */

/** Every public error code with its HTTP status and whether the same call can succeed later. */
export const ERRORS = {
  MISSING_PARAMETER: { status: 400, retry: false, description: "A required parameter is absent" },
  INVALID_PARAMETER: {
    status: 400,
    retry: false,
    description: "A parameter is malformed or out of bounds",
  },
  INVALID_FUEL: { status: 400, retry: false, description: "The fuel is not one of the six codes" },
  STATION_NOT_FOUND: { status: 404, retry: false, description: "No station has this ID" },
  DEPARTMENT_NOT_FOUND: { status: 404, retry: false, description: "No department has this code" },
  NOT_FOUND: { status: 404, retry: false, description: "The path does not exist" },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retry: false,
    description: "The path does not take this method",
  },
  RATE_LIMITED: {
    status: 429,
    retry: true,
    description: "Too many requests from this address; see Retry-After",
  },
  INTERNAL_ERROR: {
    status: 500,
    retry: false,
    description: "A bug; the message has the request ID",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retry: true,
    description: "No data can be served now; see Retry-After",
  },
} as const;

/** Seconds after which a caller may retry when the service was unavailable. */
export const RETRY_AFTER_S = 10;

/** A public error code. */
export type ErrorCode = keyof typeof ERRORS;

/** A failure that the caller caused or must know about. Its message is public. */
export class DomainError extends Error {
  override readonly name = "DomainError";

  constructor(readonly code: ErrorCode, message: string) {
    super(message);
  }

  get status(): (typeof ERRORS)[ErrorCode]["status"] {
    return ERRORS[this.code].status;
  }
}

/** Too many requests of one kind are in progress. Maps to SERVICE_UNAVAILABLE. */
export class BusyError extends DomainError {
  constructor(message: string) {
    super("SERVICE_UNAVAILABLE", message);
  }
}
