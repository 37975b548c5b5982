/** A town's page: the cheapest stations around it, its map, its department's mean, towns nearby. @module */

import type { TownPageData } from "../../lib/pages/town/load.ts";
import { formatEuros, formatKm } from "../../lib/shared/words/format.ts";
import { toLocalPath } from "../../lib/shared/words/lang.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toDepartmentPath } from "../../lib/shared/page/page_paths.ts";
import { toAtTown } from "../../lib/shared/place/place_name.ts";
import { USUAL_CAR } from "../../lib/shared/price/real_cost.ts";
import { toTertile } from "../../lib/shared/price/tertiles.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { commonWords, count, fill } from "../../lib/shared/words/mod.ts";
import { PageHead, Section, toDateText, TownLinks } from "../Blocks.tsx";
import { FuelLinks } from "../FuelChoice.tsx";
import { InnerPage } from "../Page.tsx";
import { Price } from "../Price.tsx";
import { DotLegend, OpenMap, PlaceMap } from "../area/AreaMaps.tsx";
import { StationList } from "../area/AreaPrices.tsx";

type Props = { data: TownPageData };

/** The whole page. */
export function TownPage({ data, url }: Props & { url: URL }) {
  const { lang, nowMs } = data.request;
  const [words, common] = [areaWords[lang], commonWords[lang]];
  const { town, fuel, entries, total, bounds, isCovered, isWidened, radius: km, towns, state } = data;
  const title = (
    <>
      {fill(words.town.heading, { atName: toAtTown(town.name, lang) })} <span class="muted">{data.postal}</span>
    </>
  );
  const around = `${fill(words.town.around, { count: count(common.stations, total, { lang }), km })}. `;
  return (
    <InnerPage {...{ url, data, state }}>
      <PageHead
        title={title}
        lead={entries.length > 0 && (isWidened ? around + fill(words.town.widened, { km }) : around)}
      >
        <FuelLinks {...{ fuel, common }} path={url.pathname} />
      </PageHead>
      <div class="two">
        <Section
          id="stations"
          title={fill(words.department.cheapest, { fuel: common.fuels[fuel].short })}
          hint={toDateText(state, lang)}
        >
          {entries.length === 0
            ? <p class="state">{isCovered ? fill(words.town.none, { km }) : words.department.uncovered}</p>
            : (
              <>
                <StationList {...{ entries, bounds, fuel, nowMs, lang }} />
                <p class="hint town-note">{words.town.fromCentre}</p>
              </>
            )}
        </Section>
        <div class="column">
          {isCovered && <MapSection data={data} />}
          <Compared data={data} />
          {towns.length > 0 && (
            <Section id="towns" title={words.town.towns}>
              <TownLinks
                towns={towns.map(({ town, km }) => ({ town, note: formatKm(km, lang) }))}
                {...{ fuel, lang }}
              />
            </Section>
          )}
        </div>
      </div>
    </InnerPage>
  );
}

/** The stations of the list on a map. */
function MapSection({ data: { request: { lang }, town, map, entries, bounds, fuel } }: Props) {
  const words = areaWords[lang];
  const dots = bounds === null ? [] : entries.map(({ latitude: lat, longitude: lng, price }) => ({
    ...{ lat, lng, level: toTertile(parsePriceText(price), bounds) },
  }));
  const label = fill(words.town.mapLabel, { atName: toAtTown(town.name, lang) });
  return (
    <Section id="map" title={words.department.map}>
      <PlaceMap {...map} {...{ label, dots, lang }} />
      {dots.length > 0 && <DotLegend lang={lang} />}
      <OpenMap query={`fuel=${fuel}&place=${town.code}`} look="button button-primary" lang={lang} />
    </Section>
  );
}

/** The department's mean, and what the choice of a station is worth. */
function Compared({ data: { request: { lang }, entries, department, departmentMean, fuel } }: Props) {
  const words = areaWords[lang];
  const [cheapest, dearest] = [entries.at(0), entries.at(-1)];
  const spread = cheapest && dearest ? parsePriceText(dearest.price) - parsePriceText(cheapest.price) : 0;
  const { litres } = USUAL_CAR;
  return (
    <dl class="facts">
      {spread > 0 && (
        <div>
          <dt>{words.town.spread}</dt>
          <dd>
            <span class="price price-l">{formatEuros((spread / 1000) * litres, lang)}</span>{" "}
            <span class="hint">{fill(words.town.spreadText, { litres })}</span>
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
