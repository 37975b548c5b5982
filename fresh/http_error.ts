/** The error that carries an HTTP status. @module */

const STATUS_TEXT = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  410: "Gone",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Statuses that an `HttpError` may carry. */
type ErrorStatus = keyof typeof STATUS_TEXT;

/** Thrown by handlers and middlewares; the error page answers with `status`. */
export class HttpError extends Error {
  /** HTTP status of the answer. */
  status: ErrorStatus;

  /** `message` defaults to the standard text of `status`. */
  constructor(status: ErrorStatus, message: string = STATUS_TEXT[status], options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpError";
    this.status = status;
  }
}
