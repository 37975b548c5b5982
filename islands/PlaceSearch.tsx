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
  /** Written into the field whenever it changes, as by Back, unless the visitor is typing there. */
  value: string;
  /** Without it a choice leads to the home's address for it. */
  onChoose?: (choice: Choice) => void;
  /** The middle of the map, near which addresses are looked for first. */
  near?: () => Point;
  /** Name of the field in its form, where there are several; absent: `q`. */
  name?: string;
  /**
   * Whether a text is the one of the last choice, which needs no new search when the form is sent.
   */
  isKnown?: (text: string) => boolean;
  /** Whether the browser refuses to send the form without it. */
  isRequired?: boolean;
  /** Why the server did not find the place; the field gets the focus. */
  fault?: ComponentChildren;
};

type Loaded = PlaceSearchActions & { List: typeof Suggestions };

type FormOptions = { isHome: boolean; onText: (text: string) => void };

/**
 * Takes over what the form of a field would send: `onText` gets the text. The home's is sent as
 * soon as a fuel is chosen.
 */
function followForm(field: HTMLInputElement, { isHome, onText }: FormOptions): void {
  const form = field.form!;
  form.addEventListener("submit", (event) => {
    const isEmpty = field.value.trim() === "";
    // The home without a text shows the country for the chosen fuel.
    if (isEmpty && isHome) return;
    event.preventDefault();
    if (!isEmpty) onText(field.value);
  });
  form.addEventListener("change", ({ target }) => {
    // Not as a search: the server looks up what was typed so far.
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

/** Belongs into a form, whose button searches without a script. */
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
      // On the home the server finds the same town, and says so on the page that it leads to.
      onNearest: (choice, text) => onChoose ? choose(choice, text) : submit(),
      // A form with several places is not sent by one of them.
      onShared: name === "q" ? submit : null,
      // The home shows the place that it takes, and the others. A form with several places lets the
      // visitor choose first.
      onDoubt: name === "q" ? null : submit,
    });
    return loaded.value = { ...actions, List };
  }
  const need = () =>
    loading.current ??= load().catch((error) => {
      loading.current = null;
      throw error;
    });
  /** Without its script the field is a form's, which the server handles. */
  const withActions = (use: (actions: Loaded) => void) => need().then(use, submit);

  function choose(choice: Choice, text: string): void {
    combobox.close();
    if (field.current) field.current.value = text;
    if (onChoose) return onChoose(choice);
    import("../lib/client/device/last_visit.ts").then(({ leaveFor }) =>
      leaveFor(choice, field.current!.form!, lang)
    );
  }

  /** Looks for the text of the field, unless another letter is typed before the script is there. */
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
