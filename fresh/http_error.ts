/** The error that carries an HTTP status. @module */

/** Statuses that an `HttpError` may carry. */
export type ErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
  | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511);

const STATUS_TEXT: Partial<Record<ErrorStatus, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Thrown by handlers and middlewares; the nearest error page answers with `status`. */
export class HttpError extends Error {
  /** HTTP status of the answer. */
  status: ErrorStatus;

  /** `message` defaults to the standard text of `status`. */
  constructor(status: ErrorStatus, message: string = STATUS_TEXT[status] ?? String(status), options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpError";
    this.status = status;
  }
}
