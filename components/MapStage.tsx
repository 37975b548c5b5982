/** The frame of a map with its buttons, for islands that draw a map in it. @module */

import type { ComponentChildren, RefObject } from "preact";
import { IconButton } from "./Icon.tsx";

type Words = Record<"map" | "mapHelp" | "zoomIn" | "zoomOut", string>;

type Props = {
  class: string;
  /** The element that holds the map. */
  stage: RefObject<HTMLDivElement>;
  words: Words;
  onZoom: (steps: number) => void;
  /** A link before the map, with which keyboards skip it. */
  skip?: ComponentChildren;
  /** Content between the map and its buttons. */
  children?: ComponentChildren;
  /** A button below the zoom buttons. */
  button: ComponentChildren;
};

/** A map with its buttons. Hidden without scripts. */
export function MapStage({ class: name, stage, words, onZoom, skip, children, button }: Props) {
  return (
    <section class={`${name} js-only`} aria-label={words.map}>
      {skip}
      <p id="map-help" class="sr-only">{words.mapHelp}</p>
      <div class="map" ref={stage} aria-describedby="map-help" />
      {children}
      <div class="map-controls">
        <IconButton icon="plus" label={words.zoomIn} class="map-button" onClick={() => onZoom(1)} />
        <IconButton
          icon="minus"
          label={words.zoomOut}
          class="map-button"
          onClick={() => onZoom(-1)}
        />
        {button}
      </div>
    </section>
  );
}
