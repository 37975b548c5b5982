/** The map page: search, list and map as one, alive over what the server has drawn. @module */

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { FuelPicker } from "../components/FuelChoice.tsx";
import { Legend } from "../components/Price.tsx";
import { Icon, Logo } from "../components/Icon.tsx";
import type { ExplorerProps } from "../components/explorer/ExplorerPage.tsx";
import { Panel } from "../components/explorer/Panel.tsx";
import type { Parts } from "../components/explorer/Sheet.tsx";
import { MapControls } from "../components/explorer/Frame.tsx";
import { type Controller, createController, rememberViews } from "../lib/client/explorer/controller.ts";
import { nextStop, toHeight, watchDrag } from "../lib/client/explorer/drag.ts";
import { listen } from "../lib/client/explorer/listen.ts";
import { pause } from "../lib/client/pause.ts";
import { toScene } from "../lib/client/explorer/scene.ts";
import type { Stop, Store } from "../lib/client/explorer/store.ts";
import type { StationMap } from "../lib/client/map/station_map.ts";
import type { TileSource } from "../lib/shared/tile_sources.ts";
import type { Area } from "../lib/shared/area.ts";
import type { Station } from "../lib/domain/wire.ts";
import { toLocalPath } from "../lib/shared/lang.ts";
import PlaceSearch from "./PlaceSearch.tsx";
import type { View } from "../lib/shared/url_state.ts";
import { toViewTitle } from "../lib/shared/view_title.ts";

/** Pixels of the map that the list covers: none while it is at the side, where it has no handle. */
function toInset(stop: Stop, stage: HTMLElement): number {
  const handle = document.querySelector(".panel-handle")!;
  if (getComputedStyle(handle).display === "none") return 0;
  // Full height hides the map anyway: its middle stays where half height has it.
  return toHeight(stop === "full" ? "half" : stop, stage);
}

/** The areas of the map that list, legend and buttons cover. */
function findCovered(stage: HTMLElement) {
  const { left, top } = stage.getBoundingClientRect();
  return [...document.querySelectorAll(".panel, .map-legend, .map-layer, .map-controls, .map-credit")].map(
    (element) => {
      const area = element.getBoundingClientRect();
      return { left: area.left - left, top: area.top - top, right: area.right - left, bottom: area.bottom - top };
    },
  );
}

/** Whether what is shown needs the parts that are loaded apart. */
function needsParts({ view: { value: { station, sort } }, listing, isFar }: Store): boolean {
  const { total, ownFuels } = listing.value;
  return station !== null || sort === "cost" || total === 0 || ownFuels !== null || isFar.value;
}

