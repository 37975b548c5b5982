/** The interactive map page: search, list and map. @module */

import { effect, type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { options, type RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { FuelPicker } from "../components/FuelChoice.tsx";
import { Icon, IconButton } from "../components/Icon.tsx";
import { MapStage } from "../components/MapStage.tsx";
import type { ExplorerProps } from "../components/explorer/ExplorerPage.tsx";
import { Panel } from "../components/explorer/Panel.tsx";
import type { LazyComponents } from "../components/explorer/Sheet.tsx";
import { createExplorer, type Explorer } from "../lib/client/explorer/explorer.ts";
import { nextStop, toHeight, watchDrag } from "../lib/client/explorer/drag.ts";
import { listen, markRow, pause, yieldToPage } from "../lib/client/browser.ts";
import { toMapScene } from "../lib/client/explorer/map_scene.ts";
import type { Model, Stop } from "../lib/client/explorer/model.ts";
import { countFilters, FORM } from "../lib/site/explorer/url_state.ts";
import { lazy } from "../lib/shared/lazy.ts";
import { toLocalPath } from "../lib/words/lang.ts";
import PlaceSearch from "./PlaceSearch.tsx";
import { toViewTitle } from "../lib/site/explorer/view_title.ts";
import { fill } from "../lib/words/fill.ts";

// A slow phone computes the changes after a move in one task and draws them in the next.
options.debounceRendering = (draw) => void yieldToPage().then(draw);

/** Returns the pixels of the map that the list covers: 0 if it is at the side, without a handle. */
function toInset(stop: Stop, stage: HTMLElement): number {
  const handle = document.querySelector(".panel-handle")!;
  if (getComputedStyle(handle).display === "none") return 0;
  // At full height the list hides the map anyway, so keep its middle as at half height.
  return toHeight(stop === "full" ? "half" : stop, stage);
}

/** Returns whether the current view needs the lazy components. */
function needsParts({ view: { value: view }, listing, isFar }: Model): boolean {
  const { total, ownFuels } = listing.value;
  return view.station !== null || countFilters(view) > 0 || total === 0 || ownFuels !== null ||
    isFar.value;
}

/** Writes the page's title, without a price that only the visitor pays, thanks to discounts. */
function writeTitle(model: Model, { near, lang, words, common }: ExplorerProps): void {
  const { view, where, listing } = model;
  const cheapestMilli = listing.value.ownFuels ? null : listing.value.cheapestMilli;
  const titled = {
    view: view.value,
    where: where.value,
    near: model.isAtStart.value ? near : null,
    cheapestMilli,
  };
  const title = toViewTitle(titled, { lang, words: words.explorer, common });
  document.title = `${title} · ${common.siteName}`;
}

/** The whole page except its footer, which comes as `children`. */
export default function ExplorerIsland(props: ExplorerProps) {
  const { start, station, words } = props;
  const model = useMemo(() => createExplorer(start, station), []);
  const isMenuOpen = useSignal(false);
  const loaded = useSignal<LazyComponents | null>(null);
  const need = async () => {
    loaded.value ??= await import("../components/explorer/lazy_components.ts");
  };
  const panel = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  useMap({ ...props, model, stage });

  useEffect(() => {
    const drag = { handle: handle.current!, panel: panel.current!, room: stage.current! };
    watchDrag(drag, (stop) => model.stop.value = stop);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      isMenuOpen.value = false;
      if (model.view.peek().station !== null) model.close();
    };
    listen(globalThis, { popstate: model.restore, keydown: onKey });
    prepareForUse(model, need);
  }, []);
  useSignalEffect(() => {
    model.stop.value;
    model.map.peek()?.refit();
  });
  useSignalEffect(() => writeTitle(model, props));
  useSignalEffect(() => {
    if (needsParts(model)) need().catch(reportError);
  });

  const { isLive } = model.listing.value;
  return (
    <div class="explorer" data-stop={model.stop.value} data-live={isLive}>
      <Bar {...props} model={model} isMenuOpen={isMenuOpen} />
      <div class="panel" ref={panel}>
        <Panel {...props} model={model} loaded={loaded.value} onNeed={need} />
        {/* Above the list on the screen, but after it for screen readers: it only moves the list. */}
        <button
          ref={handle}
          type="button"
          class="panel-handle js-only"
          aria-label={words.explorer.sheet[model.stop.value]}
          onClick={() => model.stop.value = nextStop(model.stop.value)}
        >
          <span />
        </button>
      </div>
      <Stage {...props} model={model} stage={stage} loaded={loaded.value} />
    </div>
  );
}

/**
 * Loads the components that a visitor will soon need and remembers the view, on the first input.
 * Browsers allow sharing only during a press, so the script must be there before.
 */
function prepareForUse(model: Explorer, need: () => Promise<void>): void {
  const load = lazy(async () => {
    const [{ rememberView }] = await Promise.all([
      import("../lib/client/explorer/lazy_loading.ts"),
      need(),
    ]);
    effect(() => rememberView(model.view.value, model.where.value));
  });
  const use = () => void load().catch(() => {});
  listen(globalThis, { pointerdown: use, keydown: use, wheel: use });
}

type BarProps = ExplorerProps & { model: Explorer; isMenuOpen: Signal<boolean> };

function Bar({ model, isMenuOpen, brand, formFields, nav, files, lang, words, common }: BarProps) {
  const view = model.view.value;
  const isOpen = isMenuOpen.value;
  return (
    <header class="header bar">
      <form
        id={FORM}
        class="bar-form wrap"
        action={toLocalPath("/", lang)}
        method="get"
        role="search"
      >
        <a
          class="brand"
          href={toLocalPath(`/?fuel=${view.fuel}`, lang)}
          aria-current="false"
          aria-label={common.siteName}
        >
          {brand}
        </a>
        {formFields}
        <PlaceSearch
          lang={lang}
          words={words.search}
          files={files}
          value={model.where.value.place?.name ?? view.q}
          onChoose={model.choose}
          near={() => model.where.peek()}
        />
        <FuelPicker
          fuel={view.fuel}
          common={common}
          class="fuels"
          onValue={(fuel) => model.change({ fuel })}
        />
        <button
          type="button"
          class="bar-menu js-only"
          aria-expanded={isOpen}
          aria-controls="bar-nav"
          aria-label={isOpen ? words.explorer.closeMenu : words.explorer.menu}
          onClick={() => isMenuOpen.value = !isMenuOpen.peek()}
        >
          <Icon name={isOpen ? "close" : "menu"} />
        </button>
      </form>
      <div id="bar-nav" class="bar-nav" data-open={isOpen}>{nav}</div>
    </header>
  );
}

type MapProps = ExplorerProps & { model: Explorer; stage: RefObject<HTMLDivElement> };

function Stage(
  { model, stage, loaded, lang, words, common }: MapProps & { loaded: LazyComponents | null },
) {
  const { explorer } = words;
  const place = model.where.value.place?.name ?? (model.view.value.q || explorer.here);
  const far = model.far.value;
  return (
    <MapStage
      class="stage"
      stage={stage}
      skip={<a class="skip" href="#list">{explorer.skipToList}</a>}
      words={explorer}
      onZoom={(steps) => model.map.peek()?.zoomBy(steps)}
      button={
        <IconButton
          icon="pin"
          label={fill(explorer.recentre, { place })}
          class="map-button"
          onClick={model.recentre}
        />
      }
    >
      {loaded && far && (
        <loaded.Legend
          mean={far.mean}
          note={<a href="#from-afar">{explorer.legendMeans}</a>}
          label={explorer.legend}
          lang={lang}
          common={common}
          class="map-legend"
        />
      )}
      {loaded && <loaded.ShortageSwitch model={model} lang={lang} words={words} common={common} />}
    </MapStage>
  );
}

/** Loads the map after the first paint and keeps it in step with the model. */
function useMap({ model, stage, lang, words, common, files }: MapProps) {
  const { map } = model;
  const watch = useMemo(() =>
    lazy(async () => {
      const { watchFromAfar } = await import("../lib/client/explorer/from_afar.ts");
      await watchFromAfar(model, files.departments);
    }), []);
  useEffect(() => {
    model.begin();
    import("../lib/client/map/station_map.ts").then(async ({ createStationMap }) => {
      // Parsing the scripts and making the map in one task would block a slow phone.
      await pause();
      map.value = createStationMap(stage.current!, {
        centre: model.where.peek(),
        radiusKm: model.shownKm.peek(),
        files,
        inset: () => toInset(model.stop.peek(), stage.current!),
        onSettled: model.settled,
        onPick: model.open,
        onHover: (id) => model.hoveredId.value = id,
        noTiles: words.explorer.noTiles,
      });
    }).catch(reportError);
  }, []);
  useSignalEffect(() => {
    if (!map.value || !model.isFar.value) return;
    watch().catch((error) => {
      model.far.value = null;
      reportError(error);
    });
  });
  useSignalEffect(() => {
    const scene = map.value && toMapScene(model, { lang, words, common });
    if (!scene) return;
    // In a separate task, after the list is drawn.
    const turn = setTimeout(() => map.peek()!.show(scene), 0);
    return () => clearTimeout(turn);
  });
  useSignalEffect(() => {
    const id = model.hoveredId.value;
    map.peek()?.mark(id);
    markRow(id);
  });
}
