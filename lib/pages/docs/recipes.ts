/** Reads documents with recipes for the pages that show them. @module */

import type { Lang } from "../../words/lang.ts";
import { docsWords } from "./words.ts";

/** The language and origin of a page. */
export type Reader = { lang: Lang; origin: string };

/**
 * Returns the recipes of a document below `docs/` in a language, for a service at an origin: code
 * and outputs by tool.
 */
export async function readRecipes(document: string, { lang, origin }: Reader) {
  const text = await Deno.readTextFile(new URL(`../../../docs/${document}`, import.meta.url));
  return text.split(/^## /m).slice(1).map((section) => {
    const [title = "", en = "", fr = ""] = section.split("\n\n");
    const text = lang === "en" ? en : fr.replace(/^> /gm, "").replace(/ (?=[:;?])/g, "\u00a0");
    const samples = [
      ...section.replaceAll("https://fuel.example", origin).matchAll(/^```(\w+)\n([^]*?)\n```$/gm),
    ]
      .map(([, language = "", code = ""]) => (
        { title: language === "text" ? docsWords[lang].output : title, language, code }
      ));
    return {
      id: title.toLowerCase().replaceAll(/[ ,.]+/g, "-"),
      title,
      text: text.replaceAll("\n", " "),
      samples,
    };
  });
}

/** Returns the titles of recipes by the IDs of their sections, for a page's contents. */
export function toContents(
  recipes: readonly { id: string; title: string }[],
): Record<string, string> {
  return Object.fromEntries(recipes.map(({ id, title }) => [id, title]));
}

/** Returns the page of the API's recipes. */
export async function loadRecipes({ lang, origin }: Reader) {
  const words = docsWords[lang];
  const recipes = await readRecipes("recipes.md", { lang, origin });
  const head = { path: "/docs/recipes", ...words.recipes, description: words.recipes.intro };
  return { lang, origin, words, head, sections: toContents(recipes), recipes };
}
