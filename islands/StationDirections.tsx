/** The directions on a station's page: which app they open is known by the browser alone. @module */

import { DirectionsButton, OtherDirections } from "../components/Directions.tsx";
import type { Target } from "../lib/shared/route/directions.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

/** The device's own navigation, then the others. */
export default function StationDirections(props: { target: Target; words: Pick<CommonWords, "directions"> }) {
  return (
    <div class="station-directions">
      <DirectionsButton {...props} />
      <OtherDirections {...props} />
    </div>
  );
}
