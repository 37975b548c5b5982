/** The choice of a fuel: as links where the address is the state, as radio buttons inside a form. @module */

import { type Fuel, FUELS } from "../lib/shared/station/fuels.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

type Props = { fuel: Fuel; common: CommonWords };

/** A link for each fuel to the page at `path` (in its language, without a query). */
export function FuelLinks({ fuel, path, common }: Props & { path: string }) {
  return (
    <nav class="fuel-links" aria-label={common.chooseFuel}>
      <ul class="keys">
        {FUELS.map((code) => (
          <li key={code}>
            <a
              class="key"
              href={`${path}?fuel=${code}`}
              title={common.fuels[code].long}
              aria-current={code === fuel ? "true" : "false"}
            >
              {common.fuels[code].short}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `onChange` is called at once when scripts run; without them the form's button sends the choice. */
type PickerProps = Props & { onChange?: (fuel: Fuel) => void; class?: string };

/** A field named `fuel` for a form. */
export function FuelPicker({ fuel, common, onChange, class: extra = "" }: PickerProps) {
  return (
    <fieldset class={extra}>
      <legend class="sr-only">{common.chooseFuel}</legend>
      <div class="keys">
        {FUELS.map((code) => (
          <label class="key" key={code} title={common.fuels[code].long}>
            <input
              type="radio"
              name="fuel"
              value={code}
              checked={code === fuel}
              onChange={onChange && (() => onChange(code))}
            />
            <span>{common.fuels[code].short}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
