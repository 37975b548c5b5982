/**
 * The buttons that save a chart: its figures from the API, and its drawing as a picture.
 *
 * @module
 */

import { asset, Head } from "fresh/runtime";
import type { Lang } from "../../lib/words/lang.ts";
import { COLON } from "../../lib/words/fill.ts";

/** `csv` is the address of the series in the API. `label` names the chart. */
type Props = { csv: string; label: string; lang: Lang };

/**
 * CSV for spreadsheets in the page's language, and PNG if scripts run (`static/chart_picture.js`).
 */
export function ChartFiles({ csv, label, lang }: Props) {
  return (
    <p class="row chart-files">
      <Head>
        <script key="chart_picture.js" src={asset("/chart_picture.js")} type="module" />
      </Head>
      <a
        class="button"
        href={`${csv}&format=csv&locale=${lang}`}
        aria-label={`CSV${COLON[lang]} ${label}`}
        download
      >
        CSV
      </a>
      <button
        type="button"
        class="button js-only"
        data-picture={label}
        aria-label={`PNG${COLON[lang]} ${label}`}
      >
        PNG
      </button>
    </p>
  );
}
