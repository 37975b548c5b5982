/** The blocks of inner pages: head, section, figures, table. @module */

import type { ComponentChildren } from "preact";
import { type PageDataState, toAsOf } from "../lib/site/metadata.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import { formatInstant } from "../lib/words/format.ts";
import type { Lang } from "../lib/words/lang.ts";
import { commonWords, fill, innerWords } from "../lib/words/mod.ts";

/** A date within this period is written without a year. */
const RECENT_MS = 300 * DAY_MS;

/** "Relevé officiel du 3 juin, 12 h 10". */
export function toDateText(
  state: PageDataState,
  { nowMs, lang }: { nowMs: number; lang: Lang },
): string {
  const asOf = toAsOf(state);
  const isRecent = nowMs - Date.parse(asOf) < RECENT_MS;
  const { official, asOf: invented } = commonWords[lang].price;
  return fill(state.source === "sample" ? invented : official, {
    date: formatInstant(asOf, lang, isRecent ? "recent" : "longDay"),
  });
}

type HeadProps = {
  title: ComponentChildren;
  lead?: ComponentChildren;
  /** Whether the heading is for screen readers only. */
  isHidden?: boolean;
  children?: ComponentChildren;
};

/** The heading of a page, its first sentence, and the choices below them. */
export function PageHead({ title, lead, isHidden = false, children }: HeadProps) {
  return (
    <header class="page-head">
      <h1 class={isHidden ? "sr-only" : undefined}>{title}</h1>
      {lead && <p class="page-lead">{lead}</p>}
      {children}
    </header>
  );
}

type SectionProps = {
  id: string;
  title: string;
  hint?: string;
  class?: string;
  children: ComponentChildren;
};

/** A section with its heading, and a hint next to it. */
export function Section({ id, title, hint, class: name, children }: SectionProps) {
  return (
    <section class={name} aria-labelledby={id}>
      <div class="section-title">
        <h2 id={id}>{title}</h2>
        {hint && <span class="hint">{hint}</span>}
      </div>
      {children}
    </section>
  );
}

/** Cards with a figure each. */
export function Figures({ label, children }: { label?: string; children: ComponentChildren }) {
  return <dl class="grid figures" aria-label={label}>{children}</dl>;
}

type FigureProps = { name: string; value?: string; children?: ComponentChildren };

/** A name with `value`, or with `<dd>` elements as children. */
export function Figure({ name, value, children }: FigureProps) {
  return (
    <div class="card">
      <dt class="hint">{name}</dt>
      {value === undefined ? children : <dd class="figure num">{value}</dd>}
    </div>
  );
}

/** A column. `look` is the class of its cells and its header; `cells` replaces it for the cells. */
type Column<Row> = {
  name: string;
  cell: (row: Row) => ComponentChildren;
  look?: string;
  cells?: string;
};

type TableProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  class?: string;
  /** The caption, which only screen readers read. */
  caption?: string;
  /** Number of the column that names the row; by default the first, -1 for no column. */
  head?: number;
  lang?: string;
};

/** A table. */
export function Table<Row>(
  { columns, rows, keyOf, class: extra, caption, head = 0, lang }: TableProps<Row>,
) {
  return (
    <table class={extra ? `table ${extra}` : "table"} lang={lang}>
      {caption && <caption class="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ name, look }) => <th key={name} scope="col" class={look}>{name}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, cell, look, cells = look }, at) =>
              at === head
                ? <th key={name} scope="row" class={cells}>{cell(row)}</th>
                : <td key={name} class={cells}>{cell(row)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ScrollProps = { label: string; class?: string; children: ComponentChildren };

/**
 * A box that scrolls content wider than a phone. It is not a landmark, because its section is one.
 */
export function Scroll({ label, class: extra, children }: ScrollProps) {
  return (
    <div
      class={extra ? `table-scroll ${extra}` : "table-scroll"}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  );
}

type FoldedProps<Row> = Omit<TableProps<Row>, "lang"> & { caption: string; lang: Lang };

/** The table behind a chart, in a box that opens and scrolls. */
export function FoldedTable<Row>({ lang, ...table }: FoldedProps<Row>) {
  const { asTable } = innerWords[lang].chart;
  return (
    <details class="chart-table">
      <summary>{asTable}</summary>
      <Scroll class="chart-table-box" label={`${asTable}, ${table.caption}`}>
        <Table {...table} />
      </Scroll>
    </details>
  );
}
