/** What the about page and the legal notice show. @module */

import { type Deps, ready, type Status } from "../../operations/mod.ts";
import type { PageMeta, PageRequest } from "../../shared/page.ts";
import { commonWords } from "../../shared/words/mod.ts";
import { type AboutWords, aboutWords } from "./words.ts";

/** The legal notice. */
export type LegalPageData = { request: PageRequest; meta: PageMeta; words: AboutWords["legal"] };

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

/** The legal notice: licences, accuracy, personal data. */
export function toLegal(request: PageRequest): LegalPageData {
  const words = aboutWords(request.lang).legal;
  const { title, description } = words;
  const path = "/mentions-legales";
  const crumbs = [{ name: commonWords(request.lang).footer.legal, path }];
  return { request, words, meta: { path, title, description, crumbs } };
}
