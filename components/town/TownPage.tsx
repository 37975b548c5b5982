/** A town's page: the cheapest stations around it, its map, its department's mean, towns nearby. @module */

import type { loadTown } from "../../lib/pages/town/load.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toDepartmentPath } from "../../lib/shared/page/page_paths.ts";
import { toAtTown } from "../../lib/shared/place/place_name.ts";
import { USUAL_CAR } from "../../lib/shared/price/real_cost.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { formatEuros } from "../../lib/shared/words/format.ts";
import { toLocalPath } from "../../lib/shared/words/lang.ts";
import { commonWords, count, fill } from "../../lib/shared/words/mod.ts";
import { PageHead, TownLinks } from "../Blocks.tsx";
import { FuelLinks } from "../FuelChoice.tsx";
import { InnerPage } from "../Page.tsx";
import { Price } from "../Price.tsx";
import { MapSection, PlaceMap, toDots } from "../area/AreaMaps.tsx";
import { CheapestSection } from "../area/AreaPrices.tsx";

type Props = { data: Awaited<ReturnType<typeof loadTown>> };

/** The whole page. */
export function TownPage({ data, url }: Props & { url: URL }) {
  const { lang, nowMs } = data.request;
  const [words, common] = [areaWords[lang], commonWords[lang]];
  const { town, fuel, entries, total, isCovered, isWidened, radius: km, towns, state } = data;
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
        <CheapestSection
          id="stations"
          none={isCovered ? fill(words.town.none, { km }) : words.department.uncovered}
          note={words.town.fromCentre}
          {...{ entries, fuel, nowMs, lang, state }}
        />
        <div class="column">
          {isCovered && <TownMap data={data} />}
          <Compared data={data} />
          <TownLinks title={words.town.towns} {...{ towns, fuel, lang }} />
        </div>
      </div>
    </InnerPage>
  );
}

function TownMap({ data: { request: { lang }, town, map, entries, fuel } }: Props) {
  const dots = toDots(entries);
  const label = fill(areaWords[lang].town.mapLabel, { atName: toAtTown(town.name, lang) });
  const query = `fuel=${fuel}&place=${town.code}`;
  return (
    <MapSection hasDots={dots.length > 0} look="button button-primary" {...{ query, lang }}>
      <PlaceMap {...map} {...{ label, dots, lang }} />
    </MapSection>
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
