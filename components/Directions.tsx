/** Links that start a navigation to a station: the one of the visitor's device first. @module */

import { useEffect, useState } from "preact/hooks";
import { type Platform, type Target, toDirections, toPlatform } from "../lib/shared/directions.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";
import { Icon } from "./Icon.tsx";

type Props = { target: Target; words: Pick<CommonWords, "directions"> };

/** The platform of the browser; the server does not know it and draws what works everywhere. */
function usePlatform(): Platform {
  const [platform, setPlatform] = useState<Platform>("web");
  useEffect(() => setPlatform(toPlatform(navigator)), []);
  return platform;
}

/** The button that leads to a station. */
export function DirectionsButton({ target, words }: Props) {
  return (
    <a class="button button-primary" href={toDirections(target, usePlatform()).own} rel="noopener">
      <Icon name="route" /> {words.directions.go}
    </a>
  );
}

/** The other services, for those who prefer one of them. */
export function OtherDirections({ target, words }: Props) {
  const { openIn, services } = words.directions;
  return (
    <ul class="directions">
      {toDirections(target, usePlatform()).others.map(({ service, href }) => (
        <li key={service}>
          <a class="button" href={href} rel="noopener" aria-label={fill(openIn, { name: services[service] })}>
            {services[service]}
          </a>
        </li>
      ))}
    </ul>
  );
}
