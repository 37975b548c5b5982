/** The list of departments: map and table. @module */

import { FuelLinks } from "../FuelChoice.tsx";
import { FranceMap } from "../area/AreaMaps.tsx";
import { HomeStyles } from "../home/Landing.tsx";
import { Legend, PricePill } from "../Price.tsx";
import type { DepartmentsPageData } from "../../lib/pages/departments/load.ts";
import { formatCents, formatCount, formatInstant } from "../../lib/shared/format.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { toAsOf } from "../../lib/shared/page.ts";
import { toDepartmentPath } from "../../lib/shared/page_paths.ts";
import { toTertile } from "../../lib/shared/tertiles.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { commonWords, fill } from "../../lib/shared/words/mod.ts";
import { InnerPage } from "../Page.tsx";

type Props = { data: DepartmentsPageData };

const ARROW = { up: "↗", down: "↘", stable: "→", unknown: "" } as const;

/** The whole page. */
export function DepartmentsPage({ data, url }: Props & { url: URL }) {
  const { request, meta, fuel, departments, uncovered, bounds, state } = data;
  const { lang } = request;
  const [common, words] = [commonWords(lang), areaWords(lang).departments];
  return (
    <InnerPage {...{ url, request, meta, state }} current="/departements">
      <HomeStyles />
      <header class="page-head">
        <h1>{words.heading}</h1>
        <p class="page-lead">
          {`${words.intro} ${fill(common.price.asOf, { date: formatInstant(toAsOf(state), lang) })}.`}
        </p>
        <FuelLinks fuel={fuel} path={url.pathname} words={common} />
      </header>
      <div class="two two-wide">
        <div class="sticky">
          <FranceMap {...{ departments, bounds, fuel, lang }} noMean={words.noMean} />
          <Legend {...{ bounds, lang }} label={words.mean} words={common} />
        </div>
        <div>
          <DepartmentTable data={data} />
          {uncovered.length > 0 && <p class="hint">{fill(words.uncovered, { names: uncovered.join(", ") })}</p>}
        </div>
      </div>
    </InnerPage>
  );
}

function DepartmentTable({ data: { request: { lang }, fuel, departments, bounds } }: Props) {
  const [common, words] = [commonWords(lang), areaWords(lang).departments];
  return (
    <table class="table department-table">
      <caption class="sr-only">{fill(words.title, { ofFuel: common.fuels[fuel].of })}</caption>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col" class="cell-num">{words.mean}</th>
          <th scope="col" class="cell-num wide-only">{words.change}</th>
          <th scope="col" class="cell-num wide-only">{words.stations}</th>
        </tr>
      </thead>
      <tbody>
        {departments.map(({ code, name, avgPrice1d, trend7d, change7d, stationCount }) => (
          <tr key={code}>
            <th scope="row">
              <a href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}>
                <span class="muted num">{code}</span> {name}
              </a>
            </th>
            <td class="cell-num">
              {avgPrice1d === null ? <span class="muted">{words.noMean}</span> : (
                <PricePill
                  price={avgPrice1d}
                  level={code.length > 2 || bounds === null ? null : toTertile(parsePriceText(avgPrice1d), bounds)}
                  lang={lang}
                  words={common}
                />
              )}
            </td>
            <td class="cell-num wide-only">
              {change7d === null ? "–" : `${ARROW[trend7d]} ${formatCents(change7d, lang)}`}
            </td>
            <td class="cell-num wide-only">{formatCount(stationCount, lang)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
