/** The choice of a fuel as links: the address stays the state of a page, with and without scripts. @module */

import { type Fuel, FUELS } from "../lib/shared/fuels.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

type Props = {
  fuel: Fuel;
  /** Path of the page in its language, without a query. */
  path: string;
  words: CommonWords;
  /** Fuels offered, all six unless told. */
  fuels?: readonly Fuel[];
};

/** One key for each fuel; the chosen one is pressed. */
export function FuelLinks({ fuel, path, words, fuels = FUELS }: Props) {
  return (
    <nav class="fuel-links" aria-label={words.chooseFuel}>
      <ul class="keys">
        {fuels.map((code) => (
          <li key={code}>
            <a
              class="key"
              href={`${path}?fuel=${code}`}
              title={words.fuels[code].long}
              aria-current={code === fuel ? "true" : undefined}
            >
              {words.fuels[code].short}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
