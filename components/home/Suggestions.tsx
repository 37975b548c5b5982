/** The list below the search field. @module */

import type { FoundPlace } from "../../lib/shared/places.ts";
import type { SearchWords } from "../../lib/shared/words/home.ts";
import { fill } from "../../lib/shared/words/mod.ts";

type Address = { label: string; lat: number; lng: number };

type Props = {
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
export function Suggestions({ id, optionId, options, active, isOpen, words, onChoose }: Props) {
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