/** The whole page but its footer, which comes as `children`. */
export default function Explorer(props: ExplorerProps) {
  const { start, station, form, lang, words, common, placeFiles, nav } = props;
  const controller = useMemo(() => createController<Station>({ start, lang, station }), []);
  const { store } = controller;
  const isMenuOpen = useSignal(false);
  const source = useSignal<TileSource | null | undefined>(undefined);
  const parts = useSignal<Parts | null>(null);
  const need = async () => {
    parts.value ??= await import("../components/explorer/parts.ts");
  };
  const panel = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const map = useMap(props, { controller, stage, source: (next) => source.value = next });

  useEffect(() => {
    const drag = { handle: handle.current!, panel: panel.current!, room: stage.current! };
    return watchDrag(drag, (stop) => store.stop.value = stop);
  }, []);
  useSignalEffect(() => {
    store.stop.value;
    map.current?.refit();
  });
  useSignalEffect(() => {
    const { view: { value: view }, where: { value: where }, listing: { value: listing } } = store;
    // What a visitor pays with their cards is no other visitor's price: the page's title goes without.
    const cheapestMilli = listing.ownFuels ? null : listing.cheapestMilli;
    const title = toViewTitle({ view, where, cheapestMilli }, { lang, words: words.explorer, common });
    document.title = `${title} · ${common.siteName}`;
  });
  useSignalEffect(() => {
    if (needsParts(store)) need().catch(reportError);
  });
  useEffect(() => {
    const use = () => {
      stop();
      // Whoever has begun to use the page will want them soon.
      need().catch(() => {});
      // A browser shares only what a finger has just asked for: it is there before the finger is lifted.
      import("../lib/client/share.ts").catch(() => {});
      rememberViews(store).catch(() => {});
    };
    const stop = listen(globalThis, { pointerdown: use, keydown: use, wheel: use });
    return stop;
  }, []);
  useEffect(() => watchPage(controller, { map, closeMenu: () => isMenuOpen.value = false }), []);

  const view = store.view.value;
  const { isLive } = store.listing.value;
  const where = store.where.value;
  const place = where.place?.name ?? (view.q || words.explorer.here);
  return (
    <div class="explorer" data-stop={store.stop.value} data-live={isLive}>
      <header class="header bar">
        <form id={form} class="bar-form wrap" action={toLocalPath("/", lang)} method="get" role="search">
          <a
            class="brand"
            href={toLocalPath(`/?fuel=${view.fuel}`, lang)}
            aria-current="false"
            aria-label={common.siteName}
          >
            <Logo />
            <span class="bar-name">{common.siteName}</span>
          </a>
          {props.formFields}
          <PlaceSearch
            {...{ lang }}
            words={words.search}
            files={placeFiles}
            value={start.where.place?.name ?? start.view.q}
            onChoose={controller.choose}
            near={() => store.where.peek()}
          />
          <FuelPicker fuel={view.fuel} common={common} class="fuels" onChange={(fuel) => controller.change({ fuel })} />
          <button
            type="button"
            class="bar-menu js-only"
            aria-expanded={isMenuOpen.value}
            aria-controls="bar-nav"
            aria-label={isMenuOpen.value ? words.explorer.closeMenu : words.explorer.menu}
            onClick={() => isMenuOpen.value = !isMenuOpen.value}
          >
            <Icon name={isMenuOpen.value ? "close" : "menu"} />
          </button>
        </form>
        <div id="bar-nav" class="bar-nav" data-open={isMenuOpen.value}>{nav}</div>
      </header>
      <div class="panel" ref={panel}>
        <button
          ref={handle}
          type="button"
          class="panel-handle js-only"
          aria-label={words.explorer.sheet[store.stop.value]}
          onClick={() => store.stop.value = nextStop(store.stop.value)}
        >
          <span />
        </button>
        <Panel {...props} model={controller} parts={parts.value} onNeed={need} />
      </div>
      <Stage
        {...{ stage, map, place, lang, words, common }}
        {...{ source: source.value, model: controller, parts: parts.value }}
        onRecentre={controller.recentre}
      />
    </div>
  );
}

type StageProps = Pick<ExplorerProps, "lang" | "words" | "common"> & {
  stage: { current: HTMLDivElement | null };
  map: { current: StationMap | null };
  model: Controller<Station>;
  parts: Parts | null;
  place: string;
  onRecentre: () => void;
  /** Base map in use; null: our own alone, undefined: not known yet. */
  source: TileSource | null | undefined;
};

