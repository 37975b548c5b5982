/** Means of an area: a card for each fuel, and the stations with the lowest and the highest price. @module */

import type { Aggregate, CheapStation, Department, National } from "../../lib/domain/wire.ts";
import { formatCount, formatPrice } from "../../lib/shared/words/format.ts";
import type { Fuel } from "../../lib/shared/station/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { toStationName } from "../../lib/shared/station/listed_station.ts";
import { toStationPath } from "../../lib/shared/page/page_paths.ts";
import { toAtTown } from "../../lib/shared/place/place_name.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { COLON, commonWords, count } from "../../lib/shared/words/mod.ts";
import { Price } from "../Price.tsx";
import { Age, Trend } from "../PriceNotes.tsx";

type Clocked = { nowMs: number; lang: Lang };

type MeansProps = { means: readonly Aggregate[]; fuel: Fuel; path: string; lang: Lang };

/** One card for each fuel, each a link to the page at `path` (in its language, without a query) with that fuel. */
export function FuelMeans({ means, fuel, path, lang }: MeansProps) {
  const common = commonWords[lang];
  return (
    <ul class="means">
      {means.map(({ fuelType, avgPrice1d, trend7d, change7d, stationCount }) => (
        <li key={fuelType}>
          <a class="mean" href={`${path}?fuel=${fuelType}`} aria-current={fuelType === fuel ? "true" : "false"}>
            <span class="mean-fuel">{common.fuels[fuelType].short}</span>
            {avgPrice1d === null
              ? <span class="price price-l muted">–</span>
              : <Price price={avgPrice1d} lang={lang} class="price-l" />}
            <span class="mean-trend">
              {avgPrice1d !== null && <Trend trend={trend7d} change={change7d} {...{ lang, common }} />}
            </span>
            <span class="mean-count">
              {count(common.stations, stationCount, { lang, text: formatCount(stationCount, lang) })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** "Le moins cher : 1,848 € à Puilboreau (17), relevé il y a 2 j."; nothing where the fuel is not sold. */
export function Extremes({ means, ...shown }: Clocked & { means: National | Department }) {
  const { min, max, scope, fuelType: fuel } = means;
  if (min === null || max === null) return null;
  const { lang } = shown;
  const words = areaWords[lang];
  const hasDepartment = scope === "national";
  return (
    <p class="hint">
      {`${words.lowest}${COLON[lang]} `}
      <Extreme station={min} {...{ fuel, hasDepartment }} {...shown} />
      {`. ${words.highest}${COLON[lang]} `}
      <Extreme station={max} {...{ fuel, hasDepartment }} {...shown} />.
    </p>
  );
}

/** `hasDepartment`: the department is named with the town. */
type ExtremeProps = Clocked & { station: CheapStation; fuel: Fuel; hasDepartment: boolean };

/** "1,848 € à Puilboreau (17), relevé il y a 2 j", with a link to the station. */
export function Extreme({ station, fuel, hasDepartment, nowMs, lang }: ExtremeProps) {
  const { id, city, department, price, updated_at } = station;
  const place = city === null ? toStationName(station, commonWords[lang]) : toAtTown(city, lang);
  const code = hasDepartment && department !== null ? ` (${department})` : "";
  return (
    <>
      <a href={toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang)}>
        {`${formatPrice(price, lang)} ${place}${code}`}
      </a>
      {`, ${areaWords[lang].reported} `}
      <Age at={updated_at} {...{ nowMs, lang }} />
    </>
  );
}
