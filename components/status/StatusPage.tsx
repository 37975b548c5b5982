/** The page of the service's state: what is not well, figures, the self-check, runs, refused rows, coverage. @module */

import type { ComponentChildren } from "preact";
import type { StatusPageData } from "../../lib/pages/status/load.ts";
import { formatAge, formatCount, formatInstant } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { COLON, fill } from "../../lib/shared/words/mod.ts";
import { Banner, InnerPage } from "../Page.tsx";
import { Coverage, Refused, Runs } from "./StatusTables.tsx";

type Props = { data: StatusPageData };

/** The whole page. */
export function StatusPage({ data, url }: Props & { url: URL }) {
  const { request, meta, words, faults, records } = data;
  const { lang, nowMs } = request;
  return (
    <InnerPage {...{ url, request, meta }}>
      <header class="page-head">
        <h1>{words.heading}</h1>
        <p class="page-lead">{fill(words.lead, { date: formatInstant(new Date(nowMs).toISOString(), lang) })}</p>
        {faults.map((fault) => <Banner key={fault}>{words.faults[fault]}</Banner>)}
        {faults.length === 0 && (
          <p>
            <span aria-hidden="true">✓</span> <strong>{words.well}</strong>
          </p>
        )}
      </header>
      <Figures data={data} />
      <Section id="check" title={words.check.title}>
        <p>{words.check.text}</p>
        <SelfCheck data={data} />
      </Section>
      {records && (
        <>
          <Section id="runs" title={words.runs.title}>
            <Runs {...{ records, words, lang }} />
          </Section>
          <Section id="refused" title={words.refused.title}>
            <Refused {...{ records, words, lang }} />
          </Section>
          <Section id="coverage" title={words.coverage.title}>
            <Coverage {...{ records, words, lang }} history={data.status.history} />
          </Section>
        </>
      )}
    </InnerPage>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="section stack" aria-labelledby={id}>
      <div class="section-title">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  );
}

/** An instant by its age, and in full below. */
function Moment({ at, nowMs, lang }: { at: string; nowMs: number; lang: Lang }) {
  return (
    <>
      <dd class="figure num">
        <time dateTime={at}>{formatAge(at, { nowMs, lang })}</time>
      </dd>
      <dd class="hint">{formatInstant(at, lang)}</dd>
    </>
  );
}

function Figures({ data: { status, words: { figures }, request: { lang, nowMs } } }: Props) {
  const { served, stations } = status;
  const none = <dd class="figure">{figures.none}</dd>;
  const moments = [[figures.feed, status.feed_at], [figures.ingest, status.as_of]] as const;
  return (
    <dl class="grid figures" aria-label={figures.heading}>
      {moments.map(([name, at]) => (
        <div class="card" key={name}>
          <dt class="hint">{name}</dt>
          {at === null ? none : <Moment {...{ at, nowMs, lang }} />}
        </div>
      ))}
      <div class="card">
        <dt class="hint">{figures.served}</dt>
        <dd class="figure">{served.from === "memory" ? figures.memory : figures.database}</dd>
        {served.revision !== null && (
          <dd class="hint num">{fill(figures.revision, { revision: formatCount(served.revision, lang) })}</dd>
        )}
      </div>
      <div class="card">
        <dt class="hint">{figures.stations}</dt>
        {stations === null ? none : <dd class="figure num">{formatCount(stations, lang)}</dd>}
      </div>
    </dl>
  );
}

function SelfCheck({ data: { records, words: { check: words }, request: { lang, nowMs } } }: Props) {
  if (records === null) return <p>{words.unknown}</p>;
  const { check } = records;
  if (check === null) return <p>{words.none}</p>;
  const at = check.at.toISOString();
  const numbers: [string, number][] = [[words.questions, check.questions], [words.differences, check.differences]];
  const date = check.feedAt && formatInstant(check.feedAt.toISOString(), lang);
  const seconds = formatCount(Math.round(check.durationMs / 1000), lang);
  return (
    <>
      <dl class="grid figures">
        <div class="card">
          <dt class="hint">{words.at}</dt>
          <Moment {...{ at, nowMs, lang }} />
        </div>
        {numbers.map(([name, number]) => (
          <div class="card" key={name}>
            <dt class="hint">{name}</dt>
            <dd class="figure num">{formatCount(number, lang)}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        {date &&
          `${words.feed}${COLON[lang]} ${
            fill(words.feedText, { date, revision: formatCount(check.revision, lang) })
          }. `}
        {`${words.draw}${COLON[lang]} ${fill(words.drawText, { seed: check.seed, seconds })}.`}
      </p>
    </>
  );
}
