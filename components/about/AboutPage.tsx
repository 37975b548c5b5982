/** The about page and the legal notice. @module */

import type { AboutPageData, LegalPageData } from "../../lib/pages/about/load.ts";
import type { AboutWords, Chapter } from "../../lib/pages/about/words.ts";
import { formatCount, formatInstant } from "../../lib/shared/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { commonWords } from "../../lib/shared/words/mod.ts";
import { InnerPage } from "../Page.tsx";

function Chapters({ chapters, lang }: { chapters: readonly Chapter[]; lang: Lang }) {
  return (
    <>
      {chapters.map(({ id, title, text }) => (
        <section key={id} class="stack" aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {text.map((paragraph) => <p key={paragraph}>{linkPaths(paragraph, lang)}</p>)}
        </section>
      ))}
    </>
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

/** What the site is and where its figures come from. */
export function AboutPage({ data: { request, meta, words, status }, url }: { data: AboutPageData; url: URL }) {
  const { lang } = request;
  const { lead, chapters, figures } = words;
  const name = commonWords(lang).nav.about;
  return (
    <InnerPage {...{ url, request, meta }} current="/a-propos">
      <header class="page-head">
        <h1>{name}</h1>
        <p class="page-lead">{lead}</p>
      </header>
      <StatusFigures {...{ status, lang, figures }} />
      <div class="prose section">
        <Chapters {...{ chapters, lang }} />
      </div>
    </InnerPage>
  );
}

type FigureProps = { status: AboutPageData["status"]; lang: Lang; figures: AboutWords["about"]["figures"] };

function StatusFigures({ status, lang, figures }: FigureProps) {
  const { stations, as_of: asOf, history, source } = status;
  const known: [string, string | null][] = [
    [figures.stations, stations === null ? null : formatCount(stations, lang)],
    [figures.asOf, asOf && formatInstant(asOf, lang)],
    [figures.days, history && history.covered_days > 0 ? formatCount(history.covered_days, lang) : null],
    [figures.source, source && figures.sources[source]],
  ];
  return (
    <dl class="grid figures" aria-label={figures.heading}>
      {known.filter(([, value]) => value !== null).map(([name, value]) => (
        <div class="card" key={name}>
          <dt class="hint">{name}</dt>
          <dd class="figure num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Licences, accuracy, personal data. */
export function LegalPage({ data: { request, meta, words }, url }: { data: LegalPageData; url: URL }) {
  const { lang } = request;
  const { lead, chapters } = words;
  const name = commonWords(lang).footer.legal;
  return (
    <InnerPage {...{ url, request, meta }}>
      <header class="page-head">
        <h1>{name}</h1>
        <p class="page-lead">{lead}</p>
      </header>
      <div class="prose">
        <Chapters {...{ chapters, lang }} />
      </div>
    </InnerPage>
  );
}
