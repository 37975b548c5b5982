/** The choice of a fuel: as links where the address is the state, as radio buttons inside a form. @module */

import { type Fuel, FUELS } from "../lib/shared/fuels.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

type LinkProps = {
  fuel: Fuel;
  /** Path of the page in its language, without a query. */
  path: string;
  words: CommonWords;
  /** Fuels offered; all six by default. */
  fuels?: readonly Fuel[];
};

/** One key for each fuel; the chosen one is pressed. */
export function FuelLinks({ fuel, path, words, fuels = FUELS }: LinkProps) {
  return (
    <nav class="fuel-links" aria-label={words.chooseFuel}>
      <ul class="keys">
        {fuels.map((code) => (
          <li key={code}>
            <a
              class="key"
              href={`${path}?fuel=${code}`}
              title={words.fuels[code].long}
              aria-current={code === fuel ? "true" : "false"}
            >
              {words.fuels[code].short}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PickerProps = {
  fuel: Fuel;
  words: CommonWords;
  /** Called at once when scripts run; without them the form's button sends the choice. */
  onChange?: (fuel: Fuel) => void;
  class?: string;
};

/** Six keys; the chosen one is pressed. Belongs into a form, its field is `fuel`. */
export function FuelPicker({ fuel, words, onChange, class: extra = "" }: PickerProps) {
  return (
    <fieldset class={extra}>
      <legend class="sr-only">{words.chooseFuel}</legend>
      <div class="keys">
        {FUELS.map((code) => (
          <label class="key" key={code} title={words.fuels[code].long}>
            <input
              type="radio"
              name="fuel"
              value={code}
              checked={code === fuel}
              onChange={onChange && (() => onChange(code))}
            />
            <span>{words.fuels[code].short}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
