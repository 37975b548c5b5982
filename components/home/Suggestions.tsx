/**
 * The suggestions below the search field. Loaded when the visitor first uses the field.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Option } from "../../lib/client/search/search_state.ts";
import { toAreaLabel } from "../../lib/places/motorway_areas.ts";
import { isMotorwayArea, isTerritory } from "../../lib/places/suggestions.ts";
import type { SearchWords } from "../../lib/words/home.ts";
import { fill } from "../../lib/words/fill.ts";

type Props = {
  optionId: (index: number) => string;
  options: readonly Option[];
  /** Index of the option that Enter takes, or -1. */
  active: number;
  words: SearchWords;
  onChoose: (option: Option) => void;
};

/** The options of the listbox. */
export function Suggestions({ optionId, options, active, words, onChoose }: Props) {
  // The list may change before the finger is lifted, and mouse events would then hit the element
  // below.
  const pressed = useRef<Option | null>(null);
  return (
    <>
      {options.map((option, index) => (
        <li
          key={optionId(index)}
          id={optionId(index)}
          class="suggestion"
          role="option"
          aria-selected={index === active}
          onPointerDown={() => pressed.current = option}
          // The finger scrolls the list.
          onPointerCancel={() => pressed.current = null}
          onTouchEnd={(event) => {
            if (pressed.current === null) return;
            // Prevents mouse events, so that the field keeps the focus and nothing below the list
            // is clicked.
            event.preventDefault();
            onChoose(pressed.current);
          }}
          // Before the field loses the focus, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {isTerritory(option)
            ? <Line name={option.name} hint={words[option.kind]} />
            : isMotorwayArea(option)
            ? (
              <Line
                name={toAreaLabel(option)}
                hint={option.name === null ? words.motorway : option.town}
              />
            )
            : "code" in option
            ? (
              <Line
                name={option.name}
                hint={option.postalCodes.length === 1 ? option.postalCodes[0]! : option.department}
              >
                {option.formerName !== null && fill(words.former, { name: option.formerName })}
              </Line>
            )
            : <span>{option.label}</span>}
        </li>
      ))}
    </>
  );
}

/** `children` is another name of the place. */
function Line(
  { name, hint, children }: { name: string; hint: string | null; children?: ComponentChildren },
) {
  return (
    <>
      <span>
        <strong>{name}</strong>
        {children && <span class="muted small">{children}</span>}
      </span>
      <span class="muted small num">{hint}</span>
    </>
  );
}
