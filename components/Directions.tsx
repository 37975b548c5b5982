/** Links that start navigation to a station, the service of the visitor's device first. @module */

import { useEffect, useState } from "preact/hooks";
import { type Platform, type Target, toDirections, toPlatform } from "./map_links.ts";
import { fill } from "../lib/words/fill.ts";
import type { CommonWords } from "../lib/words/mod.ts";
import { GO, Icon } from "./Icon.tsx";

type Words = Pick<CommonWords, "directions">;
type Props = { target: Target; words: Words };

/** Returns the platform of the browser. The server renders links that work everywhere. */
export function usePlatform(): Platform {
  const [platform, setPlatform] = useState<Platform>("web");
  useEffect(() => setPlatform(toPlatform(navigator)), []);
  return platform;
}

/** The button that starts navigation to a station. */
export function DirectionsButton({ target, words }: Props) {
  return (
    <a class="button button-primary" href={toDirections(target, usePlatform()).own} rel="noopener">
      <Icon path={GO} /> <span>{words.directions.go}</span>
    </a>
  );
}

/** Links to the other navigation services. */
export function OtherDirections({ target, words }: Props) {
  return <Services services={toDirections(target, usePlatform()).others} words={words} />;
}

type ServicesProps = {
  services: readonly { service: keyof CommonWords["directions"]["services"]; href: string }[];
  label?: string;
  words: Words;
};

/** A link for each navigation service. */
export function Services({ services, label, words: { directions: words } }: ServicesProps) {
  return (
    <ul class="row directions" aria-label={label}>
      {services.map(({ service, href }) => (
        <li key={service}>
          <a
            class="button"
            href={href}
            rel="noopener"
            aria-label={fill(words.openIn, { name: words.services[service] })}
          >
            {words.services[service]}
          </a>
        </li>
      ))}
    </ul>
  );
}
