/** The tables of the page of the service's state: runs of the feed, refused rows by reason, covered days by year. @module */

import type { StatusPageData } from "../../lib/pages/status/load.ts";
import type { StatusWords } from "../../lib/pages/status/words.ts";
import { formatCount, formatDay, formatInstant } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { fill } from "../../lib/shared/words/mod.ts";

type Records = NonNullable<StatusPageData["records"]>;
type Props = { records: Records; words: StatusWords; lang: Lang };
type Run = Records["runs"][number];

const BAD = ["refused", "failed"];

/** Names of columns with their classes. */
function Head({ columns }: { columns: readonly (readonly [name: string, look?: string])[] }) {
  return (
    <thead>
      <tr>
        {columns.map(([name, look]) => <th scope="col" class={look} key={name}>{name}</th>)}
      </tr>
    </thead>
  );
}

function describeDay({ outcomes }: Records, { runs: words }: StatusWords, lang: Lang): string {
  const known = (Object.keys(words.outcomes) as Run["outcome"][]).filter((outcome) => outcomes[outcome]);
  if (known.length === 0) return words.noneInDay;
  const list = known.map((outcome) => `${formatCount(outcomes[outcome]!, lang)} × ${words.outcomes[outcome]}`);
  return fill(words.lastDay, { list: list.join(", ") });
}

function RunRow({ run, words, lang }: { run: Run; words: StatusWords; lang: Lang }) {
  const outcome = words.runs.outcomes[run.outcome];
  const toText = (count: number | null) => count === null ? "–" : formatCount(count, lang);
  return (
    <tr>
      <th scope="row">
        <time dateTime={run.finishedAt}>{formatInstant(run.finishedAt, lang)}</time>
      </th>
      <td>
        {BAD.includes(run.outcome) ? <strong>{outcome}</strong> : outcome}
        {run.message !== null && <div class="hint" lang="en">{run.message}</div>}
      </td>
      <td class="cell-num wide-only">{toText(run.prices)}</td>
      <td class="cell-num">{toText(run.pricesChanged)}</td>
    </tr>
  );
}

/** The newest runs of the feed, and how those of a day ended. */
export function Runs({ records, words, lang }: Props) {
  const { runs: text } = words;
  if (records.runs.length === 0) return <p>{text.none}</p>;
  return (
    <>
      <p>{`${text.text} ${describeDay(records, words, lang)}`}</p>
      <table class="table status-table status-runs">
        <Head
          columns={[
            [text.time],
            [text.outcome],
            [text.prices, "cell-num wide-only"],
            [text.changed, "cell-num"],
          ]}
        />
        <tbody>
          {records.runs.map((run) => <RunRow key={run.finishedAt} {...{ run, words, lang }} />)}
        </tbody>
      </table>
    </>
  );
}

/** The rows of the last feed that were refused, by reason, the commonest first. */
export function Refused({ records: { lastRead }, words, lang }: Props) {
  const { refused: text, reasons } = words;
  if (lastRead === null) return <p>{text.noFeed}</p>;
  const rows = Object.entries(lastRead.refused).sort(([, a], [, b]) => b - a);
  const [prices, stockOuts] = [formatCount(lastRead.prices, lang), formatCount(lastRead.stockOuts, lang)];
  return (
    <>
      <p>
        {fill(text.text, { date: formatInstant(lastRead.finishedAt, lang), prices, stockOuts })}
        {rows.length === 0 && ` ${text.none}`}
      </p>
      {rows.length > 0 && (
        <table class="table status-table">
          <Head columns={[[text.reason], [text.rows, "cell-num"]]} />
          <tbody>
            {rows.map(([reason, count]) => (
              <tr key={reason}>
                <th scope="row">{reasons[reason as keyof typeof reasons] ?? reason}</th>
                <td class="cell-num">{formatCount(count, lang)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Covered days by year, gaps between them, and what is still to be computed. */
export function Coverage(
  { records: { years, gaps }, words, lang, history }: Props & { history: StatusPageData["status"]["history"] },
) {
  const { coverage: text } = words;
  if (years.length === 0) return <p>{text.none}</p>;
  const toDays = (days: number) => formatCount(days, lang);
  const owed = history?.owed_days ?? 0;
  const toSpan = (from: string, to: string) =>
    from === to ? formatDay(from, lang) : `${formatDay(from, lang)} – ${formatDay(to, lang)}`;
  const sentences = [
    fill(text.text, { days: toDays(years.reduce((sum, { days }) => sum + days, 0)) }),
    owed > 0 ? fill(text.owed, { days: toDays(owed) }) : null,
    history && history.backfills.length > 0 ? text.loading : null,
    gaps.length > 0 ? fill(text.gaps, { list: gaps.map(({ from, to }) => toSpan(from, to)).join(", ") }) : null,
  ];
  return (
    <>
      <p>{sentences.filter((sentence) => sentence !== null).join(" ")}</p>
      <table class="table status-table">
        <Head
          columns={[
            [text.year],
            [text.span, "wide-only"],
            [text.days, "cell-num"],
            [text.missing, "cell-num"],
          ]}
        />
        <tbody>
          {years.map(({ year, days, missing, first, last }) => (
            <tr key={year}>
              <th scope="row" class="num">{year}</th>
              <td class="wide-only">{first && last ? toSpan(first, last) : "–"}</td>
              <td class="cell-num">{toDays(days)}</td>
              <td class="cell-num">{toDays(missing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
