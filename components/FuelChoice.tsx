/**
 * The choice of a fuel: links on pages with an address for each fuel, radio buttons inside a form.
 *
 * @module
 */

import { type Fuel, FUELS } from "../lib/shared/fuels.ts";
import type { CommonWords } from "../lib/words/mod.ts";
import { Keys } from "./Fields.tsx";

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

/**
 * `onValue` is called on each choice when scripts run. Without scripts, the form's button sends the
 * choice.
 */
type PickerProps = Props & { onValue?: (fuel: Fuel) => void; class?: string };

/** A field named `fuel` for a form. */
export function FuelPicker({ fuel, common, ...keys }: PickerProps) {
  const options = FUELS.map((code) =>
    [code, common.fuels[code].short, common.fuels[code].long] as const
  );
  return <Keys name="fuel" label={common.chooseFuel} value={fuel} options={options} {...keys} />;
}
