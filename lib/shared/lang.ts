/** The two languages of the pages and their addresses: English ones begin with `/en`. @module */

/** Languages of the pages. French is the default and has no prefix in its URLs. */
export type Lang = "fr" | "en";

/**
 * The language of a page by its path.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(langOf("/en/stations/1"), "en");
 * equal(langOf("/entretien"), "fr");
 * ```
 */
export function langOf(pathname: string): Lang {
  return /^\/en(\/|$)/.test(pathname) ? "en" : "fr";
}

/**
 * The path of a page in a language, from its French path (query and fragment are kept).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toLocalPath("/?fuel=e10", "en"), "/en?fuel=e10");
 * equal(toLocalPath("/tendances", "en"), "/en/tendances");
 * equal(toLocalPath("/tendances", "fr"), "/tendances");
 * ```
 */
export function toLocalPath(frenchPath: string, lang: Lang): string {
  if (lang === "fr") return frenchPath;
  return `/en${frenchPath.replace(/^\/(?=$|[?#])/, "")}`;
}

/**
 * The same page in the other language.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toOtherPath("/en?fuel=e10"), "/?fuel=e10");
 * equal(toOtherPath("/tendances"), "/en/tendances");
 * ```
 */
export function toOtherPath(path: string): string {
  if (langOf(path.replace(/[?#].*/, "")) === "fr") return toLocalPath(path, "en");
  const rest = path.slice(3);
  return rest.startsWith("/") ? rest : `/${rest}`;
}
