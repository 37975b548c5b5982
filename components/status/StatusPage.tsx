/**
 * The page of the service's state: faults, figures, the self-check, runs, rejected rows, coverage.
 *
 * @module
 */

import type { loadStatus } from "../../lib/pages/status/load.ts";
import { formatAge, formatCount, formatDay, formatInstant } from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { fill } from "../../lib/words/fill.ts";
import { Figure, Figures, PageHead, Section, Table } from "../Blocks.tsx";
import { Banner, InnerPage } from "../Page.tsx";

type Props = { data: Awaited<ReturnType<typeof loadStatus>> };
type Records = NonNullable<Props["data"]["records"]>;
type RecordProps = Props & { records: Records };

/** The sections from the database, by the names of their words. */
const RECORDS = { runs: Runs, refused: Refused, coverage: Coverage };

/** The whole page. */
export function StatusPage({ data, url }: Props & { url: URL }) {
  const { request: { lang, nowMs }, words, faults, records } = data;
  const date = formatInstant(new Date(nowMs).toISOString(), lang);
  return (
    <InnerPage url={url} data={data}>
      <PageHead title={data.meta.crumbs[0]!.name} lead={fill(words.lead, { date })}>
        {faults.map((fault) => <Banner key={fault}>{words.faults[fault]}</Banner>)}
        {faults.length === 0 && (
          <p>
            <span aria-hidden="true">✓</span> <strong>{words.well}</strong>
          </p>
        )}
      </PageHead>
      <Now data={data} />
      <Section id="check" title={words.check.title} class="section stack">
        <p>{words.check.text}</p>
        <SelfCheck data={data} />
      </Section>
      {records && (["runs", "refused", "coverage"] as const).map((id) => {
        const Part = RECORDS[id];
        return (
          <Section key={id} id={id} title={words[id].title} class="section stack">
            <Part data={data} records={records} />
          </Section>
        );
      })}
    </InnerPage>
  );
}

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

function Now({ data: { status, words: { figures: words }, request: { lang, nowMs } } }: Props) {
  const { served: { from, revision }, stations, feed_at: feedAt, as_of: asOf } = status;
  const none = <dd class="figure">{words.none}</dd>;
  return (
    <Figures label={words.heading}>
      <Figure name={words.feed}>
        {feedAt === null ? none : <Moment at={feedAt} nowMs={nowMs} lang={lang} />}
      </Figure>
      <Figure name={words.ingest}>
        {asOf === null ? none : <Moment at={asOf} nowMs={nowMs} lang={lang} />}
      </Figure>
      <Figure name={words.served}>
        <dd class="figure">{from === "memory" ? words.memory : words.database}</dd>
        {revision !== null && (
          <dd class="hint num">
            {fill(words.revision, { revision: formatCount(revision, lang) })}
          </dd>
        )}
      </Figure>
      <Figure name={words.stations}>
        {stations === null ? none : <dd class="figure num">{formatCount(stations, lang)}</dd>}
      </Figure>
    </Figures>
  );
}

function SelfCheck(
  { data: { records, words: { check: words }, request: { lang, nowMs } } }: Props,
) {
  if (records === null) return <p>{words.unknown}</p>;
  const { check } = records;
  if (check === null) return <p>{words.none}</p>;
  return (
    <Figures>
      <Figure name={words.at}>
        <Moment at={check.at.toISOString()} nowMs={nowMs} lang={lang} />
      </Figure>
      <Figure name={words.questions} value={formatCount(check.questions, lang)} />
      <Figure name={words.differences} value={formatCount(check.differences, lang)} />
    </Figures>
  );
}

function Runs(
  { data: { words: { runs: words }, request: { lang } }, records: { runs } }: RecordProps,
) {
  if (runs.length === 0) return <p>{words.none}</p>;
  const toText = (count: number | null) => count === null ? "–" : formatCount(count, lang);
  return (
    <>
      <p>{words.text}</p>
      <Table
        class="status-table status-runs"
        columns={[
          {
            name: words.time,
            cell: ({ finishedAt }) => (
              <time dateTime={finishedAt}>{formatInstant(finishedAt, lang)}</time>
            ),
          },
          {
            name: words.outcome,
            cell: ({ outcome, message }) => (
              <>
                {words.outcomes[outcome]}
                {message !== null && <div class="hint" lang="en">{message}</div>}
              </>
            ),
          },
          { name: words.prices, look: "cell-num wide-only", cell: ({ prices }) => toText(prices) },
          {
            name: words.changed,
            look: "cell-num",
            cell: ({ pricesChanged }) => toText(pricesChanged),
          },
        ]}
        rows={runs}
        keyOf={({ finishedAt }) => finishedAt}
      />
    </>
  );
}

/** The rejected rows of the last feed by reason, the most common first. */
function Refused({ data, records: { lastRead } }: RecordProps) {
  const { words: { refused: words, reasons }, request: { lang } } = data;
  if (lastRead === null) return <p>{words.noFeed}</p>;
  const refused = Object.entries(lastRead.refused).sort(([, a], [, b]) => b - a);
  const prices = formatCount(lastRead.prices, lang);
  const stockOuts = formatCount(lastRead.stockOuts, lang);
  return (
    <>
      <p>
        {fill(words.text, { date: formatInstant(lastRead.finishedAt, lang), prices, stockOuts })}
        {refused.length === 0 && ` ${words.none}`}
      </p>
      {refused.length > 0 && (
        <Table
          class="status-table"
          columns={[
            {
              name: words.reason,
              cell: ([reason]) => reasons[reason as keyof typeof reasons] ?? reason,
            },
            { name: words.rows, look: "cell-num", cell: ([, count]) => formatCount(count, lang) },
          ]}
          rows={refused}
          keyOf={([reason]) => reason}
        />
      )}
    </>
  );
}

/** Covered days by year, and days whose means are not computed yet. */
function Coverage({ data, records: { years } }: RecordProps) {
  const { words: { coverage: words }, request: { lang }, status: { history } } = data;
  if (years.length === 0) return <p>{words.none}</p>;
  const toDays = (days: number) => formatCount(days, lang);
  const owed = history?.owed_days ?? 0;
  const toSpan = (from: string, to: string) =>
    from === to ? formatDay(from, lang) : `${formatDay(from, lang)} – ${formatDay(to, lang)}`;
  const sentences = [
    fill(words.text, { days: toDays(years.reduce((sum, { days }) => sum + days, 0)) }),
    owed > 0 && fill(words.owed, { days: toDays(owed) }),
    history && history.backfills.length > 0 && words.loading,
  ];
  return (
    <>
      <p>{sentences.filter(Boolean).join(" ")}</p>
      <Table
        class="status-table"
        columns={[
          { name: words.year, cells: "num", cell: ({ year }) => year },
          {
            name: words.span,
            look: "wide-only",
            cell: ({ first, last }) => first && last ? toSpan(first, last) : "–",
          },
          { name: words.days, look: "cell-num", cell: ({ days }) => toDays(days) },
          { name: words.missing, look: "cell-num", cell: ({ missing }) => toDays(missing) },
        ]}
        rows={years}
        keyOf={({ year }) => year}
      />
    </>
  );
}
