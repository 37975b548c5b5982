/** The list of departments: map and table. @module */

import { asset, Head } from "fresh/runtime";
import { FuelLinks } from "../../components/FuelLinks.tsx";
import { FranceMap } from "../../components/home/FranceMap.tsx";
import { Legend } from "../../components/home/Legend.tsx";
import { PricePill } from "../../components/Price.tsx";
import { formatCents, formatCount, formatInstant, formatPrice } from "../../lib/shared/format.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { toDepartmentPath } from "../../lib/shared/page_paths.ts";
import { toTertile } from "../../lib/shared/tertiles.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords, fill } from "../../lib/shared/words/mod.ts";
import { toAsOf } from "./frame.ts";
import { InnerPage } from "./inner_page.tsx";
import type { DepartmentsPageData } from "./load_departments.ts";

type Props = { data: DepartmentsPageData };

const ARROW = { up: "↗", down: "↘", stable: "→", unknown: "" } as const;

function toMeta({ frame: { lang }, fuel, national, bounds, state }: DepartmentsPageData) {
  const words = areaWords(lang).departments;
  const ofFuel = commonWords(lang).fuels[fuel].of;
  const title = fill(words.title, { ofFuel });
  if (bounds === null || national.avgPrice1d === null) return { title, description: title };
  const milli = (value: number) => formatPrice((value / 1000).toFixed(3), lang);
  const prices = { price: formatPrice(national.avgPrice1d, lang), low: milli(bounds.min), high: milli(bounds.max) };
  const date = formatInstant(toAsOf(state), lang);
  return { title, description: fill(words.description, { ofFuel, date, ...prices }) };
}

/** The whole page. */
export function DepartmentsPage({ data, url }: Props & { url: URL }) {
  const { frame, fuel, departments, bounds, state } = data;
  const { lang } = frame;
  const [common, inner, words] = [commonWords(lang), innerWords(lang), areaWords(lang).departments];
  const crumbs = [{ name: inner.departments, path: "/departements" }];
  return (
    <InnerPage {...{ url, frame, crumbs, state }} path="/departements" {...toMeta(data)}>
      <Head>
        <link rel="stylesheet" href={asset("/home.css")} />
      </Head>
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
        <DepartmentTable data={data} />
      </div>
    </InnerPage>
  );
}

function DepartmentTable({ data: { frame: { lang }, fuel, departments, bounds } }: Props) {
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
