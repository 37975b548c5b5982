/**
 * The text side of the map page: the answer, the list in step with the map, a station's sheet.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { StationRow } from "./StationRow.tsx";
import { Tools } from "./Tools.tsx";
import {
  formatEuros,
  formatInstant,
  formatKm,
  formatPrice,
  formatRadius,
  formatTime,
} from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { countFilters } from "../../lib/site/explorer/url_state.ts";
import { toPlaceName } from "../../lib/site/explorer/view_title.ts";
import type { Listing } from "../../lib/client/explorer/listing.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import type { ExplorerWords } from "../../lib/words/home.ts";
import { count, fill } from "../../lib/words/fill.ts";
import { toRowHandlers } from "../row_hover.ts";
import { FailedState, Sheet, type SheetProps, WaitingRows } from "./Sheet.tsx";

/** Props of the panel. The server renders most of its parts first. */
export type PanelProps = SheetProps & {
  ignored: ComponentChildren;
  others: ComponentChildren;
  /** The text that was not found while the page shows the town at its end, or null. */
  nearestTo: string | null;
  /** A town near the middle of a view without a name. */
  near: string | null;
  onNeed: () => Promise<void>;
  firstFilters: ComponentChildren;
  firstChips: ComponentChildren;
  firstExports: ComponentChildren;
  firstEmpty: ComponentChildren;
  banner: ComponentChildren;
  children: ComponentChildren;
};

/** Handles a click on this page, unless the visitor opens the link elsewhere. */
function stay(act: () => void) {
  return (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    act();
  };
}

/** Shows the sheet if the view has a station, otherwise the list. */
export function Panel(props: PanelProps) {
  const { model: { view, sheet }, banner, children } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const isSheet = view.value.station !== null && sheet.value !== null;
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [isSheet]);
  return (
    <div class="panel-scroll" ref={scroll}>
      {banner}
      <main id="main" tabIndex={-1}>
        {isSheet && <State {...props} />}
        {isSheet && <Sheet {...props} />}
        <div class="panel-list" hidden={isSheet}>
          <List {...props} />
        </div>
      </main>
      {children}
    </div>
  );
}

function List(props: PanelProps) {
  const { model, ignored, others, nearestTo, loaded, firstChips, firstExports, lang, words } =
    props;
  const view = model.view.value;
  const where = model.where.value;
  return (
    <>
      <Answer {...props} />
      {countFilters(view) > 0 && (loaded
        ? (
          <loaded.FilterChips
            view={view}
            lang={lang}
            words={words}
            onLink={(part) => stay(() => model.change(part))}
          />
        )
        : firstChips)}
      {ignored}
      {nearestTo !== null && view.q === nearestTo && where.place && (
        <p class="notice">{fill(words.search.nearest, { name: where.place.name })}</p>
      )}
      {where.others.length > 0 && others}
      <Tools {...props} />
      <State {...props} />
      <div id="list" class="panel-rows" tabIndex={-1}>
        {model.listing.value.stations.length === 0 ? <NoRows {...props} /> : <Rows {...props} />}
      </div>
      {loaded && <loaded.FromAfar {...props} />}
      {loaded && <loaded.Unranked {...props} />}
      {loaded
        ? (
          <loaded.Exports
            view={view}
            where={where}
            lang={lang}
            words={words}
            area={model.area.value}
            box={model.box.value}
            radiusKm={model.shownKm.value}
          />
        )
        : firstExports}
    </>
  );
}

