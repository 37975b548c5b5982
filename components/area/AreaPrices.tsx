/**
 * Prices of an area: a card for each fuel's mean, the lowest and the highest price, ranked lists of
 * stations.
 *
 * @module
 */

import type { Aggregate, CheapStation, Department, National } from "../../lib/domain/wire.ts";
import type { TrendsPageData } from "../../lib/pages/trends/load.ts";
import type { PageDataState } from "../../lib/site/metadata.ts";
import { toStationPath } from "../../lib/site/paths.ts";
import { toAtTown } from "../../lib/places/place_name.ts";
import { toCautiousMilli } from "../../lib/shared/price/age_lead.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import type { Tertile } from "../../lib/shared/price/tertiles.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type ListEntry, toStationName } from "../../lib/site/listed_station.ts";
import { areaWords } from "../../lib/words/area_pages.ts";
import { formatCents, formatKm, formatPrice } from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { COLON, commonWords, count, fill } from "../../lib/words/mod.ts";
import { Section, toDateText } from "../Blocks.tsx";
import { BrandChip } from "../BrandChip.tsx";
import { Price, PricePill } from "../Price.tsx";
import { Age, Trend } from "../PriceNotes.tsx";

type Clocked = { nowMs: number; lang: Lang };

type MeansProps = { means: readonly Aggregate[]; fuel: Fuel; path: string; lang: Lang };

/**
 * One card for each fuel, a link to the page at `path` (in its language, without a query) with that
 * fuel.
 */
export function FuelMeans({ means, fuel, path, lang }: MeansProps) {
  const common = commonWords[lang];
  const priced = means.filter(({ avgPrice1d }) => avgPrice1d !== null);
  return (
    <>
      <ul class="means">
        {means.map(({ fuelType, avgPrice1d, trend7d, change7d, stationCount }) => (
          <li key={fuelType}>
            <a
              class="mean"
              href={`${path}?fuel=${fuelType}`}
              aria-current={fuelType === fuel ? "true" : "false"}
            >
              <span class="mean-fuel">{common.fuels[fuelType].short}</span>
              {avgPrice1d === null
                ? <span class="price price-l muted">–</span>
                : <Price price={avgPrice1d} lang={lang} class="price-l" />}
              <span class="mean-trend">
                {avgPrice1d !== null && (
                  <Trend trend={trend7d} change={change7d} lang={lang} common={common} />
                )}
              </span>
              <span class="mean-count">{count(common.stations, stationCount, { lang })}</span>
            </a>
          </li>
        ))}
      </ul>
      {priced.length > 0 && priced.every(({ change7d }) => change7d === null) && (
        <p class="hint">{common.trend.unknown}</p>
      )}
    </>
  );
}

type MoveProps = { move: TrendsPageData["move"]; national: National; lang: Lang };

/** "Gazole : −4,2 c en 7 jours, en baisse dans 91 % des stations."; null without a week of data. */
export function MoveLine({ move, national: { fuelType, change7d, trend7d }, lang }: MoveProps) {
  if (move === null || change7d === null || trend7d === "unknown") return null;
  const { move: words } = areaWords[lang];
  const toPercent = (share: number) => Math.round(share * 100);
  const share = toPercent(trend7d === "up" ? move.roseShare : move.fellShare);
  const fuel = commonWords[lang].fuels[fuelType].short;
  return (
    <p class="move">
      {fill(words[trend7d], { fuel, cents: formatCents(change7d, lang), share })}
      {move.isFast && ` ${fill(words.fast, { share: toPercent(move.risesShare) })}`}
    </p>
  );
}

/**
 * "Le moins cher : 1,848 € à Puilboreau (17), relevé il y a 2 j."; null where the fuel is not sold.
 */
export function Extremes({ means, ...shown }: Clocked & { means: National | Department }) {
  const { min, max, scope, fuelType: fuel } = means;
  if (min === null || max === null) return null;
  const { lang } = shown;
  const words = areaWords[lang];
  const hasDepartment = scope === "national";
  return (
    <p class="hint">
      {`${words.lowest}${COLON[lang]} `}
      <Extreme station={min} fuel={fuel} hasDepartment={hasDepartment} {...shown} />
      {`. ${words.highest}${COLON[lang]} `}
      <Extreme station={max} fuel={fuel} hasDepartment={hasDepartment} {...shown} />.
    </p>
  );
}

