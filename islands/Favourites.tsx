/**
 * The favourite stations with their current prices. Only the device knows them, so a script fetches
 * the prices.
 *
 * @module
 */

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { AlertButton } from "../components/alerts/AlertButton.tsx";
import { DirectionsButton } from "../components/Directions.tsx";
import { DriverButton } from "../components/driver/DriverButton.tsx";
import { FavouriteStation, rankFavourites } from "../components/favourites/FavouriteStation.tsx";
import { HEART, IconButton } from "../components/Icon.tsx";
import { readStored } from "../lib/client/browser.ts";
import { changeDriver, readBrands, readDriver } from "../lib/client/device/driver.ts";
import { createFavouritePrices } from "../lib/client/device/favourite_prices.ts";
import { toggleFavourite, watchFavourites } from "../lib/client/device/favourites.ts";
import { type LastVisit, parseLastVisit } from "../lib/site/explorer/last_visit.ts";
import { LAST_VISIT_KEY } from "../lib/site/stored_keys.ts";
import { toFeedPath } from "../lib/site/paths.ts";
import { toPriceText } from "../lib/shared/price/money.ts";
import { findPaid, toFuels, toPaid } from "../lib/shared/price/my_price.ts";
import { type Driver, USUAL_DRIVER } from "../lib/shared/price/real_cost.ts";
import { isOutForNow } from "../lib/shared/price/unranked.ts";
import { toTarget } from "../components/map_links.ts";
import {
  type Favourite,
  type FavouriteStation as Current,
  MAX_READ,
} from "../lib/site/favourites.ts";
import type { Fuel } from "../lib/shared/fuels.ts";
import { toKm } from "../lib/places/point.ts";
import type { deviceWords } from "../lib/words/device_pages.ts";
import { formatAge, formatInstant, formatKm, withMark } from "../lib/words/format.ts";
import { type Lang, toLocalPath } from "../lib/words/lang.ts";
import { fill } from "../lib/words/fill.ts";
import type { CommonWords } from "../lib/words/mod.ts";

type Props = {
  fuel: Fuel;
  lang: Lang;
  words: typeof deviceWords.fr.favourites;
  common: CommonWords;
  nowMs: number;
};

const focus = (button: HTMLElement | null) => button?.focus();

/** Has four states: waiting, empty, failed (with the last known prices), filled. */
export default function Favourites({ fuel, lang, words, common, nowMs }: Props) {
  const { visit, favourites, renewal, prices, changeOf, start } = useMemo(() => {
    const visit = parseLastVisit(readStored(LAST_VISIT_KEY));
    return { visit, ...createFavouritePrices(visit?.fuel ?? fuel) };
  }, []);
  const driver = useSignal(USUAL_DRIVER);
  // Each with its position in the stored list.
  const removed = useSignal<readonly { station: Favourite; place: number }[]>([]);
  useEffect(() => {
    const recall = () => driver.value = readDriver();
    recall();
    watchFavourites(recall);
    start();
  }, []);
  const all = favourites.value;
  // Wait for the prices, so that the list does not change its order while the visitor reads it.
  if (all === null || (all.length > 0 && renewal.value === "no")) {
    return <div class="skeleton favourites-waiting" aria-label={common.states.waiting} />;
  }
  const gone = removed.value.filter(({ station }) => all.every(({ id }) => id !== station.id));
  if (all.length + gone.length === 0) {
    return (
      <div class="state">
        <p class="state-title">{words.empty}</p>
        <p>{words.emptyText}</p>
        <a class="button button-primary" href={toLocalPath("/", lang)} aria-current="false">
          {words.findOne}
        </a>
      </div>
    );
  }
  const { stations, asOf, ...timed } = prices(nowMs);
  const own = { fuel: visit?.fuel ?? fuel, driver: driver.value };
  const rank = (some: readonly Favourite[]) =>
    rankFavourites(some, stations, { ...own, nowMs: timed.nowMs });
  const { bestId } = rank(all);
  const { ordered } = rank([...all, ...gone.map(({ station }) => station)]);
  const shown = { own, changeOf, lang, words, common, ...timed };
  const remove = (station: Favourite) => {
    removed.value = [...gone, { station, place: all.indexOf(station) }];
    toggleFavourite(station);
  };
  return (
    <>
      {renewal.value === "failed" && <p class="state state-failed" role="alert">{words.failed}</p>}
      <Head {...shown} all={all} stations={stations} asOf={asOf} driver={driver} />
      <ul class="grid favourites">
        {ordered.map((station) => {
          const former = gone.find((each) => each.station === station);
          if (former) return <Removed key={station.id} {...former} words={words} />;
          return (
            <Card
              key={station.id}
              {...shown}
              station={station}
              current={stations[station.id]}
              visit={visit}
              isBest={station.id === bestId}
              onRemove={() => remove(station)}
            />
          );
        })}
      </ul>
    </>
  );
}

