/** A town's page. @module */

import { DotLegend } from "../area/AreaMaps.tsx";
import { PlaceMap } from "../area/PlaceMap.tsx";
import { StationList } from "../area/StationList.tsx";
import { FuelLinks } from "../FuelChoice.tsx";
import { Icon } from "../Icon.tsx";
import { Price } from "../Price.tsx";
import type { TownPageData } from "../../lib/pages/town/load.ts";
import { formatEuros, formatInstant, formatKm } from "../../lib/shared/format.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { toAsOf } from "../../lib/shared/page.ts";
import { toDepartmentPath, toTownPath } from "../../lib/shared/page_paths.ts";
import { USUAL_CAR } from "../../lib/shared/real_cost.ts";
import { toAtTown } from "../../lib/shared/place_name.ts";
import { toTertile } from "../../lib/shared/tertiles.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { commonWords, count, fill } from "../../lib/shared/words/mod.ts";
import { InnerPage } from "../Page.tsx";

type Props = { data: TownPageData };

function wordsOf({ request: { lang } }: TownPageData) {
  return { lang, common: commonWords(lang), words: areaWords(lang) };
}

/** The whole page. */
export function TownPage({ data, url }: Props & { url: URL }) {
  const { lang, common, words } = wordsOf(data);
  const { request, meta, town, fuel, entries, bounds, isCovered, state } = data;
  return (
    <InnerPage {...{ url, request, meta, state }}>
      <header class="page-head">
        <h1>
          {fill(words.town.heading, { atName: toAtTown(town.name, lang) })} <span class="muted">{data.postal}</span>
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
            ? <p class="state">{isCovered ? fill(words.town.none, { km: data.radius }) : words.department.uncovered}</p>
            : <StationList {...{ entries, bounds, fuel, lang }} nowMs={request.nowMs} words={common} />}
          {entries.length > 0 && <p class="hint town-note">{words.town.fromCentre}</p>}
        </section>
        <div class="column">
          <MapSection data={data} />
          <Compared data={data} />
          <NearTowns data={data} />
        </div>
      </div>
    </InnerPage>
  );
}

/** The stations of the list on a map; nothing where the source knows none. */
function MapSection({ data }: Props) {
  const { lang, words } = wordsOf(data);
  if (!data.isCovered) return null;
  const { town, map, entries, bounds, fuel } = data;
  const dots = bounds === null ? [] : entries.map(({ latitude: lat, longitude: lng, price }) => ({
    ...{ lat, lng, level: toTertile(parsePriceText(price), bounds) },
  }));
  return (
    <section aria-labelledby="map">
      <div class="section-title">
        <h2 id="map">{words.department.map}</h2>
      </div>
      <PlaceMap
        {...map}
        label={fill(words.town.mapLabel, { atName: toAtTown(town.name, lang) })}
        {...{ dots, lang }}
      />
      {dots.length > 0 && <DotLegend words={words.legend} />}
      <p class="after-map">
        <a
          class="button button-primary"
          href={toLocalPath(`/?fuel=${fuel}&place=${town.code}`, lang)}
          aria-current="false"
        >
          <Icon name="locate" /> {words.department.allOnMap}
        </a>
      </p>
    </section>
  );
}

function Around({ data }: Props) {
  const { lang, words } = wordsOf(data);
  const { entries, total, radius: km, isWidened } = data;
  if (entries.length === 0) return null;
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
  const [cheapest, dearest] = [entries.at(0), entries.at(-1)];
  const spread = cheapest && dearest ? parsePriceText(dearest.price) - parsePriceText(cheapest.price) : 0;
  return (
    <dl class="facts">
      {spread > 0 && (
        <div>
          <dt>{words.town.spread}</dt>
          <dd>
            <span class="price price-l">{formatEuros((spread / 1000) * USUAL_CAR.litres, lang)}</span>{" "}
            <span class="hint">{fill(words.town.spreadText, { litres: USUAL_CAR.litres })}</span>
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
