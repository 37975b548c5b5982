/** The suggestions below the search field; loaded when the visitor reaches for the field. @module */

import { type MotorwayArea, toAreaLabel } from "../../lib/shared/motorway_areas.ts";
import type { FoundPlace } from "../../lib/shared/places.ts";
import { isMotorwayArea, isTerritory, type Suggestion } from "../../lib/shared/suggestions.ts";
import type { Territory } from "../../lib/shared/territories.ts";
import type { SearchWords } from "../../lib/shared/words/home.ts";
import { fill } from "../../lib/shared/words/mod.ts";

type Named = { readonly label: string };

type Props<T> = {
  optionId: (index: number) => string;
  /** Places first, then addresses. */
  options: readonly T[];
  /** Index of the option that Enter takes, -1 for none. */
  active: number;
  words: SearchWords;
  onChoose: (option: T) => void;
};

/** The options of the listbox. */
export function Suggestions<T extends Suggestion | Named>({ optionId, options, active, words, onChoose }: Props<T>) {
  return (
    <>
      {options.map((option, index) => (
        <li
          key={optionId(index)}
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
          {isTerritory(option)
            ? <TerritoryLine territory={option} words={words} />
            : isMotorwayArea(option)
            ? <AreaLine area={option} words={words} />
            : "code" in option
            ? <PlaceLine place={option} words={words} />
            : <span>{option.label}</span>}
        </li>
      ))}
    </>
  );
}

function TerritoryLine({ territory: { name, kind }, words }: { territory: Territory; words: SearchWords }) {
  return (
    <>
      <strong>{name}</strong>
      <span class="muted small">{words[kind]}</span>
    </>
  );
}

function AreaLine({ area, words }: { area: MotorwayArea; words: SearchWords }) {
  return (
    <>
      <strong>{toAreaLabel(area)}</strong>
      <span class="muted small">{area.name === null ? words.motorway : area.town}</span>
    </>
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
