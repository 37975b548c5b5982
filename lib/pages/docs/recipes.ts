/** Reads `docs/recipes.md` for its page. @module */

import { lazy } from "../../shared/lazy.ts";
import type { Lang } from "../../shared/words/lang.ts";
import { docsWords } from "./words.ts";

const DOCUMENT = new URL("../../../docs/recipes.md", import.meta.url);

const readSections = lazy(async () => (await Deno.readTextFile(DOCUMENT)).split(/^## /m).slice(1));

/** The page in a language, for a service at an origin: code and outputs by tool. */
export async function loadRecipes({ lang, origin }: { lang: Lang; origin: string }) {
  const words = docsWords[lang];
  const recipes = (await readSections()).map((section) => {
    const [title = "", en = "", fr = ""] = section.split("\n\n");
    const text = lang === "en" ? en : fr.replace(/^> /gm, "").replace(/ (?=[:;])/g, "\u00a0");
    const samples = [...section.replaceAll("https://fuel.example", origin).matchAll(/^```(\w+)\n([^]*?)\n```$/gm)]
      .map(([, language = "", code = ""]) => ({ title: language === "text" ? words.output : title, language, code }));
    return { id: title.toLowerCase().replaceAll(" ", "-"), title, text: text.replaceAll("\n", " "), samples };
  });
  const sections = Object.fromEntries(recipes.map(({ id, title }) => [id, title]));
  const head = { path: "/docs/recipes", ...words.recipes, description: words.recipes.intro };
  return { lang, origin, words, head, sections, recipes };
}