type Shown = Omit<Props, "fuel"> & {
  own: { fuel: Fuel; driver: Driver };
  changeOf: ReturnType<typeof createFavouritePrices>["changeOf"];
};

type HeadProps = Omit<Shown, "changeOf"> & {
  all: readonly Favourite[];
  stations: Readonly<Record<string, Current | null>>;
  asOf: string | null;
  driver: Signal<Driver>;
};

function Head({ all, stations, asOf, driver, own, lang, words, common }: HeadProps) {
  const names = toFuels(own.fuel, own.driver).map((each) => common.fuels[each].short).join(", ");
  const ids = all.slice(0, MAX_READ).map(({ id }) => id).join();
  const offers = Object.values(stations).flatMap((station) => station?.prices ?? []);
  return (
    <div class="row favourites-head">
      <p class="hint">
        {fill(words.byPrice, { fuel: names })}
        {asOf && ` · ${fill(common.price.asOf, { date: formatInstant(asOf, lang, "recent") })}`}
        {" · "}
        <a href={toFeedPath({ ids, fuel: own.fuel }, lang)} type="application/atom+xml">
          {words.feed}
        </a>
      </p>
      <AlertButton
        lang={lang}
        common={common}
        text={common.alert}
        load={async () =>
          (await import("../lib/client/alerts/alerts.ts")).toStationAlert(all, {
            fuel: own.fuel,
            offers,
            lang,
          })}
      />
      <DriverButton
        lang={lang}
        common={common}
        readBrands={readBrands}
        text={common.driver}
        driver={driver.value}
        onChange={(change) => changeDriver(driver, change)}
      />
    </div>
  );
}

type RemovedProps = Pick<Props, "words"> & { station: Favourite; place: number };

function Removed({ station, place, words }: RemovedProps) {
  return (
    <li class="card row favourite-card">
      <span>{fill(words.removed, { name: station.title })}</span>
      <button
        type="button"
        class="button"
        ref={focus}
        onClick={() => toggleFavourite(station, place)}
      >
        {words.undo}
      </button>
    </li>
  );
}

type CardProps = Shown & {
  station: Favourite;
  current: Current | null | undefined;
  visit: LastVisit | null;
  isBest: boolean;
  onRemove: () => void;
};

function Card({ visit, onRemove, ...props }: CardProps) {
  const { station, current, lang, words, common } = props;
  const target = current ? toTarget(current, station.title) : null;
  const km = target && visit?.place && formatKm(toKm(visit.place, target), lang);
  const away = km && fill(words.away, { km, place: visit!.place!.name });
  return (
    <li class="card favourite-card">
      <FavouriteStation
        {...props}
        hint={[current?.address, station.town, away].filter(Boolean).join(", ")}
      >
        <div class="favourite-actions">
          {target && <DirectionsButton target={target} words={common} />}
          <IconButton
            path={HEART}
            filled
            label={fill(words.remove, { name: station.title })}
            class="button button-icon"
            onClick={onRemove}
          />
        </div>
        {current && <Others {...props} current={current} />}
      </FavouriteStation>
    </li>
  );
}

type OthersProps = Pick<Props, "lang" | "common" | "nowMs"> & {
  current: Current;
  own: { fuel: Fuel; driver: Driver };
};

/** "SP98 2,039 · E10 1,899 · Rupture E85", each price with its age in a tooltip. */
function Others({ current, own, lang, common, nowMs }: OthersProps) {
  const except = findPaid(current, own)?.fuel ?? own.fuel;
  const prices = current.prices.filter(({ fuel, in_force }) => in_force && fuel !== except);
  const outs = current.out_of_stock.filter((shortage) =>
    shortage.fuel !== except && isOutForNow(shortage, nowMs)
  );
  return (
    <p class="row favourite-others">
      {prices.map(({ fuel, price, updated_at }) => (
        <span key={fuel} title={formatAge(updated_at, { nowMs, lang })}>
          {`${common.fuels[fuel].short} `}
          <span class="num">
            {withMark(
              toPriceText(toPaid({ fuel, price, brand: current.brand }, own).priceMilli),
              lang,
            )}
          </span>
        </span>
      ))}
      {outs.map(({ fuel }) => (
        <span key={fuel} class="out">
          {`${common.outOfStock.temporary} ${common.fuels[fuel].short}`}
        </span>
      ))}
    </p>
  );
}