/** The map, its legend, its buttons and its credit. */
function Stage(
  { stage, map, model, parts, place, onRecentre, source, lang, words, common }: StageProps,
) {
  const { explorer } = words;
  const { unit, thirds, ownFuels } = model.listing.value;
  const far = model.far.value;
  const fuel = ownFuels && ownFuels.length > 1 && common.fuels[model.view.value.fuel].short;
  return (
    <section class="stage js-only" aria-label={explorer.map}>
      <a class="skip" href="#list">{explorer.skipToList}</a>
      <p id="map-help" class="sr-only">{explorer.mapHelp}</p>
      <div class="map" ref={stage} aria-describedby="map-help" />
      <Legend
        {...{ unit, lang }}
        bounds={far?.bounds ?? thirds}
        note={far ? <a href="#from-afar">{explorer.legendMeans}</a> : fuel}
        label={explorer.legend}
        common={common}
        class="map-legend"
      />
      {parts && <parts.ShortageSwitch {...{ model, lang, words, common }} />}
      <MapControls
        {...{ place, onRecentre }}
        words={explorer}
        onZoom={(steps) => map.current?.zoomBy(steps)}
      />
      {source !== undefined && (
        <p class="map-credit">
          {source === null
            ? `${explorer.noTiles} · © GeoNames`
            : <a href={source.href} rel="noopener">{source.attribution}</a>}
        </p>
      )}
    </section>
  );
}

function toShownKm(area: Area, view: View): number | null {
  return area.kind === "view" ? view.radiusKm : area.radiusKm;
}

type MapOptions = {
  controller: Controller<Station>;
  stage: { current: HTMLDivElement | null };
  source: (source: TileSource | null) => void;
};

/** Loads the map after the first paint and keeps it in step with the store. */
function useMap({ start, lang, words, common, baseFiles }: ExplorerProps, { controller, stage, source }: MapOptions) {
  const { store } = controller;
  const map = useRef<StationMap | null>(null);
  const isReady = useSignal(false);
  const isWatching = useRef(false);
  useEffect(() => {
    let isGone = false;
    const forget = controller.readStored();
    controller.loader.start();
    controller.loader.serve();
    import("../lib/client/map/station_map.ts").then(async ({ createStationMap }) => {
      // Reading the scripts and making the map in one go would hold up a slow phone.
      await pause();
      if (isGone || !stage.current) return;
      map.current = createStationMap(stage.current, {
        centre: store.where.peek(),
        radiusKm: toShownKm(store.area.peek(), store.view.peek()) ?? start.first.radiusKm,
        files: baseFiles,
        reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
        covered: () => findCovered(stage.current!),
        inset: () => toInset(store.stop.peek(), stage.current!),
        onSettled: controller.settled,
        onPick: controller.open,
        onHover: (id) => store.hoveredId.value = id,
        onSource: source,
      });
      controller.attach(map.current);
      isReady.value = true;
    }).catch(reportError);
    return () => {
      isGone = true;
      forget();
      controller.loader.stop();
      map.current?.remove();
    };
  }, []);
  useSignalEffect(() => {
    if (!isReady.value || !store.isFar.value || isWatching.current) return;
    isWatching.current = true;
    import("../lib/client/explorer/from_afar.ts").then(({ watchFromAfar }) =>
      watchFromAfar({
        ...{ store, map: map.current!, file: baseFiles.departments },
        choose: controller.choose,
      })
    ).catch(reportError);
  });
  useSignalEffect(() => {
    const scene = isReady.value ? toScene(store, { lang, words, common }) : null;
    if (!scene) return;
    // After the list has been drawn, in a turn of its own.
    const turn = setTimeout(() => map.current?.show(scene), 0);
    return () => clearTimeout(turn);
  });
  useSignalEffect(() => {
    const id = store.hoveredId.value;
    map.current?.mark(id, "is-hovered");
    for (const row of document.querySelectorAll("[data-row]")) {
      row.classList.toggle("is-hovered", (row as HTMLElement).dataset.row === id);
    }
  });
  return map;
}

type PageParts = { map: { current: StationMap | null }; closeMenu: () => void };

/** Back and forward, Esc, the theme, the window's size. Returns what undoes it. */
function watchPage(controller: Controller<Station>, { map, closeMenu }: PageParts): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    closeMenu();
    if (controller.store.view.peek().station !== null) controller.close();
  };
  return listen(globalThis, {
    popstate: controller.restore,
    keydown: onKey,
    themechange: () => map.current?.repaint(),
    resize: () => map.current?.refit(),
  });
}
