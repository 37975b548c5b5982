/** The choice among the six fuels, as radio buttons of a form: works with and without scripts. @module */

import { type Fuel, FUELS } from "../lib/shared/fuels.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

type Props = {
  fuel: Fuel;
  words: CommonWords;
  /** Called at once when scripts run; without them the form's button sends the choice. */
  onChange?: (fuel: Fuel) => void;
  class?: string;
};

/** Six keys; the chosen one is pressed. Belongs into a form, its field is `fuel`. */
export function FuelPicker({ fuel, words, onChange, class: extra = "" }: Props) {
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
