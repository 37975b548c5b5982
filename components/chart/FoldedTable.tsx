/** The table behind a chart, folded away: what a picture says, for everybody. @module */

import type { ComponentChildren } from "preact";
import type { InnerWords } from "../../lib/shared/words/inner.ts";

type Props = {
  /** Caption of the table, which is also what its box is called. */
  label: string;
  words: InnerWords;
  /** Head and body of the table. */
  children: ComponentChildren;
};

/** A table in a box of its own that scrolls. */
export function FoldedTable({ label, words, children }: Props) {
  return (
    <details class="chart-table">
      <summary>{words.chart.asTable}</summary>
      <div
        class="table-scroll chart-table-box"
        tabIndex={0}
        role="region"
        aria-label={`${words.chart.asTable}, ${label}`}
      >
        <table class="table">
          <caption class="sr-only">{label}</caption>
          {children}
        </table>
      </div>
    </details>
  );
}
