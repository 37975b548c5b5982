/** What a route is called. @module */

import { formatPrice } from "../words/format.ts";
import type { Lang } from "../words/lang.ts";
import { type CommonWords, fill } from "../words/mod.ts";
import type { RouteWords } from "../words/route.ts";
import { findCheapest, type RouteAnswer } from "./route_answer.ts";
import { type RouteQuestion, toEnds } from "./route_question.ts";

/** "Paris → Lyon", or what a line of a file is called. */
export function toRouteName(question: RouteQuestion, fileLine: string): string {
  if (question.line !== null || question.from.text === "") return fileLine;
  return toEnds(question).map(({ text }) => text).join(question.isReturn ? " ⇄ " : " → ");
}

type TitleOptions = { question: RouteQuestion; lang: Lang; words: RouteWords; common: CommonWords };

/** "Paris → Lyon : Gazole dès 1,689 €"; the page's title without an answer. */
export function toRouteTitle(answer: RouteAnswer | null, { question, lang, words, common }: TitleOptions): string {
  const cheapest = answer && findCheapest(answer);
  if (!cheapest) return words.title;
  return fill(words.found.title, {
    name: toRouteName(question, words.fileLine),
    fuel: common.fuels[question.fuel].short,
    price: formatPrice(cheapest.net_price, lang),
  });
}
