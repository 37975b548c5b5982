/** The favourite stations with their current prices; only the device knows them, so a script fetches the prices. @module */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Posted } from "../components/Paid.tsx";
import { Price } from "../components/Price.tsx";
import { Age, StockOut } from "../components/PriceNotes.tsx";
import { BrandChip } from "../components/BrandChip.tsx";
import { DriverButton } from "../components/driver/DriverButton.tsx";
import { IconButton } from "../components/Icon.tsx";
import { DirectionsButton } from "../components/Directions.tsx";
import { followPrices } from "../lib/client/device/favourite_changes.ts";
import { changeDriver, readBrands, readDriver } from "../lib/client/device/driver.ts";
import { readLastVisit } from "../lib/client/device/last_visit.ts";
import { toggleFavourite, watchFavourites } from "../lib/client/device/favourites.ts";
import { createFavouriteStations } from "../lib/client/device/favourite_stations.ts";
import { toTarget } from "../lib/shared/route/directions.ts";
import { formatCents, formatDay, formatInstant, formatKm } from "../lib/shared/words/format.ts";
import type { CurrentStation, Favourite } from "../lib/shared/station/favourites.ts";
import type { Fuel } from "../lib/shared/station/fuels.ts";
import type { LastVisit } from "../lib/shared/explorer/last_visit.ts";
import { toKm } from "../lib/shared/station/listed_station.ts";
import { toPriceText } from "../lib/shared/price/money.ts";
import { findPaid, hasOwnPrices, toFuels, toPaid } from "../lib/shared/price/my_price.ts";
import { type Driver, USUAL_DRIVER } from "../lib/shared/price/real_cost.ts";
import { DEFAULT_FUEL } from "../lib/shared/explorer/url_state.ts";
import { type Lang, toLocalPath } from "../lib/shared/words/lang.ts";
import { toStationPath } from "../lib/shared/page/page_paths.ts";
import { isOutForNow } from "../lib/shared/price/unranked.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";
import type { deviceWords } from "../lib/shared/words/device_pages.ts";

type Props = { lang: Lang; words: typeof deviceWords.fr.favourites; common: CommonWords; nowMs: number };

const MAX_FETCHED = 30;

/** Sorts favourites by the price paid, cheapest first, those without a price last; `bestId` is null where there is nothing to compare. */
function rankFavourites(
  favourites: readonly Favourite[],
  stations: ReadonlyMap<string, CurrentStation | null>,
  own: { fuel: Fuel; driver: Driver },
): { ordered: Favourite[]; bestId: string | null } {
  const priceOf = ({ id }: Favourite) => {
    const current = stations.get(id);
    return (current && findPaid(current, own)?.comparedMilli) ?? Infinity;
  };
  const ordered = favourites.toSorted((a, b) => priceOf(a) === priceOf(b) ? 0 : priceOf(a) - priceOf(b));
  const [first, second] = ordered;
  return { ordered, bestId: first && second && priceOf(second) < Infinity ? first.id : null };
}