/** `hasDepartment` adds the department to the town. */
type ExtremeProps = Clocked & { station: CheapStation; fuel: Fuel; hasDepartment: boolean };

/** "1,848 € à Puilboreau (17), relevé il y a 2 j", with a link to the station. */
export function Extreme({ station, fuel, hasDepartment, nowMs, lang }: ExtremeProps) {
  const { id, city, department, price, updated_at, membersOnly } = station;
  const place = city === null ? toStationName(station, commonWords[lang]) : toAtTown(city, lang);
  const code = hasDepartment && department !== null ? ` (${department})` : "";
  return (
    <>
      <a href={toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang)}>
        {`${formatPrice(price, lang)} ${place}${code}`}
      </a>
      {membersOnly && ` (${commonWords[lang].station.membersOnly.toLowerCase()})`}
      {`, ${areaWords[lang].reported} `}
      <Age at={updated_at} nowMs={nowMs} lang={lang} />
    </>
  );
}

type ListProps = Clocked & {
  /** Without `level`, the price is not judged. `gain` is the saving at the station, in words. */
  entries: readonly (ListEntry & { level?: Tertile | null; gain?: string | null })[];
  fuel: Fuel;
  /** Whether the first entry is the cheapest of all. */
  hasBest?: boolean;
};

type CheapestProps = ListProps & { id: string; state: PageDataState; none: string; note?: string };

/**
 * The section of an area's cheapest stations, with the instant of their prices and a note. Shows
 * `none` for an empty list.
 */
export function CheapestSection({ id, state, none, note, ...list }: CheapestProps) {
  const { entries, fuel, lang } = list;
  const title = fill(areaWords[lang].department.cheapest, {
    fuel: commonWords[lang].fuels[fuel].short,
  });
  return (
    <Section id={id} title={title} hint={toDateText(state, list)}>
      {entries.length === 0 ? <p class="state">{none}</p> : <StationList {...list} />}
      {entries.length > 0 && note && <p class="hint town-note">{note}</p>}
    </Section>
  );
}

/** Stations in the given order. */
export function StationList({ entries, fuel, nowMs, lang, hasBest = true }: ListProps) {
  const common = commonWords[lang];
  const open = entries.filter(({ membersOnly }) => !membersOnly);
  const compared = open.map(({ price, updated_at }) =>
    toCautiousMilli({
      fuel,
      priceMilli: parsePriceText(price),
      ageMs: nowMs - Date.parse(updated_at),
    })
  );
  const best = hasBest ? open[compared.indexOf(Math.min(...compared))]?.price : undefined;
  const isCheck = ({ price, membersOnly }: ListEntry) =>
    !membersOnly && best !== undefined && Number(price) < Number(best);
  return (
    <ol class="ranked">
      {entries.map((entry) => (
        <li key={entry.id}>
          <a
            class="row ranked-line"
            href={toLocalPath(`${toStationPath(entry.id)}?fuel=${fuel}`, lang)}
          >
            <BrandChip brand={entry.brand} />
            <span class="ranked-what">
              <span class="ranked-name">{toStationName(entry, common)}</span>
              <span class="ranked-where">
                {[entry.address, entry.city].filter(Boolean).join(", ")}
              </span>
              {(entry.membersOnly || entry.motorway || entry.automate_24_7) && (
                <span class="row ranked-tags">
                  {entry.membersOnly && <span class="tag">{common.station.membersOnly}</span>}
                  {entry.motorway && <span class="tag">{common.station.motorway}</span>}
                  {entry.automate_24_7 && <span class="tag">{common.station.automate}</span>}
                </span>
              )}
            </span>
            <span class="ranked-price">
              {entry.level === undefined
                ? <Price lang={lang} price={entry.price} class="price-l" />
                : (
                  <PricePill
                    price={entry.price}
                    level={entry.level}
                    isBest={!entry.membersOnly && entry.price === best}
                    lang={lang}
                    common={common}
                  />
                )}
              {entry.gain && <strong class="num">{entry.gain}</strong>}
              <span class="ranked-facts">
                {entry.distance_km !== undefined && (
                  <span class="num">{formatKm(entry.distance_km, lang)}</span>
                )}
                <span>
                  <Age at={entry.updated_at} nowMs={nowMs} lang={lang} />
                  {isCheck(entry) && common.price.check}
                </span>
              </span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
