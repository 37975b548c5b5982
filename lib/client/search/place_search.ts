/**
 * Searches for the text of a search field: suggestions while the visitor types, and a place on
 * Enter.
 *
 * @module
 */

import type { Lang } from "../../words/lang.ts";
import { isMotorwayArea, isTerritory } from "../../places/suggestions.ts";
import { isNameOf, toNameKey } from "../../places/place_name.ts";
import { toAreaLabel } from "../../places/motorway_areas.ts";
import { toTerritoryRef } from "../../places/territories.ts";
import type { Choice, GeoFiles } from "../../site/explorer/url_state.ts";
import type { Point } from "../../places/point.ts";
import type { SearchWords } from "../../words/home.ts";
import { count, fill } from "../../words/fill.ts";
import { type Address, findAddresses, requestPosition } from "./geocoder.ts";
import { pause } from "../browser.ts";
import { createPlaceFinder } from "./place_finder.ts";
import type { Option, SearchState } from "./search_state.ts";

type Options = {
  lang: Lang;
  words: SearchWords;
  files: GeoFiles;
  /** Returns the middle of the map: addresses near it come first. Null without a map. */
  near(): Point | null;
  /** `text` becomes the text of the field. */
  onChoose(choice: Choice, text: string): void;
  /** Called when only the town at the end of the text is found. */
  onNearest(choice: Choice, text: string): void;
  /**
   * Called for a name that several places share: the server shows one and offers the others. Null
   * chooses the first.
   */
  onShared: (() => void) | null;
  /**
   * Called for a text that matches no name exactly: the server offers similar names. Null chooses
   * the first.
   */
  onDoubt: (() => void) | null;
};

type Search = {
  text: string;
  ending: AbortController;
  /** The matches in our own files. */
  places: Promise<readonly Option[]>;
  /**
   * Places, or addresses if no place matches; null if the geocoder is unavailable. Enter takes the
   * first.
   */
  found: Promise<readonly Option[] | null>;
};

const GEOCODER_DELAY_MS = 300;
const MAX_PLACES = 6;
const MAX_WAIT_MS = 3000;

function toChoice(option: Option): Choice {
  if (isTerritory(option)) return toTerritoryRef(option);
  if (isMotorwayArea(option)) {
    return { label: toAreaLabel(option), lat: option.latitude, lng: option.longitude };
  }
  return option;
}

function toFieldText(option: Option): string {
  if (isMotorwayArea(option)) return toAreaLabel(option);
  return "name" in option ? option.name : option.label;
}

/** Makes the actions of one field. Starts to load the towns at once. */
export function createPlaceSearch(state: SearchState, options: Options) {
  const { lang, words, files, near, onChoose, onNearest, onShared, onDoubt } = options;
  const finder = createPlaceFinder(files);
  let current: Search | null = null;

  function show(text: string, found: readonly Option[]): void {
    state.options.value = found;
    state.answered.value = text;
    state.status.value = found.length === 0
      ? words.none
      : count(words.found, found.length, { lang });
  }

  function forget(): void {
    current?.ending.abort();
    current = null;
    state.options.value = [];
    state.answered.value = state.status.value = state.notice.value = "";
  }

  async function addAddresses(
    text: string,
    places: readonly Option[],
    signal: AbortSignal,
  ): Promise<Address[] | null> {
    if (signal.aborted) return null;
    show(text, places);
    await pause(GEOCODER_DELAY_MS);
    if (signal.aborted) return null;
    const addresses = await findAddresses(text, { signal, near: near() });
    if (signal.aborted) return null;
    if (addresses !== null && addresses.length > 0) show(text, [...places, ...addresses]);
    else if (addresses === null && places.length === 0) {
      state.notice.value = fill(words.unknown, { text });
    }
    return addresses;
  }

  /** Starts to search for a text, unless it already has. */
  function start(text: string): Search {
    if (current?.text === text) return current;
    current?.ending.abort();
    const ending = new AbortController();
    state.notice.value = "";
    const places: Promise<readonly Option[]> = finder.find(text, {
      limit: MAX_PLACES,
      near: near(),
    }).catch(() => []);
    const addresses = places.then((found) => addAddresses(text, found, ending.signal));
    return current = {
      text,
      ending,
      places,
      found: places.then((found) => found.length > 0 ? found : addresses),
    };
  }

  function choose(option: Option): void {
    forget();
    onChoose(toChoice(option), toFieldText(option));
  }

  return {
    search: start,
    choose,
    forget,
    /** Chooses a place for a text: the first match, otherwise the town at its end. */
    async decide(text: string): Promise<void> {
      const { ending, places, found } = start(text);
      state.notice.value = words.searching;
      // A slow device takes time for our own files, which says nothing about the geocoder.
      await places;
      const answer = await Promise.race([found, pause(MAX_WAIT_MS)]);
      const [first, ...others] = answer ?? [];
      const place = first ? null : await finder.findAtEnd(text).catch(() => null);
      // The visitor has typed another text or chosen a suggestion meanwhile.
      if (ending.signal.aborted) return;
      const isShared = others.some((other) =>
        "code" in other && toNameKey(other.name) === toNameKey(text)
      );
      if (isShared && onShared && navigator.onLine) return onShared();
      const isDoubtful = first && "name" in first && !isNameOf(first.name ?? "", text);
      if (isDoubtful && onDoubt && navigator.onLine) return onDoubt();
      if (first) return choose(first);
      forget();
      state.notice.value = place
        ? fill(answer ? words.nearest : words.onlyTown, { name: place.name })
        : fill(words.unknown, { text });
      if (place) onNearest(toChoice(place), place.name);
    },
    async locate(): Promise<void> {
      forget();
      state.notice.value = words.locating;
      const position = await requestPosition();
      forget();
      if (position === "refused") state.notice.value = words.locationRefused;
      else if (position === "failed") state.notice.value = words.locationFailed;
      else onChoose({ ...position, label: "" }, "");
    },
  };
}

/** The actions of a search field. */
export type PlaceSearchActions = ReturnType<typeof createPlaceSearch>;
