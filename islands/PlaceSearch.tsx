/**
 * The search field: towns from our own list, addresses from the national geocoder, and the
 * visitor's position.
 *
 * @module
 */

import { useSignal } from "@preact/signals";
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { ComponentChildren, RefObject } from "preact";
import type { Suggestions } from "../components/home/Suggestions.tsx";
import { useCombobox } from "../components/home/use_combobox.ts";
import { Icon, IconButton, ROUTE } from "../components/Icon.tsx";
import type { PlaceSearchActions } from "../lib/client/search/place_search.ts";
import { createSearchState } from "../lib/client/search/search_state.ts";
import { type Lang, toLocalPath } from "../lib/words/lang.ts";
import type { Choice, GeoFiles } from "../lib/site/explorer/url_state.ts";
import type { Point } from "../lib/places/point.ts";
import type { SearchWords } from "../lib/words/home.ts";

type Props = {
  lang: Lang;
  words: SearchWords;
  files: GeoFiles;
  /**
   * Replaces the field's text when it changes (as Back does), unless the visitor is typing there.
   */
  value: string;
  /** Absent on the home page, where a choice leads to the map of the place. */
  onChoose?: (choice: Choice) => void;
  /** Returns the middle of the map. Addresses near it come first. */
  near?: () => Point;
  /** Name of the field in its form; `q` by default. Forms with several places need it. */
  name?: string;
  /** Returns whether a text belongs to the last choice, so that a submit needs no new search. */
  isKnown?: (text: string) => boolean;
  /** Whether the browser rejects a submit without a text. */
  isRequired?: boolean;
  /** Why the server did not find the place; the field gets the focus. */
  fault?: ComponentChildren;
};

type Loaded = PlaceSearchActions & { List: typeof Suggestions };

type FormOptions = { isHome: boolean; onText: (text: string) => void };

/**
 * Handles the submit of a field's form: passes the text to `onText`. On the home page, choosing a
 * fuel submits the form at once.
 */
function followForm(field: HTMLInputElement, { isHome, onText }: FormOptions): void {
  const form = field.form!;
  form.addEventListener("submit", (event) => {
    const isEmpty = field.value.trim() === "";
    // Without a text, let the home page show the country for the chosen fuel.
    if (isEmpty && isHome) return;
    event.preventDefault();
    if (!isEmpty) onText(field.value);
  });
  form.addEventListener("change", ({ target }) => {
    // `submit()` fires no event, so the server looks up the unfinished text.
    if (isHome && (target as HTMLInputElement).name === "fuel") form.submit();
  });
}

/** Writes `value` into a field whenever it changes, unless the visitor is typing there. */
function useShownValue(field: RefObject<HTMLInputElement>, value: string): void {
  const shown = useRef(value);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isTyped = activeElement === field.current && field.current!.value !== shown.current;
    if (value !== shown.current && !isTyped) field.current!.value = value;
    shown.current = value;
  }, [value]);
}

/** Must be inside a form, whose button searches without scripts. */
export default function PlaceSearch(props: Props) {
  const { lang, words, files, value, onChoose, near, name = "q", isKnown, isRequired, fault } =
    props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const loading = useRef<Promise<Loaded> | null>(null);
  const loaded = useSignal<Loaded | null>(null);
  const state = useMemo(createSearchState, []);
  const combobox = useCombobox({
    id,
    options: state.options.value,
    onChoose: (option) => loaded.value?.choose(option),
    onOpen: search,
  });
  useShownValue(field, value);

  const submit = () => field.current?.form?.submit();

  async function load(): Promise<Loaded> {
    const [{ Suggestions: List }, { createPlaceSearch }] = await Promise.all([
      import("../components/home/Suggestions.tsx"),
      import("../lib/client/search/place_search.ts"),
    ]);
    const actions = createPlaceSearch(state, {
      lang,
      words,
      files,
      near: () => near?.() ?? null,
      onChoose: choose,
      // The server finds the same town and says so on the page that it returns.
      onNearest: (choice, text) => onChoose ? choose(choice, text) : submit(),
      // One of several places must not submit the form.
      onShared: name === "q" ? submit : null,
      // The home page shows the chosen place and offers the others. In a form with several places,
      // the visitor chooses first.
      onDoubt: name === "q" ? null : submit,
    });
    return loaded.value = { ...actions, List };
  }
  const need = () =>
    loading.current ??= load().catch((error) => {
      loading.current = null;
      throw error;
    });
  /** Loads the script first. If that fails, submits the form to the server. */
  const withActions = (use: (actions: Loaded) => void) => need().then(use, submit);

  function choose(choice: Choice, text: string): void {
    combobox.close();
    if (field.current) field.current.value = text;
    if (onChoose) return onChoose(choice);
    import("../lib/client/device/last_visit.ts").then(({ leaveFor }) =>
      leaveFor(choice, field.current!.form!, lang)
    );
  }

  /** Searches for the field's text, unless it changes while the script loads. */
  function search(): void {
    const text = field.current!.value;
    need().then((actions) => {
      if (text.trim() === "") actions.forget();
      else if (text === field.current?.value) actions.search(text);
    }, () => {});
  }

  const onText = (text: string) => isKnown?.(text) || withActions(({ decide }) => decide(text));
  useEffect(() => followForm(field.current!, { isHome: !onChoose, onText }), []);
  const locate = () => withActions((actions) => actions.locate());
  const List = loaded.value?.List;
  return (
    <div class="search">
      <div class="search-box">
        <label class="sr-only" for={id}>{words.label}</label>
        <input
          ref={field}
          id={id}
          class="search-input"
          name={name}
          type="text"
          autocomplete="off"
          autocapitalize="words"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={120}
          placeholder={words.placeholder}
          defaultValue={value}
          required={isRequired}
          autofocus={Boolean(fault)}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          {...combobox.field}
          onFocus={() => need().catch(() => {})}
          onInput={() => {
            combobox.open();
            search();
          }}
        />
        {onChoose && (
          <IconButton
            icon="locate"
            label={words.locate}
            class="search-button js-only"
            onClick={locate}
          />
        )}
        <button type="submit" class="search-button search-submit" aria-label={words.submit}>
          <Icon name="search" />
        </button>
      </div>
      <ul
        {...combobox.list}
        class="suggestions"
        aria-label={words.suggestions}
        data-answers={state.answered.value}
      >
        {List && (
          <List
            words={words}
            optionId={combobox.toOptionId}
            options={state.options.value}
            active={combobox.active}
            onChoose={(option) => loaded.value?.choose(option)}
          />
        )}
      </ul>
      {!onChoose && <OtherWays lang={lang} words={words} onLocate={locate} />}
      {fault && <p id={`${id}-fault`} class="notice" role="alert">{fault}</p>}
      <p class="sr-only" role="status">{state.status.value}</p>
      <p class="search-notice" role="status">{state.notice.value}</p>
    </div>
  );
}

type WaysProps = { lang: Lang; words: SearchWords; onLocate: () => void };

/** The controls of the home next to the field. */
function OtherWays({ lang, words, onLocate }: WaysProps) {
  return (
    <p class="row search-ways">
      <button type="button" class="button js-only" onClick={onLocate}>
        <Icon name="locate" /> {words.locate}
      </button>
      <a class="button" href={toLocalPath("/itineraire", lang)} aria-current="false">
        <Icon path={ROUTE} /> {words.route}
      </a>
    </p>
  );
}
