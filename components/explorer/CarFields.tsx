/** The visitor's car, for the real cost: litres to fill in and consumption. @module */

import { type Car, CAR_LIMITS } from "../../lib/shared/real_cost.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";

type Props = { car: Car; words: ExplorerWords; onChange: (car: Car) => void };

/** Two numbers, kept on the device; what is out of bounds is not taken. */
export function CarFields({ car, words, onChange }: Props) {
  const field = (name: keyof Car, label: string, step: string) => (
    <label class="field">
      <span class="label">{label}</span>
      <input
        class="input num"
        type="number"
        inputMode="decimal"
        step={step}
        {...CAR_LIMITS[name]}
        value={car[name]}
        onInput={({ currentTarget }) => {
          const value = currentTarget.valueAsNumber;
          if (currentTarget.validity.valid && !Number.isNaN(value)) onChange({ ...car, [name]: value });
        }}
      />
    </label>
  );
  return (
    <fieldset class="car js-only">
      <legend class="label">{words.car}</legend>
      <div class="filters-row">
        {field("litres", words.litres, "1")}
        {field("per100Km", words.per100Km, "0.1")}
      </div>
      <p class="hint">{words.carKept}</p>
    </fieldset>
  );
}
