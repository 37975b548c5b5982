/** The search field: towns from our own list, addresses from the national geocoder, and the visitor's position. @module */

import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "../components/Icon.tsx";
import { type Address, askPosition, findAddresses } from "../lib/client/geocoder.ts";
import type { PlaceFinder } from "../lib/client/place_finder.ts";
import { type Lang, toLocalPath } from "../lib/shared/lang.ts";
import type { FoundPlace } from "../lib/shared/places.ts";
import { type Choice, EMPTY_VIEW, moveTo, type PlaceFiles, readView, toQuery } from "../lib/shared/url_state.ts";
import type { SearchWords } from "../lib/shared/words/home.ts";
import { count, fill } from "../lib/shared/words/mod.ts";

const GEOCODER_DELAY_MS = 300;
const MAX_PLACES = 6;

type Props = {
  lang: Lang;
  words: SearchWords;
  files: PlaceFiles;
  /** Text of the field at first. */
  value: string;
  /** Without it a choice leads to the home's address for it. */
  onChoose?: (choice: Choice) => void;
};

function toChoice(option: FoundPlace | Address): Choice {
  if (!("code" in option)) return { kind: "address", ...option };
  const { code, name, department, postalCodes, lat, lng } = option;
  return { kind: "place", place: { code, name, department, postalCode: postalCodes[0], lat, lng } };
}

/** Text that a choice leaves in the field. */
function toFieldText(choice: Choice): string {
  return choice.kind === "place" ? choice.place.name : choice.kind === "address" ? choice.label : "";
}

/** Goes to the home's address of a choice, with the fuel of the form around the field. */
function leaveFor(choice: Choice, field: HTMLInputElement | null, lang: Lang): void {
  const form = field?.form;
  const { view } = readView(new URLSearchParams(form ? new FormData(form) as unknown as Record<string, string> : ""));
  location.assign(toLocalPath(`/?${toQuery(moveTo({ ...EMPTY_VIEW, fuel: view.fuel }, choice))}`, lang));
}

/** Submits the form as soon as one of its fuels is chosen. Returns what ends that. */
function sendOnFuel(form: HTMLFormElement | null): () => void {
  const send = ({ target }: Event) => {
    if ((target as HTMLInputElement).name === "fuel") form?.requestSubmit();
  };
  form?.addEventListener("change", send);
  return () => form?.removeEventListener("change", send);
}

/** Belongs into a form, whose button searches without a script. */
export default function PlaceSearch({ lang, words, files, value, onChoose }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const finder = useRef<Promise<PlaceFinder> | null>(null);
  const searching = useRef<AbortController | null>(null);
  const options = useSignal<(FoundPlace | Address)[]>([]);
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  // What readers hear of the suggestions, and what everybody reads about the position.
  const status = useSignal("");
  const notice = useSignal("");

  const warm = () =>
    finder.current ??= import("../lib/client/place_finder.ts").then((module) => module.createPlaceFinder(files));
  const close = () => {
    searching.current?.abort();
    isOpen.value = false;
    active.value = -1;
  };
  const choose = (choice: Choice) => {
    close();
    status.value = notice.value = "";
    if (field.current) field.current.value = toFieldText(choice);
    if (onChoose) onChoose(choice);
    else leaveFor(choice, field.current, lang);
  };

  async function search(text: string): Promise<void> {
    searching.current?.abort();
    const { signal } = searching.current = new AbortController();
    active.value = -1;
    if (text.trim() === "") return close();
    const places = await warm().then((ready) => ready.find(text, MAX_PLACES)).catch(() => []);
    if (signal.aborted) return;
    show(places, text);
    await new Promise((resolve) => setTimeout(resolve, GEOCODER_DELAY_MS));
    if (signal.aborted) return;
    const addresses = await findAddresses(text, signal);
    if (!signal.aborted && addresses.length > 0) show([...places, ...addresses], text);
  }

  function show(found: (FoundPlace | Address)[], text: string): void {
    options.value = found;
    isOpen.value = text.trim() !== "";
    status.value = found.length === 0 ? words.none : count(words.found, found.length, { lang });
  }

  async function locate(): Promise<void> {
    close();
    notice.value = words.locating;
    const position = await askPosition();
    if (position.ok) choose({ kind: "here", ...position });
    else notice.value = position.reason === "refused" ? words.locationRefused : words.locationFailed;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { length } = options.value;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options.value[Math.max(0, active.value)];
    if (step !== undefined && isOpen.value && length > 0) {
      event.preventDefault();
      const next = active.value + step;
      active.value = next < 0 ? length - 1 : next % length;
    } else if (event.key === "Escape" && isOpen.value) {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && isOpen.value && option) {
      event.preventDefault();
      choose(toChoice(option));
    }
  }

  useEffect(() => onChoose ? undefined : sendOnFuel(field.current?.form ?? null), []);
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <div class="search">
      <div class="search-box">
        <label class="sr-only" for={id}>{words.label}</label>
        <input
          ref={field}
          id={id}
          class="search-input"
          name="q"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen.value}
          aria-controls={`${id}-list`}
          aria-activedescendant={active.value >= 0 ? optionId(active.value) : undefined}
          autocomplete="off"
          autocapitalize="words"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={120}
          placeholder={words.placeholder}
          defaultValue={value}
          onFocus={warm}
          onInput={({ currentTarget }) => search(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <button
          type="button"
          class="search-button js-only"
          aria-label={words.locate}
          title={words.locate}
          onClick={locate}
        >
          <Icon name="locate" />
        </button>
        <button type="submit" class="search-button search-submit" aria-label={words.submit}>
          <Icon name="search" />
        </button>
      </div>
      <Suggestions
        id={`${id}-list`}
        optionId={optionId}
        options={options.value}
        active={active.value}
        isOpen={isOpen.value}
        words={words}
        onChoose={(option) => choose(toChoice(option))}
      />
      <p class="sr-only" role="status">{status.value}</p>
      <p class="search-notice" role="status">{notice.value}</p>
    </div>
  );
}

type SuggestionProps = {
  id: string;
  optionId: (index: number) => string;
  /** Communes first, then addresses. */
  options: readonly (FoundPlace | Address)[];
  /** Index of the option that Enter takes, -1 for none. */
  active: number;
  isOpen: boolean;
  words: SearchWords;
  onChoose: (option: FoundPlace | Address) => void;
};

/** A listbox that is always there, empty and hidden when nothing is suggested. */
function Suggestions({ id, optionId, options, active, isOpen, words, onChoose }: SuggestionProps) {
  return (
    <ul
      id={id}
      class="suggestions"
      role="listbox"
      aria-label={words.suggestions}
      hidden={!isOpen || options.length === 0}
    >
      {options.map((option, index) => (
        <li
          key={"code" in option ? option.code : option.label}
          id={optionId(index)}
          class="suggestion"
          role="option"
          aria-selected={index === active}
          // Before the field loses the focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {"code" in option ? <PlaceLine place={option} words={words} /> : <span>{option.label}</span>}
        </li>
      ))}
    </ul>
  );
}

function PlaceLine({ place, words }: { place: FoundPlace; words: SearchWords }) {
  const { name, postalCodes, formerName, department } = place;
  return (
    <>
      <span>
        <strong>{name}</strong>
        {formerName !== null && <span class="muted small">{fill(words.former, { name: formerName })}</span>}
      </span>
      <span class="muted small num">{postalCodes.length === 1 ? postalCodes[0] : department}</span>
    </>
  );
}
