/** Builds small pages without the app, for rejections that must cost almost nothing. @module */

import { langOf } from "../words/lang.ts";
import type { HeaderRecord } from "./headers.ts";

const WORDS = {
  tooLong: {
    fr: [
      "Adresse trop longue",
      "L’adresse de cette page est trop longue. Revenez à l’accueil et recommencez.",
    ],
    en: [
      "Address too long",
      "The address of this page is too long. Go back to the home page and start again.",
    ],
  },
  busy: {
    fr: [
      "Trop de demandes",
      "Beaucoup de trajets sont en cours de calcul. Réessayez dans quelques secondes.",
    ],
    en: ["Too many requests", "Many routes are being worked out. Try again in a few seconds."],
  },
  tooMany: {
    fr: [
      "Trop de pages demandées",
      "Cette adresse a demandé trop de pages en une minute. Réessayez dans {n} s.",
    ],
    en: [
      "Too many pages",
      "This address has asked for too many pages within a minute. Try again in {n} s.",
    ],
  },
} as const;

/**
 * Returns a page with one sentence in the language of a path; it is never cached. `n` is inserted
 * into the sentence.
 */
export function plainPage(
  what: keyof typeof WORDS,
  { path, status, n = 0, headers = {} }: {
    path: string;
    status: number;
    n?: number;
    headers?: HeaderRecord;
  },
): Response {
  const lang = langOf(path);
  const [title, text] = WORDS[what][lang];
  const html =
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="robots" content="noindex">` +
    `<meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${
      text.replace("{n}", String(n))
    }</p>`;
  const own = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(html, { status, headers: { ...own, ...headers } });
}
