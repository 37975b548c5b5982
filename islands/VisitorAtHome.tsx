/** A visitor's own stations on the home, from the device: the favourites, and the cheapest station around the place of the last visit. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Cheapest } from "../lib/client/device/cheapest_now.ts";
import type { LastVisit as Visit } from "../lib/site/explorer/last_visit.ts";
import { FAVOURITES_AT_HOME } from "../lib/site/favourites.ts";
import type { Fuel } from "../lib/shared/fuels.ts";
import type { deviceWords, toFavouriteCommon } from "../lib/words/device_pages.ts";
import { formatKm } from "../lib/words/format.ts";
import { type Lang, toLocalPath } from "../lib/words/lang.ts";

type Props = {
  fuel: Fuel;
  /** Whether the address names the fuel. */
  isNamed: boolean;
  nowMs: number;
  lang: Lang;
  words: Pick<typeof deviceWords.fr, "favourites" | "lastVisit">;
  common: ReturnType<typeof toFavouriteCommon>;
};

/** Hidden while nothing is remembered. Styles reserve the room: they know how much there is before the first paint. */
export default function VisitorAtHome(props: Props) {
  return (
    <>
      <Favourites {...props} />
      <LastVisit {...props} />
    </>
  );
}

async function loadFavourites(fuel: Fuel) {
  const [{ FavouriteStation, rankFavourites }, { createFavouritePrices }, { readDriver }] = await Promise.all([
    import("../components/favourites/FavouriteStation.tsx"),
    import("../lib/client/device/favourite_prices.ts"),
    import("../lib/client/device/driver.ts"),
  ]);
  return { ...createFavouritePrices(fuel), FavouriteStation, rankFavourites, readDriver };
}

/** The newest favourites at the prices that the device remembers, then at those of now. */
function Favourites(props: Props) {
  const { fuel, lang, words: { favourites: words }, common } = props;
  const loaded = useSignal<Awaited<ReturnType<typeof loadFavourites>> | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset.favourites === undefined) return;
    loadFavourites(fuel).then((parts) => {
      parts.start();
      loaded.value = parts;
    }, () => {});
  }, []);
  return (
    <section class="home-favourites" aria-labelledby="home-favourites">
      <div class="row home-favourites-head">
        <h2 id="home-favourites">{words.title}</h2>
        <span>{common.fuels[fuel].short}</span>
        <a href={toLocalPath("/favoris", lang)}>{words.all}</a>
      </div>
      <ul class="home-favourites-list" aria-busy={(loaded.value?.renewal.value ?? "no") === "no"}>
        {loaded.value && <Stations {...props} {...loaded.value} />}
      </ul>
    </section>
  );
}

function Stations(props: Props & Awaited<ReturnType<typeof loadFavourites>>) {
  const { favourites, renewal, prices, changeOf, rankFavourites, readDriver, FavouriteStation, fuel, lang } = props;
  const { stations, nowMs } = prices(props.nowMs);
  const shown = favourites.value?.slice(0, FAVOURITES_AT_HOME) ?? [];
  const own = { fuel, driver: readDriver() };
  const { bestId } = rankFavourites(shown, stations, { ...own, nowMs });
  return (
    <>
      {shown.map((station) => (
        <li key={station.id}>
          <FavouriteStation
            {...{ station, own, changeOf, nowMs, lang, common: props.common, words: props.words.favourites }}
            current={stations[station.id]}
            hasFailed={renewal.value === "failed"}
            isBest={station.id === bestId}
            hint={station.town ?? ""}
          />
        </li>
      ))}
    </>
  );
}

/** The visit, and the parts that load when there is one. */
type Loaded =
  & { visit: Visit; cheapest: Cheapest | null; forgetVisitor: () => void }
  & Pick<typeof import("../components/favourites/FavouriteStation.tsx"), "FavouriteStation">;

/** Where there are favourites, a line without its station. */
function LastVisit(props: Props) {
  const { lang, words: { lastVisit: words }, common } = props;
  const loaded = useSignal<Loaded | null>(null);
  useEffect(() => void loadVisit(props, (next) => loaded.value = next).catch(() => {}), []);
  const { visit, cheapest, forgetVisitor } = loaded.value ?? {};
  const forget = () => {
    forgetVisitor?.();
    loaded.value = null;
  };
  const map = toLocalPath(`/?${visit?.query ?? ""}`, lang);
  return (
    <section class="home-last" aria-labelledby="home-last">
      <div class="row home-favourites-head">
        <h2 id="home-last">{words.title}</h2>
        <span>{visit && `${common.fuels[visit.fuel].short} · ${visit.place?.name}`}</span>
        <a href={map} aria-current="false">{words.map}</a>
        <button type="button" class="link" onClick={forget}>{words.forget}</button>
      </div>
      <div class="home-favourites-list" aria-busy={!cheapest}>
        {loaded.value && cheapest && <CheapestLine {...props} {...loaded.value} {...{ cheapest, map }} />}
      </div>
    </section>
  );
}

/** The cheapest station of now, leading to the map, or why there is none. */
function CheapestLine(props: Props & Loaded & { cheapest: Cheapest; map: string }) {
  const { FavouriteStation, visit, cheapest: { station, driver }, map, nowMs, lang, words, common } = props;
  if (!station) {
    return <a class="home-last-line" href={map}>{words.lastVisit[station === null ? "none" : "failed"]}</a>;
  }
  const { id, brand, name, address, city, distance_km: km } = station;
  const street = [address, city].filter(Boolean).join(", ");
  return (
    <FavouriteStation
      {...{ nowMs, lang, common, words: words.favourites, own: { fuel: visit.fuel, driver }, current: station }}
      station={{ id, title: brand ?? name ?? street, town: city }}
      hint={`${formatKm(km, lang)} · ${street}`}
      href={`${map}&station=${id}`}
    />
  );
}

/** Remembers the address's fuel, and finds the cheapest station when there is a place; `show` gets each step. */
async function loadVisit({ fuel, isNamed }: Props, show: (loaded: Loaded) => void): Promise<void> {
  const { dataset } = document.documentElement;
  if (!isNamed && dataset.last === undefined) return;
  const { readLastVisit, rememberFuel, forgetVisitor } = await import("../lib/client/device/last_visit.ts");
  if (isNamed && readLastVisit()?.fuel !== fuel) rememberFuel(fuel);
  const visit = readLastVisit();
  if (!visit?.place) return;
  const [{ FavouriteStation }, { findCheapest }] = await Promise.all([
    import("../components/favourites/FavouriteStation.tsx"),
    import("../lib/client/device/cheapest_now.ts"),
  ]);
  const shown = { visit, FavouriteStation, forgetVisitor };
  show({ ...shown, cheapest: null });
  if (dataset.favourites !== undefined) return;
  show({ ...shown, cheapest: await findCheapest({ ...visit.place, fuel: visit.fuel }) });
}
