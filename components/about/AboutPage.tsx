/** The about page and the legal notice: chapters of text, and the figures of the data. @module */

import type { AboutPageData } from "../../lib/pages/about/load.ts";
import { formatCount, formatInstant } from "../../lib/shared/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { Figure, Figures, PageHead } from "../Blocks.tsx";
import { InnerPage } from "../Page.tsx";

/** Either page; only the about page has figures. */
export function AboutPage({ data, url }: { data: AboutPageData; url: URL }) {
  const { request: { lang }, words: { lead, chapters }, figures } = data;
  return (
    <InnerPage {...{ url, data }} current={figures ? "/a-propos" : undefined}>
      <PageHead title={data.meta.crumbs[0]!.name} lead={lead} />
      {figures && <StatusFigures {...figures} lang={lang} />}
      <div class={figures ? "prose section" : "prose"}>
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

/** The one address that the texts name becomes a link. */
function linkPaths(paragraph: string, lang: Lang) {
  const [before, after] = paragraph.split("/docs");
  const path = toLocalPath("/docs", lang);
  return after === undefined ? before : (
    <>
      {before}
      <a href={path}>{path}</a>
      {after}
    </>
  );
}

function StatusFigures({ status, words, lang }: NonNullable<AboutPageData["figures"]> & { lang: Lang }) {
  const { stations, as_of: asOf, history, source } = status;
  return (
    <Figures label={words.heading}>
      {stations !== null && <Figure name={words.stations} value={formatCount(stations, lang)} />}
      {asOf && <Figure name={words.asOf} value={formatInstant(asOf, lang)} />}
      {history && history.covered_days > 0 && (
        <Figure name={words.days} value={formatCount(history.covered_days, lang)} />
      )}
      {source && <Figure name={words.source} value={words.sources[source]} />}
    </Figures>
  );
}
