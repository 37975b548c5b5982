/** What the about page and the legal notice show. @module */

import { type Deps, ready, type Status } from "../../operations/mod.ts";
import type { PageMeta, PageRequest } from "../../shared/page.ts";
import { commonWords, fill } from "../../shared/words/mod.ts";
import { type AboutWords, aboutWords } from "./words.ts";

/** The legal notice. */
export type LegalPageData = { request: PageRequest; meta: PageMeta; words: Omit<AboutWords["legal"], "operator"> };

/** The about page, with the figures of the data. */
export type AboutPageData = { request: PageRequest; meta: PageMeta; words: AboutWords["about"]; status: Status };

/** The about page. */
export async function loadAbout(deps: Deps, request: PageRequest): Promise<AboutPageData> {
  const words = aboutWords(request.lang).about;
  const { title, description } = words;
  const path = "/a-propos";
  const crumbs = [{ name: commonWords(request.lang).nav.about, path }];
  const { data: status } = await ready.read(deps, {});
  return { request, words, meta: { path, title, description, crumbs }, status };
}

/** Who publishes and hosts an instance, by its settings; null: not told. */
type Operator = { publisher: string | null; hosting: string | null };

/** The legal notice: publisher and host, licences, accuracy, personal data. */
export function toLegal(request: PageRequest, { publisher, hosting }: Operator): LegalPageData {
  const { operator, ...legal } = aboutWords(request.lang).legal;
  const text = [
    publisher === null ? operator.noPublisher : fill(operator.publisher, { name: publisher }),
    hosting === null ? operator.noHosting : fill(operator.hosting, { name: hosting }),
  ];
  const words = { ...legal, chapters: [{ id: operator.id, title: operator.title, text }, ...legal.chapters] };
  const { title, description } = words;
  const path = "/mentions-legales";
  const crumbs = [{ name: commonWords(request.lang).footer.legal, path }];
  return { request, words, meta: { path, title, description, crumbs } };
}
