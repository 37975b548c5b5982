/** The side of the map page that can be read: the answer, the list in step with the map, a station's sheet. @module */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { StationRow } from "./StationRow.tsx";
import { Tools } from "./Tools.tsx";
import { formatCount, formatEuros, formatInstant, formatRadius, formatTime } from "../../lib/shared/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { toQuery } from "../../lib/shared/explorer/url_state.ts";
import { toPlaceName } from "../../lib/shared/explorer/view_title.ts";
import type { Listing } from "../../lib/client/explorer/listing.ts";
import { MIN_SAVED_CENTS } from "../../lib/shared/price/real_cost.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { count, fill, type Plural } from "../../lib/shared/words/mod.ts";
import { formatUnit } from "../Price.tsx";
import { toRowHandlers } from "../row_hover.ts";
import { FailedState, Sheet, type SheetProps, WaitingRows } from "./Sheet.tsx";

/** Props of the panel; most of its parts are first drawn by the server. */
export type PanelProps = SheetProps & {
  ignored: ComponentChildren;
  others: ComponentChildren;
  /** Text that was not found: the place shown is the town that it ends with. Null: there is none. */
  nearestTo: string | null;
  onNeed: () => Promise<void>;
  firstFilters: ComponentChildren;
  firstExports: ComponentChildren;
  firstEmpty: ComponentChildren;
  banner: ComponentChildren;
  children: ComponentChildren;
};

/** Handles a click here, unless the link is to open elsewhere. */
function stay(act: () => void) {
  return (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}

/** Sheet or list, by the view. */
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
  const { model, ignored, others, nearestTo, parts, firstExports, lang, words } = props;
  const view = model.view.value;
  const where = model.where.value;
  return (
    <>
      <Answer {...props} />
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
      {parts && <parts.FromAfar {...props} />}
      {parts && <parts.Unranked {...props} />}
      {parts
        ? (
          <parts.Exports
            {...{ view, where, lang, words, area: model.area.value, box: model.box.value }}
            radiusKm={model.shownKm.value}
          />
        )
        : firstExports}
    </>
  );
}

/** Title of the page and the line below it, which announces changes to screen readers. */
function Answer({ model, lang, words: { explorer: words }, common }: PanelProps) {
  const [view, where, area, listing] = [model.view.value, model.where.value, model.area.value, model.listing.value];
  const { unit, bounds, cheapestMilli, ownFuels, offer, total } = listing;
  const name = (ownFuels ?? [view.fuel]).map((each) => common.fuels[each].short).join(", ");
  const isCost = unit === "cost";
  const price = bounds && formatUnit(isCost ? bounds.min : cheapestMilli!, { unit, lang });
  const title = area.kind === "view" ? words.inView : toPlaceName({ view, where });
  const saved = toSavedText(listing, { litres: model.driver.value.litres, lang, words });
  const within = area.kind === "around" ? ` ${fill(words.within, { radius: formatRadius(area.radiusKm, lang) })}` : "";
  const toOfferText = (forms: Plural) => offer!.count === 0 ? words.offerNone : count(forms, offer!.count, { lang });
  const all = formatCount(total, lang);
  return (
    <div class="answer">
      <h1 class="answer-title">
        {title !== null && <span class="answer-place">{`${title} `}</span>}
        {price === null
          ? words.answerNone
          : fill(isCost ? words.answerCost : ownFuels ? words.answerOwn : words.answer, { fuel: name, price })}
      </h1>
      <div class="answer-row">
        <p class="answer-line" role="status" aria-live="polite">
          {offer?.isOn
            ? `${toOfferText(words.offer)}${saved}${within}`
            : `${count(common.stations, total, { lang, text: all })}${within}${saved}`}
        </p>
        {offer && (
          <a
            class="answer-all"
            href={toLocalPath(`/?${toQuery({ ...view, fold: !offer.isOn })}`, lang)}
            onClick={stay(() => model.change({ fold: !offer.isOn }))}
            aria-current="false"
          >
            {offer.isOn ? fill(words.offerAll, { n: all }) : toOfferText(words.offerOn)}
          </a>
        )}
      </div>
    </div>
  );
}

/** The saving of a detour, else between the dearest and the cheapest; empty below half a euro. */
function toSavedText(
  { offer, bounds, unit }: Listing,
  { litres, lang, words }: { litres: number; lang: Lang; words: ExplorerWords },
): string {
  const spread = bounds ? ((bounds.max - bounds.min) * (unit === "cost" ? 10 : litres)) / 1000 : 0;
  const saved = offer?.isOn ? offer.savedCents / 100 : spread;
  if (saved < MIN_SAVED_CENTS / 100) return "";
  return ` · ${fill(offer?.isOn ? words.offerSaved : words.answerSaved, { saved: formatEuros(saved, lang), litres })}`;
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
  return <FailedState {...{ text, detail }} retry={common.states.retry} onRetry={model.retry} />;
}

function Rows(props: PanelProps) {
  const { model, parts, lang, words, common } = props;
  const listing = model.listing.value;
  const { stations, listedCount, isLive } = listing;
  const favourites = model.favourites.value;
  const limited = fill(words.explorer.countLimited, {
    shown: formatCount(stations.length, lang),
    total: formatCount(listedCount, lang),
  });
  const row = {
    ...{ listing, view: model.view.value, car: model.driver.value, nowMs: model.nowMs(), Posted: parts?.Posted },
    ...{ lang, words, common },
    onOpen: (event: MouseEvent, id: string) => stay(() => model.open(id))(event),
  };
  return (
    <>
      {/* New rows rather than moved ones: what the server drew is replaced as a whole, so nothing shifts. */}
      <ol
        key={String(isLive)}
        class="stations"
        aria-label={words.explorer.list}
        {...toRowHandlers((id) => model.hoveredId.value = id)}
      >
        {/* By place in the list: after a move of the map the same rows say something else, and nothing jumps. */}
        {stations.map((station, place) => (
          <StationRow key={place} {...{ station, ...row }} isFavourite={favourites.includes(station.id)} />
        ))}
      </ol>
      {parts && <parts.OfferNote {...props} />}
      {listedCount > stations.length && (
        <>
          <button type="button" class="button more js-only" onClick={model.more}>
            {words.explorer.more} <span class="muted small">{limited}</span>
          </button>
          <p class="no-js-only list-note">{limited}</p>
        </>
      )}
    </>
  );
}

function NoRows({ model, parts, firstEmpty, lang, words }: PanelProps) {
  const area = model.area.value;
  const view = model.view.value;
  if (!parts || (!model.listing.value.isLive && model.start.first.total > 0)) {
    return <>{firstEmpty || <WaitingRows label={words.explorer.waiting} />}</>;
  }
  return (
    <parts.Empty
      {...{ view, lang, words, where: model.where.value }}
      radiusKm={area.kind === "territory" ? null : model.shownKm.value}
      onLink={(part) => stay(() => model.change(part))}
    />
  );
}
