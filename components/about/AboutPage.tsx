/** The about page and the legal notice: chapters of text. @module */

import type { toAbout, toLegal } from "../../lib/pages/about/load.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { PageHead } from "../Blocks.tsx";
import { InnerPage } from "../Page.tsx";

type Props = { data: ReturnType<typeof toAbout | typeof toLegal>; url: URL };

/** The about page or the legal notice. */
export function AboutPage({ data, url }: Props) {
  const { request: { lang }, words: { lead, chapters }, section } = data;
  return (
    <InnerPage url={url} data={data} current={section}>
      <PageHead title={data.meta.crumbs[0]!.name} lead={lead} />
      <div class="prose">
        {chapters.map(({ id, title, text }) => (
          <section key={id} class="stack" aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {text.map((paragraph) => <p key={paragraph}>{linkPaths(paragraph, lang)}</p>)}
          </section>
        ))}
      </div>
    </InnerPage>
  );
}

/** Matches the paths in the texts: those of pages are French; all languages share the file. */
const PATH = /(\/(?:docs|alertes|mentions-legales|THIRD_PARTY_NOTICES\.txt))/;

/** Turns the paths in a text into links. */
function linkPaths(paragraph: string, lang: Lang) {
  return paragraph.split(PATH).map((part) => {
    const path = part.endsWith(".txt") ? part : toLocalPath(part, lang);
    return part.startsWith("/") ? <a key={part} href={path}>{path}</a> : part;
  });
}
