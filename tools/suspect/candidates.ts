/** The rules of suspect prices that were compared before one was chosen. @module */

import { boundsCandidate, type Candidate } from "./evaluate.ts";

/** The name of the rule that the product applies. */
export const CHOSEN = "both areas, 2.5 spreads below, 5 above (chosen)";

const FAR_BELOW = 0.5; // of the way from the price to the median

/** The candidates, the chosen one among them, simplest first. */
export const CANDIDATES: readonly Candidate[] = [
  { name: "under 72 % of the nation's median", holdsBack: (milli, { nation }) => milli < 0.72 * nation.medianMilli },
  { name: "under 90 % of the nation's median", holdsBack: (milli, { nation }) => milli < 0.9 * nation.medianMilli },
  {
    name: "nation alone, 2.5 spreads below",
    holdsBack: (milli, { nation }) => isBelow(milli, { nation, department: null }, { highSpreads: Infinity }),
  },
  {
    name: "department alone, 2.5 spreads below",
    holdsBack: (milli, { department }) =>
      department !== null && isBelow(milli, { nation: department, department: null }, { highSpreads: Infinity }),
  },
  ...[2, 2.25, 2.5, 2.75, 3].map((lowSpreads) =>
    boundsCandidate(`both areas, ${lowSpreads} spreads below`, { lowSpreads, highSpreads: Infinity })
  ),
  {
    name: "both areas, 2.5 spreads below, and the station's own fall",
    holdsBack: (milli, spreads, previousMilli) =>
      isBelow(milli, spreads, { highSpreads: Infinity }) &&
      (previousMilli === null || previousMilli > milli + FAR_BELOW * (spreads.nation.medianMilli - milli)),
  },
  ...[3, 4, 5].map((highSpreads) =>
    boundsCandidate(`both areas, ${highSpreads} spreads above`, { lowSpreads: Infinity, highSpreads })
  ),
  boundsCandidate(CHOSEN, {}),
];

function isBelow(...[milli, spreads, changes]: [number, Parameters<Candidate["holdsBack"]>[1], object]): boolean {
  return boundsCandidate("", changes).holdsBack(milli, spreads, null);
}
