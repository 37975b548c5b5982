/** The kept stations with their prices of now: they are known to the device alone, so a script must ask for them. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Age } from "../components/Age.tsx";
import { BrandChip } from "../components/BrandChip.tsx";
import { Icon } from "../components/Icon.tsx";
import { Price } from "../components/Price.tsx";
import { type Favourite, readFavourites, toggleFavourite, watchFavourites } from "../lib/client/favourites.ts";
import { type CurrentStation, readStations } from "../lib/client/kept_stations.ts";
import { formatInstant } from "../lib/shared/format.ts";
import { type Lang, toLocalPath } from "../lib/shared/lang.ts";
import { toStationPath } from "../lib/shared/page_paths.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";
import type { InfoWords } from "../lib/shared/words/info_pages.ts";

type Props = { lang: Lang; words: InfoWords["favourites"]; common: CommonWords; nowMs: number };
type Found = { stations: Map<string, CurrentStation>; asOf: string | null; hasFailed: boolean };

/** Four states: waiting, empty, failed (what is kept, without prices), filled. */
export default function Favourites({ lang, words, common, nowMs }: Props) {
  const kept = useSignal<Favourite[] | null>(null);
  const found = useSignal<Found | null>(null);
  useEffect(() => {
    const look = () => kept.value = readFavourites();
    look();
    const ending = new AbortController();
    readStations(kept.value!.map(({ id }) => id), ending.signal).then((answer) => found.value = answer, () => {});
    const unwatch = watchFavourites(look);
    return () => {
      ending.abort();
      unwatch();
    };
  }, []);
  if (kept.value === null) return <div class="skeleton favourites-waiting" aria-label={common.states.waiting} />;
  if (kept.value.length === 0) {
    return (
      <div class="state">
        <p class="state-title">{words.empty}</p>
        <p>{words.emptyText}</p>
        <a class="button button-primary" href={toLocalPath("/", lang)}>{words.findOne}</a>
      </div>
    );
  }
  return (
    <>
      {found.value?.hasFailed && <p class="state state-failed" role="alert">{words.failed}</p>}
      {found.value?.asOf && <p class="hint">{fill(words.saved, { date: formatInstant(found.value.asOf, lang) })}</p>}
      <ul class="grid favourites" aria-busy={found.value === null}>
        {kept.value.map((station) => (
          <li class="card favourite-card" key={station.id}>
            <Kept {...{ station, lang, words, common, nowMs }} current={found.value?.stations.get(station.id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

type KeptProps = Omit<Props, "words"> & {
  words: InfoWords["favourites"];
  station: Favourite;
  current: CurrentStation | undefined;
};

function Kept({ station, current, lang, words, common, nowMs }: KeptProps) {
  return (
    <>
      <div class="favourite-head">
        <BrandChip brand={current?.brand ?? station.title} />
        <a class="favourite-name" href={toLocalPath(toStationPath(station.id), lang)}>
          {station.title}
          <span class="hint">{current?.address ?? station.town}</span>
        </a>
        <button
          type="button"
          class="button button-icon"
          aria-label={`${words.remove} : ${station.title}`}
          onClick={() => toggleFavourite(station)}
        >
          <Icon name="close" />
        </button>
      </div>
      <ul class="favourite-prices">
        {(current?.prices ?? []).filter((offer) => offer.in_force).map(({ fuel, price, updated_at }) => (
          <li key={fuel}>
            <span>{common.fuels[fuel].short}</span>
            <Price price={price} lang={lang} />
            <Age at={updated_at} {...{ nowMs, lang }} />
          </li>
        ))}
      </ul>
    </>
  );
}