/** Four states: waiting, empty, failed (the stations without prices), filled. */
export default function Favourites({ lang, words, common, nowMs }: Props) {
  const { favourites, found, start } = useMemo(() => createFavouriteStations(MAX_FETCHED), []);
  const driver = useSignal(USUAL_DRIVER);
  useEffect(() => {
    const recall = () => driver.value = readDriver();
    recall();
    watchFavourites(recall);
    start();
  }, []);
  const visit = useMemo(readLastVisit, [found.value]);
  const changeOf = useMemo(() => found.value && followPrices(found.value.stations, nowMs), [found.value]);
  // In the order of prices from the start: a list that changes under the eyes would be none.
  if (favourites.value === null || (favourites.value.length > 0 && found.value === null)) {
    return <div class="skeleton favourites-waiting" aria-label={common.states.waiting} />;
  }
  if (favourites.value.length === 0) {
    return (
      <div class="state">
        <p class="state-title">{words.empty}</p>
        <p>{words.emptyText}</p>
        <a class="button button-primary" href={toLocalPath("/", lang)} aria-current="false">{words.findOne}</a>
      </div>
    );
  }
  const fuel = visit?.fuel ?? DEFAULT_FUEL;
  const own = { fuel, driver: driver.value };
  const { ordered, bestId } = rankFavourites(favourites.value, found.value?.stations ?? new Map(), own);
  const names = toFuels(fuel, driver.value).map((each) => common.fuels[each].short).join(", ");
  const isOwn = hasOwnPrices(fuel, driver.value);
  const card = { ...own, changeOf, place: visit?.place ?? null, lang, words, common, nowMs };
  return (
    <>
      {found.value?.hasFailed && <p class="state state-failed" role="alert">{words.failed}</p>}
      {found.value?.asOf && <p class="hint">{fill(words.saved, { date: formatInstant(found.value.asOf, lang) })}</p>}
      {bestId !== null && <p class="hint">{fill(isOwn ? words.byOwnPrice : words.byPrice, { fuel: names })}</p>}
      <DriverButton
        {...{ lang, common, readBrands }}
        text={common.driver}
        driver={driver.value}
        onChange={(change) => changeDriver(driver, change)}
      />
      <ul class="grid favourites">
        {ordered.map((station) => (
          <li class="card favourite-card" key={station.id}>
            <Card
              {...{ station, ...card }}
              isBest={station.id === bestId}
              current={found.value?.stations.get(station.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type CardProps = Props & {
  fuel: Fuel;
  driver: Driver;
  /** Whether it is the cheapest of several for that fuel. */
  isBest: boolean;
  changeOf: ReturnType<typeof followPrices> | null;
  /** The place of the last visit, from which distances are measured; null when nothing is remembered. */
  place: LastVisit["place"];
  station: Favourite;
  /** Null: there is no such station; undefined: not known (yet). */
  current: CurrentStation | null | undefined;
};

function Card(props: CardProps) {
  const { station, current, place, lang, words, common } = props;
  const target = current ? toTarget(current, station.title) : null;
  const km = target && place && formatKm(toKm(place, target), lang);
  return (
    <>
      <div class="favourite-head">
        <BrandChip brand={current ? current.brand : station.title} />
        <a class="favourite-name" href={toLocalPath(toStationPath(station.id), lang)}>
          {station.title}
          <span class="hint">{[current?.address, station.town].filter(Boolean).join(", ")}</span>
          {km && <span class="hint">{fill(words.away, { km, place: place!.name })}</span>}
        </a>
        <IconButton
          icon="close"
          label={fill(words.remove, { name: station.title })}
          class="button button-icon"
          onClick={() => toggleFavourite(station)}
        />
      </div>
      {current === null ? <p class="hint">{words.gone}</p> : current && <Offers {...props} current={current} />}
      {target && <DirectionsButton target={target} words={common} />}
    </>
  );
}

/** Prices in force, and what has run out; says so when there is neither. */
function Offers(props: CardProps & { current: CurrentStation }) {
  const { current, fuel: seen, driver, isBest, changeOf, lang, words, common, nowMs } = props;
  const prices = current.prices.filter((offer) => offer.in_force)
    .map((offer) => ({
      ...offer,
      paid: toPaid({ ...offer, brand: current.brand }, { fuel: seen, driver }),
      change: changeOf?.(current.id, offer.fuel),
    }));
  const shortages = current.out_of_stock.filter((shortage) => isOutForNow(shortage, nowMs));
  const chosen = findPaid(current, { fuel: seen, driver })?.fuel;
  if (prices.length + shortages.length === 0) return <p class="hint">{words.noPrices}</p>;
  return (
    <ul class="favourite-prices">
      {prices.map(({ fuel, paid, change, updated_at }) => (
        <li key={fuel}>
          <span>{common.fuels[fuel].short}</span>
          <span>
            {isBest && fuel === chosen && (
              <>
                <span class="price-sign" aria-hidden="true">★</span>
                <span class="sr-only">{common.levels.best},</span>
                {" "}
              </>
            )}
            <Price price={toPriceText(paid.priceMilli)} lang={lang} />
          </span>
          <Age at={updated_at} {...{ nowMs, lang }} />
          <Posted {...{ paid, lang }} words={common} isNamed={false} class="favourite-change" />
          {change && (
            <span class="favourite-change">
              {fill(words.changed, {
                cents: formatCents(change.difference, lang),
                date: formatDay(new Date(change.sinceMs).toISOString(), lang),
              })}
            </span>
          )}
        </li>
      ))}
      {shortages.map((shortage) => (
        <li key={shortage.fuel} class="favourite-out">
          <span>{common.fuels[shortage.fuel].short}</span>
          <StockOut {...shortage} {...{ nowMs, lang, common }} />
        </li>
      ))}
    </ul>
  );
}
