/** One address for each page: without it the same page would be found under many. @module */

/** A lasting redirect to a path of ours that keeps the query. */
export function redirectTo(path: string, url: URL): Response {
  return new Response(null, { status: 308, headers: { location: path + url.search } });
}
