/** Reads the country's prices of all fuels, for the home and the trends. @module */

import type { National } from "../domain/wire.ts";
import { type DataState, type Deps, nationalPrices } from "../operations/mod.ts";
import { type Fuel, FUELS } from "../shared/fuels.ts";

/** All six fuels in their order, and the state of the data that they were read from. */
export async function findNationals(deps: Deps): Promise<{ nationals: National[]; state: DataState }> {
  const read = (fuel: Fuel) => nationalPrices.read(deps, { fuel });
  const [first, ...others] = FUELS;
  const answers = await Promise.all([read(first), ...others.map(read)]);
  return { nationals: answers.map(({ data }) => data), state: answers[0].state };
}
