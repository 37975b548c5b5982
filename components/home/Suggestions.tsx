/** The suggestions below the search field; loaded when the visitor reaches for the field. @module */

import { useRef } from "preact/hooks";
import { toAreaLabel } from "../../lib/shared/place/motorway_areas.ts";
import type { FoundPlace } from "../../lib/shared/place/places.ts";
import { isMotorwayArea, isTerritory, type Suggestion } from "../../lib/shared/place/suggestions.ts";
import type { SearchWords } from "../../lib/shared/words/home.ts";
import { fill } from "../../lib/shared/words/mod.ts";

type Named = { readonly label: string };

type Props<T> = {
  optionId: (index: number) => string;
  options: readonly T[];
  /** Index of the option that Enter takes, -1 for none. */
  active: number;
  words: SearchWords;
  onChoose: (option: T) => void;
};

type Pressed<T> = { option: T; x: number; y: number };

/** A finger that has moved further than this scrolls the list. */
const SCROLL_PX = 10;

/**
 * Takes the option that a finger was put on. The list may have changed when the finger is lifted, and the mouse events
 * that browsers send then, unless the touch was long, go to whatever is at that point by now.
 */
function useFinger<T>(onChoose: (option: T) => void) {
  const pressed = useRef<Pressed<T> | null>(null);
  const forget = () => pressed.current = null;
  return (option: T) => ({
    onTouchStart({ touches: [finger, other] }: TouchEvent) {
      pressed.current = finger && !other ? { option, x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchMove({ touches: [finger] }: TouchEvent) {
      if (!finger || !pressed.current) return;
      const { x, y } = pressed.current;
      if (Math.hypot(finger.clientX - x, finger.clientY - y) > SCROLL_PX) forget();
    },
    onTouchCancel: forget,
    onTouchEnd(event: TouchEvent) {
      if (!pressed.current) return;
      // No mouse events follow, so the field keeps the focus and nothing below the list is clicked.
      event.preventDefault();
      const { option } = pressed.current;
      forget();
      onChoose(option);
    },
  });
}

/** The options of the listbox. */
export function Suggestions<T extends Suggestion | Named>({ optionId, options, active, words, onChoose }: Props<T>) {
  const withFinger = useFinger(onChoose);
  return (
    <>
      {options.map((option, index) => (
        <li
          key={optionId(index)}
          id={optionId(index)}
          class="suggestion"
          role="option"
          aria-selected={index === active}
          {...withFinger(option)}
          // Before the field loses the focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {isTerritory(option)
            ? <Line name={option.name} hint={words[option.kind]} />
            : isMotorwayArea(option)
            ? <Line name={toAreaLabel(option)} hint={option.name === null ? words.motorway : option.town} />
            : "code" in option
            ? <PlaceLine place={option} words={words} />
            : <span>{option.label}</span>}
        </li>
      ))}
    </>
  );
}

function Line({ name, hint }: { name: string; hint: string | null }) {
  return (
    <>
      <strong>{name}</strong>
      <span class="muted small">{hint}</span>
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
