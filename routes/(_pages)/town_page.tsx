/** A town's page. @module */

import { StationList, toName } from "../../components/area/StationList.tsx";
import { FuelLinks } from "../../components/FuelLinks.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Price } from "../../components/Price.tsx";
import { formatEuros, formatInstant, formatKm, formatPrice } from "../../lib/shared/format.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { toDepartmentPath, toTownPath } from "../../lib/shared/page_paths.ts";
import { toAtTown } from "../../lib/shared/place_name.ts";
import type { Place } from "../../lib/shared/places.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords, count, fill } from "../../lib/shared/words/mod.ts";
import { toAsOf } from "./frame.ts";
import { InnerPage } from "./inner_page.tsx";
import { toItemList } from "./linked_data.ts";
import type { TownPageData } from "./load_town.ts";

type Props = { data: TownPageData };

/** A radius is a round number: "5 km". */
function toRadius(km: number): string {
  return `${km}\u00a0km`;
}

/** What an example tank takes. */
const TANK_LITRES = 50;

/** The town's postal code; a city of several is told apart by its department. */
function toPostal({ postalCodes, department }: Place): string {
  return postalCodes.length === 1 ? postalCodes[0] : department;
}

function wordsOf({ frame: { lang } }: TownPageData) {
  return { lang, common: commonWords(lang), inner: innerWords(lang), words: areaWords(lang) };
}

function toMeta(data: TownPageData) {
  const { lang, common, words } = wordsOf(data);
  const { town, fuel, entries, total, radiusKm, state } = data;
  const { short, of } = common.fuels[fuel];
  const values = { atName: toAtTown(town.name, lang), postal: toPostal(town), fuel: short, ofFuel: of };
  const km = toRadius(radiusKm);
  if (entries.length === 0) {
    return { title: fill(words.town.title, values), description: fill(words.town.none, { km }), isIndexed: false };
  }
  const [{ price, brand, name }] = entries;
  const found = { price: formatPrice(price, lang), brand: toName({ brand, name }, common), km };
  const date = formatInstant(toAsOf(state), lang);
  return {
    title: fill(words.town.titlePrice, { ...values, ...found }),
    description: fill(words.town.description, {
      ...values,
      ...found,
      date,
      count: count(words.stations, total, { lang }),
    }),
  };
}

/** The whole page. */
export function TownPage({ data, url }: Props & { url: URL }) {
  const { lang, common, inner, words } = wordsOf(data);
  const { frame, town, department, fuel, entries, bounds, state } = data;
  const path = toTownPath(town);
  const crumbs = [
    { name: inner.departments, path: "/departements" },
    ...(department ? [{ name: department.name, path: toDepartmentPath(department.code) }] : []),
    { name: town.name, path },
  ];
  const items = entries.map((entry) => ({ id: entry.id, name: toName(entry, common) }));
  const mapPath = toLocalPath(`/?fuel=${fuel}&place=${town.code}`, lang);
  return (
    <InnerPage {...{ url, frame, path, crumbs, state }} {...toMeta(data)} linked={[toItemList(items, frame)]}>
      <header class="page-head">
        <h1>
          {fill(words.town.heading, { atName: toAtTown(town.name, lang) })} <span class="muted">{toPostal(town)}</span>
        </h1>
        <Around data={data} />
        <FuelLinks fuel={fuel} path={url.pathname} words={common} />
      </header>
      <div class="two">
        <section aria-labelledby="stations">
          <div class="section-title">
            <h2 id="stations">{fill(words.department.cheapest, { fuel: common.fuels[fuel].short })}</h2>
            <span class="hint">{fill(common.price.asOf, { date: formatInstant(toAsOf(state), lang) })}</span>
          </div>
          {entries.length === 0
            ? <p class="state">{fill(words.town.none, { km: toRadius(data.radiusKm) })}</p>
            : <StationList {...{ entries, bounds, fuel, lang }} nowMs={frame.nowMs} words={common} />}
          <p class="hint town-note">{words.town.fromCentre}</p>
        </section>
        <div class="column">
          <a class="button button-primary" href={mapPath}>
            <Icon name="locate" /> {words.department.allOnMap}
          </a>
          <Compared data={data} />
          <NearTowns data={data} />
        </div>
      </div>
    </InnerPage>
  );
}

function Around({ data }: Props) {
  const { lang, words } = wordsOf(data);
  const { entries, total, radiusKm, isWidened } = data;
  if (entries.length === 0) return null;
  const km = toRadius(radiusKm);
  return (
    <p class="page-lead">
      {`${fill(words.town.around, { count: count(words.stations, total, { lang }), km })}. `}
      {isWidened && fill(words.town.widened, { km })}
    </p>
  );
}

/** The department's mean, and what the choice of a station is worth. */
function Compared({ data }: Props) {
  const { lang, words } = wordsOf(data);
  const { entries, department, departmentMean, fuel } = data;
  const spread = entries.length < 2 ? 0 : parsePriceText(entries.at(-1)!.price) - parsePriceText(entries[0].price);
  return (
    <dl class="facts">
      {spread > 0 && (
        <div>
          <dt>{words.town.spread}</dt>
          <dd>
            <span class="price price-l">{formatEuros((spread / 1000) * TANK_LITRES, lang)}</span>{" "}
            <span class="hint">{fill(words.town.spreadText, { litres: TANK_LITRES })}</span>
          </dd>
        </div>
      )}
      {department && departmentMean !== null && (
        <div>
          <dt>
            <a href={toLocalPath(`${toDepartmentPath(department.code)}?fuel=${fuel}`, lang)}>{department.name}</a>
          </dt>
          <dd>
            <Price price={departmentMean} lang={lang} class="price-l" />{" "}
            <span class="hint">{words.departments.mean.toLowerCase()}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function NearTowns({ data }: Props) {
  const { lang, words } = wordsOf(data);
  if (data.towns.length === 0) return null;
  return (
    <section aria-labelledby="towns">
      <div class="section-title">
        <h2 id="towns">{words.town.towns}</h2>
      </div>
      <ul class="link-list">
        {data.towns.map(({ town, km }) => (
          <li key={town.code}>
            <a href={toLocalPath(`${toTownPath(town)}?fuel=${data.fuel}`, lang)}>{town.name}</a>{" "}
            <span class="hint num nowrap">{formatKm(km, lang)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
