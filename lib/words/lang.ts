/** The two languages of the pages and their addresses: English ones begin with `/en`. @module */

/** Languages of the pages. French is the default and has no prefix in its URLs. */
export type Lang = "fr" | "en";

/**
 * The language of a page by its path.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * equal(langOf("/en/stations/1"), "en");
 * equal(langOf("/entretien"), "fr");
 * ```
 */
export function langOf(pathname: string): Lang {
  return /^\/en(\/|$)/.test(pathname) ? "en" : "fr";
}

/** French paths of pages whose English path has another name. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  "/donnees": "/data",
  "/etat": "/status",
  "/itineraire": "/route",
  "/alertes": "/alerts",
  "/embed/carte": "/embed/map",
  "/embed/courbe": "/embed/curve",
};

/** A path with another name, if it has one; what follows it stays. */
function rename(path: string, names: Readonly<Record<string, string>>): string {
  return path.replace(/^[^?#]*/, (page) => names[page] ?? page);
}

/** The path of a page in a language, from its French path (query and fragment are kept). */
export function toLocalPath(frenchPath: string, lang: Lang): string {
  if (lang === "fr") return frenchPath;
  return `/en${rename(frenchPath, ENGLISH_NAMES).replace(/^\/(?=$|[?#])/, "")}`;
}

/** The same page in the other language. */
export function toOtherPath(path: string): string {
  if (langOf(path.replace(/[?#].*/, "")) === "fr") return toLocalPath(path, "en");
  const rest = path.slice(3);
  // Made here, where no browser needs it: a bundle would keep it.
  const frenchNames = Object.fromEntries(
    Object.entries(ENGLISH_NAMES).map(([french, english]) => [english, french]),
  );
  return rename(rest.startsWith("/") ? rest : `/${rest}`, frenchNames);
}
