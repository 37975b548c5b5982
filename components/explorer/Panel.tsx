/** The side of the map page that can be read: the answer, the list in step with the map, a station's sheet. @module */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Answer, FailedState, WaitingRows } from "./Frame.tsx";
import { StationRow } from "./StationRow.tsx";
import { Tools } from "./Tools.tsx";
import { formatCount, formatInstant, formatTime } from "../../lib/shared/words/format.ts";
import { toLocalPath } from "../../lib/shared/words/lang.ts";
import { toQuery } from "../../lib/shared/explorer/url_state.ts";
import { hasOrigin } from "../../lib/shared/explorer/area.ts";
import { toPlaceName } from "../../lib/shared/explorer/view_title.ts";
import { fill } from "../../lib/shared/words/mod.ts";
import { Sheet, type SheetProps } from "./Sheet.tsx";

/** Props of the panel; most of its parts are first drawn by the server. */
export type PanelProps = SheetProps & {
  form: string;
  /** The parts of the address that made no sense. */
  ignored: ComponentChildren;
  /** Links to the other places that the text may name. */
  others: ComponentChildren;
  /** Text that was not found: the place shown is the town that it ends with. Null: there is none. */
  nearestTo: string | null;
  onNeed: () => Promise<void>;
  firstFilters: ComponentChildren;
  firstExports: ComponentChildren;
  /** Instead of rows, where there are none. */
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
  const { model, ignored, others, nearestTo, parts, firstExports, lang, words, common } = props;
  const { explorer } = words;
  const view = model.view.value;
  const where = model.where.value;
  const listing = model.listing.value;
  const { offer, stations, unranked } = listing;
  return (
    <>
      <Answer
        {...{ listing, lang, common }}
        litres={model.driver.value.litres}
        offerLink={{
          href: toLocalPath(`/?${toQuery({ ...view, fold: !offer?.isOn })}`, lang),
          onClick: stay(() => model.change({ fold: !offer!.isOn })),
        }}
        fuel={view.fuel}
        area={model.area.value}
        place={toPlaceName({ view, where })}
        words={explorer}
      />
      {ignored}
      {nearestTo !== null && view.q === nearestTo && where.place && (
        <p class="notice">{fill(words.search.nearest, { name: where.place.name })}</p>
      )}
      {where.others.length > 0 && others}
      <Tools {...props} />
      <State {...props} />
      <div id="list" class="panel-rows" tabIndex={-1}>
        {stations.length === 0 ? <NoRows {...props} /> : <Rows {...props} />}
      </div>
      {parts && <parts.FromAfar {...{ model, lang, words, common }} />}
      {parts && <parts.Unranked counts={unranked} lang={lang} words={explorer} />}
      {parts
        ? (
          <parts.Exports
            {...{ view, lang }}
            words={explorer}
            area={model.area.value}
            box={model.box.value}
            where={where}
            radiusKm={model.start.first.radiusKm}
          />
        )
        : firstExports}
    </>
  );
}

/** Waiting, failed, limited; nothing when all is well. */
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
  return (
    <FailedState
      text={explorer.failed}
      detail={explorer.failedText}
      retry={common.states.retry}
      onRetry={model.retry}
    />
  );
}

function Rows({ model, parts, lang, words, common }: PanelProps) {
  const view = model.view.value;
  const { stations, listedCount, bounds, rankOf, isLive, ownFuels, offer } = model.listing.value;
  const favourites = model.favourites.value;
  const open = (event: MouseEvent, id: string) => stay(() => model.open(id))(event);
  const limited = fill(words.explorer.countLimited, {
    shown: formatCount(stations.length, lang),
    total: formatCount(listedCount, lang),
  });
  const row = {
    fuel: view.fuel,
    sort: view.sort,
    car: model.driver.value,
    bounds,
    ownFuels,
    offer,
    Posted: parts?.Posted,
    lang,
    words,
    common,
  };

  return (
    <>
      {/* New rows rather than moved ones: what the server drew is replaced as a whole, so nothing shifts. */}
      <ol key={String(isLive)} class="stations" aria-label={words.explorer.list}>
        {/* By place in the list: after a move of the map the same rows say something else, and nothing jumps. */}
        {stations.map((station, place) => (
          <StationRow
            key={place}
            {...{ station, ...row }}
            rank={rankOf(station.id)}
            nowMs={model.nowMs()}
            isSelected={station.id === view.station}
            hasOrigin={hasOrigin(view)}
            isFavourite={favourites.includes(station.id)}
            onOpen={open}
            onHover={model.hover}
          />
        ))}
      </ol>
      {offer?.isOn && parts && (
        <parts.OfferNote {...{ offer, ownFuels, lang, common }} driver={model.driver.value} words={words.explorer} />
      )}
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
      {...{ view, lang }}
      where={model.where.value}
      radiusKm={area.kind === "view"
        ? view.radiusKm ?? model.start.first.radiusKm
        : area.kind === "around"
        ? area.radiusKm
        : null}
      words={words.explorer}
      onLink={(part) => stay(() => model.change(part))}
    />
  );
}
