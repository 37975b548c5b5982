/** Finds the route of a request. @module */

import type { Context } from "./context.ts";

/** Answers a request. */
// deno-lint-ignore no-explicit-any -- states of all apps pass through here
export type Handler = (ctx: Context<any>) => Response | Promise<Response>;

/** A pathname in the syntax of URLPattern, and what answers there. */
export type RouteEntry = { pattern: string; run: Handler };

type Dynamic = { pattern: string; run: Handler; prefix: string; matcher: URLPattern };
type Match = { route: string; params: Record<string, string>; run: Handler };

/** Routes without a pattern go first, by a map; the others in the order given. */
export class Router {
  #statics = new Map<string, Match>();
  #dynamics: Dynamic[] = [];

  /** Of two routes at one pattern the first answers. */
  constructor(entries: readonly RouteEntry[]) {
    for (const { pattern, run } of entries) {
      const prefix = /^[^:*{(+?\\]*/.exec(pattern)![0];
      // `/old/:path*` also matches `/old`, so the last slash is no part of the fixed beginning.
      const dynamic = {
        pattern,
        run,
        prefix: prefix.replace(/\/$/, ""),
        matcher: new URLPattern({ pathname: pattern }),
      };
      if (prefix !== pattern) this.#dynamics.push(dynamic);
      else if (!this.#statics.has(pattern)) this.#statics.set(pattern, { route: pattern, params: {}, run });
    }
  }

  /** The handler of a path with the decoded parameters; null where there is none. A fixed path is found with and without a slash at its end. */
  match(pathname: string): Match | null {
    const fixed = this.#statics.get(pathname) ??
      this.#statics.get(pathname.endsWith("/") ? pathname.slice(0, -1) : `${pathname}/`);
    if (fixed) return { ...fixed, params: {} };
    for (const { pattern, run, prefix, matcher } of this.#dynamics) {
      // Running a pattern costs microseconds, comparing its fixed beginning next to nothing.
      if (!pathname.startsWith(prefix)) continue;
      const found = matcher.exec({ pathname });
      if (found) return { route: pattern, params: toParams(found), run };
    }
    return null;
  }
}

function toParams(found: URLPatternResult): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(found.pathname.groups)) params[name] = decodeURI(value ?? "");
  return params;
}
