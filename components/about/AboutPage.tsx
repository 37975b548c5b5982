/** The about page and the legal notice: chapters of text, and the figures of the data. @module */

import type { AboutPageData } from "../../lib/pages/about/load.ts";
import { formatCount, formatInstant } from "../../lib/shared/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { Figure, Figures, PageHead } from "../Blocks.tsx";
import { InnerPage } from "../Page.tsx";

type Chapter = AboutPageData["words"]["chapters"][number];

/** Either page; only the about page has figures. */
export function AboutPage({ data, url }: { data: AboutPageData; url: URL }) {
  const { request: { lang }, words: { lead, chapters }, figures } = data;
  return (
    <InnerPage {...{ url, data }} current={figures ? "/a-propos" : undefined}>
      <PageHead title={data.meta.crumbs[0]!.name} lead={lead} />
      {figures && <StatusFigures {...figures} lang={lang} />}
      <div class={figures ? "prose section" : "prose"}>
        {chapters.map((chapter) => <Text key={chapter.id} {...{ chapter, lang }} />)}
      </div>
    </InnerPage>
  );
}

function Text({ chapter: { id, title, text }, lang }: { chapter: Chapter; lang: Lang }) {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text.map((paragraph) => <p key={paragraph}>{linkPaths(paragraph, lang)}</p>)}
    </section>
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
  const figures: [string, string | null][] = [
    [words.stations, stations === null ? null : formatCount(stations, lang)],
    [words.asOf, asOf && formatInstant(asOf, lang)],
    [words.days, history && history.covered_days > 0 ? formatCount(history.covered_days, lang) : null],
    [words.source, source && words.sources[source]],
  ];
  return (
    <Figures label={words.heading}>
      {figures.filter(([, value]) => value !== null).map(([name, value]) => (
        <Figure key={name} name={name}>
          <dd class="figure num">{value}</dd>
        </Figure>
      ))}
    </Figures>
  );
}
