/** Curves as a table, one row a week: what a chart of many lines says, for everybody. @module */

import { formatDay, formatPrice } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { countDays, type Lines } from "../../lib/shared/lines.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import type { InnerWords } from "../../lib/shared/words/inner.ts";
import { FoldedTable } from "./FoldedTable.tsx";

const WEEK = 7;

/** Folded away; newest first, beginning with the last day. */
export function LinesTable(
  { lines, label, lang, words }: { lines: Lines; label: string; lang: Lang; words: InnerWords },
) {
  const last = countDays(lines) - 1;
  const rows = Array.from({ length: Math.floor(last / WEEK) + 1 }, (_, week) => last - week * WEEK);
  return (
    <FoldedTable {...{ label, words }}>
      <thead>
        <tr>
          <th scope="col">{words.chart.day}</th>
          {lines.names.map((name) => <th scope="col" class="cell-num" key={name}>{name}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((at) => (
          <tr key={at}>
            <th scope="row" class="nowrap">{formatDay(addDays(lines.from, at), lang)}</th>
            {lines.millis.map((line, column) => (
              <td class="cell-num" key={column}>
                {line[at] === null ? "–" : formatPrice(toPriceText(line[at]), lang)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FoldedTable>
  );
}
