/** Reads the about page and the legal notice. @module */

import { type Deps, ready } from "../../operations/mod.ts";
import type { PageRequest } from "../../shared/page/page.ts";
import { commonWords, fill } from "../../shared/words/mod.ts";
import { aboutWords } from "./words.ts";

/** The about page or the legal notice. */
export type AboutPageData = Awaited<ReturnType<typeof loadAbout>> | ReturnType<typeof toLegal>;

/** The about page, with the figures of the data. */
export async function loadAbout(deps: Deps, request: PageRequest) {
  const { figures, ...words } = aboutWords[request.lang].about;
  const { data: status } = await ready.read(deps, {});
  const { title, description } = words;
  const crumbs = [{ name: commonWords[request.lang].footer.about, path: "/a-propos" }];
  return { request, words, meta: { title, description, crumbs }, figures: { status, words: figures } };
}

/** Publisher and host of an instance, by its settings; null: not set. */
type Operator = { publisher: string | null; hosting: string | null };

/** The legal notice: publisher and host, licences, accuracy, personal data. */
export function toLegal(request: PageRequest, { publisher, hosting }: Operator) {
  const { operator, ...legal } = aboutWords[request.lang].legal;
  const text = [
    publisher === null ? operator.noPublisher : fill(operator.publisher, { name: publisher }),
    hosting === null ? operator.noHosting : fill(operator.hosting, { name: hosting }),
  ];
  const words = { ...legal, chapters: [{ id: operator.id, title: operator.title, text }, ...legal.chapters] };
  const { title, description } = words;
  const crumbs = [{ name: commonWords[request.lang].footer.legal, path: "/mentions-legales" }];
  return { request, words, meta: { title, description, crumbs }, figures: null };
}
