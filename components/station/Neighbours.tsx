/** Stations around a station, those that are cheaper told apart: without it a dear one would look like the only one. @module */

import type { NearbyEntry } from "../../lib/domain/wire.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import type { Bounds } from "../../lib/shared/tertiles.ts";
import { type CommonWords, fill } from "../../lib/shared/words/mod.ts";
import type { StationWords } from "../../lib/pages/station/words.ts";
import { StationList } from "../area/StationList.tsx";

/** Radius in which neighbours are looked for, as the page says it. */
const RADIUS_KM = 10;

type Props = {
  neighbours: readonly NearbyEntry[];
  bounds: Bounds | null;
  fuel: Fuel;
  /** Price of the station itself, when it counts. */
  own: string | null;
  nowMs: number;
  lang: Lang;
  common: CommonWords;
  words: StationWords;
};

/** The list, or that nobody else sells the fuel near. */
export function Neighbours({ neighbours, bounds, fuel, own, nowMs, lang, common, words }: Props) {
  const km = `${RADIUS_KM}\u00a0km`;
  if (neighbours.length === 0) return <p class="state">{fill(words.noNeighbours, { km })}</p>;
  return (
    <>
      <p class="list-note">{fill(words.neighboursText, { fuel: common.fuels[fuel].short, km })}</p>
      <StationList
        entries={neighbours}
        hasBest={own === null || neighbours[0].price < own}
        words={common}
        {...{ bounds, fuel, nowMs, lang }}
      />
    </>
  );
}
