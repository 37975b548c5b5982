/** Counts pages and their pictures, and refuses those of a client over the limit. @module */

import { plainPage } from "./plain_page.ts";
import { type Decision, quotaHeaders } from "./quota.ts";
import { type Ctx, noteOf, type RequestParts, type Service } from "./state.ts";

/** Scripts, styles and maps, and documents for programs: made once and cheap to send, so they are not counted. */
const FILE = /^\/(?:en\/)?[^/]*\.\w+$|^\/(?:_fresh|geo|fonts|icons|\.well-known)\/|^\/metrics$|^\/mcp\//;

/** A picture is painted for 54 ms, where a page takes 2 to 5. */
const PICTURE_COST = 10;

/** Counts the request of a page or of a picture; the refusal when there were too many, else null. */
export function countPage({ quota }: Service, { req, info, path }: RequestParts): Response | null {
  if (FILE.test(path)) return null;
  const decision = noteOf(req).decision = quota.take("page", req, info);
  if (!decision) return null;
  const isPaid = decision.isAllowed && quota.charge(decision, path.endsWith("/image.png") ? PICTURE_COST : 1);
  return isPaid ? null : refusePage(decision, path);
}

/** Counts a page as several ordinary ones; the refusal when fewer are left, else null. */
export function chargePage({ req, url, state: { service: { quota } } }: Ctx, cost: number): Response | null {
  const { decision } = noteOf(req);
  return decision && !quota.charge(decision, cost) ? refusePage(decision, url.pathname) : null;
}

/** Adds the headers that show the count. */
export function showPageCount(response: Response, decision: Decision | null): Response {
  for (const [name, value] of Object.entries(quotaHeaders(decision))) response.headers.set(name, value);
  return response;
}

function refusePage({ afterS }: Decision, path: string): Response {
  return plainPage("tooMany", { path, status: 429, n: afterS });
}

/** The 404 of a path that only a file could have, without a page; null for any other path. */
export function refuseMissingFile(path: string): Response | null {
  if (!FILE.test(path)) return null;
  return new Response("Not found\n", { status: 404, headers: { "cache-control": "no-store" } });
}
