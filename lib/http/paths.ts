/** Tells who asks by the path of a request: programs, pages, or files. @module */

/**
 * A path of the API, MCP, data, feeds or health; a path that only a file could have; or else a
 * page.
 */
export type PathKind = "program" | "file" | "page";

const PROGRAM = /^\/(?:api(?:\/|$)|mcp\/?$|data\/(?:history\/)?[^/]+$|feeds\/|healthz$|readyz$)/;

/** Scripts, styles and maps, and documents for programs: made once and cheap to send. */
const FILE =
  /^\/(?:en\/)?[^/]*\.\w+$|^\/(?:_fresh|geo|fonts|icons|\.well-known)\/|^\/metrics$|^\/mcp\//;

/** Returns what a path is for. */
export function toPathKind(path: string): PathKind {
  if (PROGRAM.test(path)) return "program";
  return FILE.test(path) ? "file" : "page";
}

/** Whether a path is below `/api`. */
export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** Whether a method only reads. */
export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
