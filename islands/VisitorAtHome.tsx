/**
 * The visitor's own stations on the home, from the device: the favourites, and where to fill up
 * around the place of the last visit.
 *
 * @module
 */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Best } from "../lib/client/device/cheapest_now.ts";
import type { LastVisit as Visit } from "../lib/site/explorer/last_visit.ts";
import { FAVOURITES_AT_HOME } from "../lib/site/favourites.ts";
import type { Fuel } from "../lib/shared/fuels.ts";
import type { deviceWords, toFavouriteCommon } from "../lib/words/device_pages.ts";
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

/**
 * Hidden while nothing is stored. Styles reserve the room before the first paint, since they know
 * how much there is.
 */
export default function VisitorAtHome(props: Props) {
  return (
    <>
      <Favourites {...props} />
      <LastVisit {...props} />
    </>
  );
}

async function loadFavourites(fuel: Fuel) {
  const [{ FavouriteStation, rankFavourites }, { createFavouritePrices }, { readDriver }] =
    await Promise.all([
      import("../components/favourites/FavouriteStation.tsx"),
      import("../lib/client/device/favourite_prices.ts"),
      import("../lib/client/device/driver.ts"),
    ]);
  return { ...createFavouritePrices(fuel), FavouriteStation, rankFavourites, readDriver };
}

/** The cheapest favourites, first with the stored prices, then with the current ones. */
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
  const {
    favourites,
    renewal,
    prices,
    changeOf,
    rankFavourites,
    readDriver,
    FavouriteStation,
    fuel,
    lang,
  } = props;
  const { stations, nowMs } = prices(props.nowMs);
  const own = { fuel, driver: readDriver() };
  const { ordered, bestId } = rankFavourites(favourites.value ?? [], stations, { ...own, nowMs });
  // Without any price, their order is unknown.
  if (renewal.value === "no" && !ordered.some(({ id }) => stations[id])) return null;
  return (
    <>
      {ordered.slice(0, FAVOURITES_AT_HOME).map((station, at) => (
        // Keyed by position: lines that change places would move the page.
        <li key={at}>
          <FavouriteStation
            station={station}
            own={own}
            changeOf={changeOf}
            nowMs={nowMs}
            lang={lang}
            common={props.common}
            words={props.words.favourites}
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

/**
 * The visit and the components that show it. `best` is absent until it is known, and undefined
 * after a failed search.
 */
type Loaded =
  & { visit: Visit; found: { best: Best | null | undefined } | null; forgetVisitor: () => void }
  & Pick<typeof import("../components/home/BestLine.tsx"), "BestLine">;

function LastVisit(props: Props) {
  const { lang, words: { lastVisit: words } } = props;
  const loaded = useSignal<Loaded | null>(null);
  useEffect(() => void loadVisit(props, (next) => loaded.value = next).catch(() => {}), []);
  const { visit, found, forgetVisitor } = loaded.value ?? {};
  const forget = () => {
    forgetVisitor?.();
    loaded.value = null;
  };
  const map = toLocalPath(`/?${visit?.query ?? ""}`, lang);
  return (
    <section class="home-last" aria-label={words.title} aria-busy={!found}>
      {loaded.value && found && <Answer {...props} {...loaded.value} best={found.best} map={map} />}
      <div class="row home-favourites-head">
        <a href={map} aria-current="false">{words.map}</a>
        <button type="button" class="link" onClick={forget}>{words.forget}</button>
      </div>
    </section>
  );
}

/** The current recommendation, which links to the map, or the reason for a missing one. */
function Answer(
  { best, words: { lastVisit: words }, ...props }: Props & Loaded & { map: string } & {
    best: Best | null | undefined;
  },
) {
  const { BestLine, map } = props;
  if (best) return <BestLine {...props} best={best} words={words} />;
  return <a class="home-last-line" href={map}>{best === null ? words.none : words.failed}</a>;
}

/**
 * Remembers the address's fuel, and finds the best station if there is a place. Calls `show` after
 * each step.
 */
async function loadVisit({ fuel, isNamed }: Props, show: (loaded: Loaded) => void): Promise<void> {
  const { dataset } = document.documentElement;
  if (!isNamed && dataset.last === undefined) return;
  const { readLastVisit, rememberFuel, forgetVisitor } = await import(
    "../lib/client/device/last_visit.ts"
  );
  if (isNamed && readLastVisit()?.fuel !== fuel) rememberFuel(fuel);
  const visit = readLastVisit();
  if (!visit?.place) return;
  const [{ BestLine }, { findBest }] = await Promise.all([
    import("../components/home/BestLine.tsx"),
    import("../lib/client/device/cheapest_now.ts"),
  ]);
  const shown = { visit, BestLine, forgetVisitor };
  show({ ...shown, found: null });
  show({ ...shown, found: { best: await findBest({ ...visit.place, fuel: visit.fuel }) } });
}
