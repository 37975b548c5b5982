/** Finds the route of a request. @module */

import type { AnyMiddleware } from "./context.ts";

/** A pathname in the syntax of URLPattern, and its handler. */
export type RouteEntry = { pattern: string; run: AnyMiddleware };

type Params = Record<string, string>;
type Dynamic = {
  pattern: string;
  run: AnyMiddleware;
  prefix: string;
  matcher: RegExp;
  names: string[];
};
type Match = { route: string; params: Params; run: AnyMiddleware };

/** Fixed paths are looked up first, in a map; then patterns, in the order given. */
export class Router {
  #statics = new Map<string, Match>();
  #dynamics: Dynamic[] = [];

  /** If two routes have the same pattern, the first one wins. */
  constructor(entries: readonly RouteEntry[]) {
    for (const { pattern, run } of entries) {
      const prefix = /^[^:*{(+?\\]*/.exec(pattern)![0];
      if (prefix !== pattern) this.#dynamics.push({ pattern, run, prefix, ...toMatcher(pattern) });
      else this.#addStatic({ route: pattern, params: {}, run });
    }
  }

  #addStatic(match: Match): void {
    const bare = match.route.replace(/\/$/, "");
    for (const path of [match.route, bare, `${bare}/`]) {
      if (!this.#statics.has(path)) this.#statics.set(path, match);
    }
  }

  /**
   * Returns the handler of a path with the decoded parameters, or null if no route matches. Ignores
   * a slash at the end of a fixed path.
   */
  match(pathname: string): Match | null {
    const fixed = this.#statics.get(pathname);
    if (fixed) return fixed;
    for (const { pattern, run, prefix, matcher, names } of this.#dynamics) {
      // Running a pattern costs microseconds; comparing its fixed beginning costs next to nothing.
      const found = pathname.startsWith(prefix) ? matcher.exec(pathname) : null;
      if (found) return { route: pattern, params: toParams(names, found), run };
    }
    return null;
  }
}

/**
 * Returns a pattern as a regular expression, which takes a tenth of the time of URLPattern, and the
 * names of its groups in order.
 */
function toMatcher(pattern: string): { matcher: RegExp; names: string[] } {
  const names: string[] = [];
  const source = pattern.replace(
    /\{([^{}]*)\}\?|:(\w+)(?:\(([^()]*)\))?|\./g,
    (found, optional?: string, name?: string, expression = "[^/]+") => {
      if (name === undefined) return optional === undefined ? `\\${found}` : `(?:${optional})?`;
      names.push(name);
      return `(${expression})`;
    },
  );
  return { matcher: new RegExp(`^${source}$`), names };
}

// Named groups would take twice as long, because V8 stores them in a dictionary.
function toParams(names: readonly string[], values: RegExpExecArray): Params {
  const params: Params = {};
  names.forEach((name, index) => {
    const value = values[index + 1] ?? "";
    params[name] = value.includes("%") ? decodeURI(value) : value;
  });
  return params;
}
