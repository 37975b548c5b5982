/** The favourite stations with their current prices; only the device knows them, so a script fetches the prices. @module */

import { useEffect, useMemo } from "preact/hooks";
import { Age, Price, StockOut } from "../components/Price.tsx";
import { BrandChip } from "../components/BrandChip.tsx";
import { Icon } from "../components/Icon.tsx";
import { toggleFavourite } from "../lib/client/toggle_favourite.ts";
import { createFavouriteStations } from "../lib/client/favourite_stations.ts";
import { formatInstant } from "../lib/shared/format.ts";
import type { CurrentStation, Favourite } from "../lib/shared/favourites.ts";
import { type Lang, toLocalPath } from "../lib/shared/lang.ts";
import { toStationPath } from "../lib/shared/page_paths.ts";
import { isOutForNow } from "../lib/shared/unranked.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";
import type { DeviceWords } from "../lib/shared/words/device_pages.ts";

type Props = { lang: Lang; words: DeviceWords["favourites"]; common: CommonWords; nowMs: number };

/** How many have their prices fetched. */
const MOST = 30;

/** Four states: waiting, empty, failed (the stations without prices), filled. */
export default function Favourites({ lang, words, common, nowMs }: Props) {
  const { favourites, found, start } = useMemo(() => createFavouriteStations(MOST), []);
  useEffect(start, []);
  if (favourites.value === null) return <div class="skeleton favourites-waiting" aria-label={common.states.waiting} />;
  if (favourites.value.length === 0) {
    return (
      <div class="state">
        <p class="state-title">{words.empty}</p>
        <p>{words.emptyText}</p>
        <a class="button button-primary" href={toLocalPath("/", lang)} aria-current="false">{words.findOne}</a>
      </div>
    );
  }
  return (
    <>
      {found.value?.hasFailed && <p class="state state-failed" role="alert">{words.failed}</p>}
      {found.value?.asOf && <p class="hint">{fill(words.saved, { date: formatInstant(found.value.asOf, lang) })}</p>}
      <ul class="grid favourites" aria-busy={found.value === null}>
        {favourites.value.map((station) => (
          <li class="card favourite-card" key={station.id}>
            <Card {...{ station, lang, words, common, nowMs }} current={found.value?.stations.get(station.id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

type CardProps = Props & {
  station: Favourite;
  /** Null: there is no such station; undefined: not known (yet). */
  current: CurrentStation | null | undefined;
};

function Card({ station, current, lang, words, common, nowMs }: CardProps) {
  return (
    <>
      <div class="favourite-head">
        <BrandChip brand={current ? current.brand : station.title} />
        <a class="favourite-name" href={toLocalPath(toStationPath(station.id), lang)}>
          {station.title}
          <span class="hint">{[current?.address, station.town].filter(Boolean).join(", ")}</span>
        </a>
        <button
          type="button"
          class="button button-icon"
          aria-label={fill(words.remove, { name: station.title })}
          onClick={() => toggleFavourite(station)}
        >
          <Icon name="close" />
        </button>
      </div>
      {current === null
        ? <p class="hint">{words.gone}</p>
        : current && <Offers {...{ current, lang, words, common, nowMs }} />}
    </>
  );
}

/** Prices in force, and what has run out; says so when there is neither. */
function Offers({ current, lang, words, common, nowMs }: Props & { current: CurrentStation }) {
  const prices = current.prices.filter((offer) => offer.in_force);
  const shortages = current.out_of_stock.filter((shortage) => isOutForNow(shortage, nowMs));
  if (prices.length + shortages.length === 0) return <p class="hint">{words.noPrices}</p>;
  return (
    <ul class="favourite-prices">
      {prices.map(({ fuel, price, updated_at }) => (
        <li key={fuel}>
          <span>{common.fuels[fuel].short}</span>
          <Price price={price} lang={lang} />
          <Age at={updated_at} {...{ nowMs, lang }} />
        </li>
      ))}
      {shortages.map((shortage) => (
        <li key={shortage.fuel} class="favourite-out">
          <span>{common.fuels[shortage.fuel].short}</span>
          <StockOut {...shortage} {...{ nowMs, lang }} words={common} />
        </li>
      ))}
    </ul>
  );
}
