/** Ways to be led to a station: the visitor's own app first, then the common ones; nothing is loaded from them. @module */

import type { Station } from "../../lib/domain/wire.ts";
import type { StationWords } from "../../lib/pages/station/words.ts";
import { Icon } from "../Icon.tsx";

type Point = { lat: number; lng: number };

/** Name and address of each service; `geo:` is answered by the apps of a phone. */
function toLinks({ lat, lng }: Point, label: string): [string, string][] {
  const at = `${lat},${lng}`;
  const name = encodeURIComponent(label);
  return [
    ["Google Maps", `https://www.google.com/maps/dir/?api=1&destination=${at}`],
    ["Plans (Apple)", `https://maps.apple.com/?daddr=${at}&q=${name}`],
    ["Waze", `https://waze.com/ul?ll=${at}&navigate=yes`],
    ["OpenStreetMap", `https://www.openstreetmap.org/directions?to=${at}`],
  ];
}

/** Links, or why there are none. */
export function Directions({ station, label, words }: { station: Station; label: string; words: StationWords }) {
  const { latitude: lat, longitude: lng } = station;
  if (lat === null || lng === null) return <p class="muted">{words.noPosition}</p>;
  return (
    <ul class="directions">
      <li>
        <a class="button button-primary" href={`geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(label)})`}>
          <Icon name="route" /> {words.openApp}
        </a>
      </li>
      {toLinks({ lat, lng }, label).map(([name, href]) => (
        <li key={name}>
          <a class="button" href={href} rel="noopener">{name}</a>
        </li>
      ))}
    </ul>
  );
}