/** The title of the page, and the line below it, which announces changes to screen readers. */
function Answer({ model, near, lang, words: { explorer: words }, common }: PanelProps) {
  const view = model.view.value;
  const where = model.where.value;
  const area = model.area.value;
  const listing = model.listing.value;
  const { cheapestMilli, worth, ownFuels, total } = listing;
  const fuel = (ownFuels ?? [view.fuel]).map((each) => common.fuels[each].short).join(words.or);
  const place = toPlaceName({ view, where }) ??
    [words.aroundYou, model.isAtStart.value && near].filter(Boolean).join(" · ");
  const within = area.kind === "around"
    ? ` · ${fill(words.within, { radius: formatRadius(area.radiusKm, lang) })}`
    : "";
  const posted = view.brands.length > 0 && !view.brandsOut ? words.answerBrands : words.answer;
  const found = model.driver.value.discounts.size > 0 ? words.answerOwn : posted;
  const none = total === 0 ? words.empty : words.answerNone;
  return (
    <div class="answer">
      <h1 class="answer-title">
        <span class="answer-place">
          {`${area.kind === "view" ? words.inView : place + within} `}
        </span>
        {cheapestMilli === null ? none : fill(found, {
          fuel,
          brands: view.brands.join(words.or),
          price: formatPrice(toPriceText(cheapestMilli), lang),
        })}
      </h1>
      <p class="answer-line" role="status" aria-live="polite">
        {worth
          ? <Worth worth={worth} lang={lang} words={words} />
          : count(common.stations, total, { lang })}
      </p>
    </div>
  );
}

type WorthProps = { worth: NonNullable<Listing["worth"]>; lang: Lang; words: ExplorerWords };

/**
 * "12 stations valent le détour ; la meilleure : 2,03 €", or "La plus proche est le bon choix :
 * 1,714 € à 2,3 km".
 */
function Worth({ worth: { nearest, count: paying, savedCents }, lang, words }: WorthProps) {
  const price = formatPrice(toPriceText(nearest.paid?.priceMilli ?? nearest.priceMilli), lang);
  const values = {
    price,
    km: formatKm(nearest.km, lang),
    saved: formatEuros(savedCents / 100, lang),
  };
  return <>{fill(paying === 0 ? words.offerNone : count(words.offer, paying, { lang }), values)}</>;
}

function State({ model, lang, words, common }: PanelProps) {
  const loading = model.loading.value;
  const { explorer } = words;
  if (loading.kind === "limited") {
    const time = formatTime(loading.untilMs, lang);
    return <p class="notice notice-limited num" role="alert">{fill(explorer.limited, { time })}</p>;
  }
  if (loading.kind === "offline") {
    const date = formatInstant(new Date(loading.asOfMs).toISOString(), lang);
    return <p class="notice" role="status">{fill(explorer.offline, { date })}</p>;
  }
  if (loading.kind !== "failed") return null;
  const { failed: text, failedText: detail } = explorer;
  return (
    <FailedState text={text} detail={detail} retry={common.states.retry} onRetry={model.retry} />
  );
}

function Rows(props: PanelProps) {
  const { model, loaded, lang, words, common } = props;
  const listing = model.listing.value;
  const { stations, listedCount, isLive } = listing;
  const favourites = model.favourites.value;
  const row = {
    listing,
    view: model.view.value,
    nowMs: model.nowMs(),
    Posted: loaded?.Posted,
    lang,
    words,
    common,
    onOpen: (event: MouseEvent, id: string) => stay(() => model.open(id))(event),
  };
  return (
    <>
      {/* The live list replaces the server's as a whole, so that no row shifts. */}
      <ol
        key={isLive}
        class="stations"
        aria-label={words.explorer.list}
        {...toRowHandlers((id) => model.hoveredId.value = id)}
      >
        {/* Keyed by position: after a move of the map, rows change their text and do not jump. */}
        {stations.map((station, place) => (
          <StationRow
            key={place}
            station={station}
            {...row}
            isFavourite={favourites.includes(station.id)}
          />
        ))}
      </ol>
      {listedCount > stations.length && (
        <button type="button" class="button more js-only" onClick={model.more}>
          {words.explorer.more}
        </button>
      )}
      {loaded && <loaded.OfferNote {...props} />}
    </>
  );
}

function NoRows({ model, loaded, firstEmpty, lang, words }: PanelProps) {
  const area = model.area.value;
  const view = model.view.value;
  if (!loaded || (!model.listing.value.isLive && model.start.first.total > 0)) {
    return <>{firstEmpty || <WaitingRows label={words.explorer.waiting} />}</>;
  }
  return (
    <loaded.Empty
      view={view}
      lang={lang}
      words={words}
      where={model.where.value}
      radiusKm={area.kind === "territory" ? null : model.shownKm.value}
      onLink={(part) => stay(() => model.change(part))}
    />
  );
}
