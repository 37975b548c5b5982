/** Classifies the path of a request: for programs, for people, or a file. @module */

/**
 * `program` is a path of the API, MCP, data, feeds or health; `file` is a path that only a file can
 * have; everything else is a `page`.
 */
export type PathKind = "program" | "file" | "page";

const PROGRAM = /^\/(?:api(?:\/|$)|mcp\/?$|data\/(?:history\/)?[^/]+$|feeds\/|healthz$|readyz$)/;

/** Scripts, styles, maps, and documents for programs: built once and cheap to send. */
const FILE =
  /^\/(?:en\/)?[^/]*\.\w+$|^\/(?:_fresh|geo|fonts|icons|\.well-known)\/|^\/metrics$|^\/mcp\//;

/** Returns the kind of a path. */
export function toPathKind(path: string): PathKind {
  if (PROGRAM.test(path)) return "program";
  return FILE.test(path) ? "file" : "page";
}

/** Returns whether a path is below `/api`. */
export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** Returns whether a method only reads. */
export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
