/**
 * Lets the visitor drag the list up and down on a phone. It stops at the nearest of three heights.
 *
 * @module
 */

import { listen } from "../browser.ts";
import type { Stop } from "./model.ts";

/**
 * Heights of the stops, the same as in static/map.css: the smallest in rem, the middle one as a
 * fraction of the room.
 */
const PEEK_REM = 8;
const HALF = 0.6;
/**
 * A finger that moves faster than this (pixels per millisecond) flings the list to the next stop in
 * its direction.
 */
const FLING = 0.5;
const REST_MS = 40;
const ORDER: readonly Stop[] = ["peek", "half", "full"];

/**
 * Returns the pixels that the list covers at a stop. `room` is the space of list and map, below the
 * bar.
 */
export function toHeight(stop: Stop, { clientHeight: height }: HTMLElement): number {
  if (stop === "half") return Math.round(height * HALF);
  if (stop === "full") return height;
  return Math.min(
    height,
    PEEK_REM * parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
}

/** Returns the stop after a press on the handle: half, full, peek, half, and so on. */
export function nextStop(stop: Stop): Stop {
  return ORDER[(ORDER.indexOf(stop) + 1) % ORDER.length]!;
}

function nearest({ height, speed }: { height: number; speed: number }, room: HTMLElement): Stop {
  const aimed = height +
    (Math.abs(speed) > FLING ? Math.sign(speed) * room.clientHeight * 0.25 : 0);
  const distance = (stop: Stop) => Math.abs(toHeight(stop, room) - aimed);
  return ORDER.reduce((best, stop) => distance(stop) < distance(best) ? stop : best);
}

type Drag = { handle: HTMLElement; panel: HTMLElement; room: HTMLElement };

/** Lets `handle` drag `panel`, and calls `onStop` with the stop where the visitor lets go. */
export function watchDrag({ handle, panel, room }: Drag, onStop: (stop: Stop) => void): void {
  let from: { y: number; height: number; atMs: number; lastY: number } | null = null;
  let speed = 0;
  const onDown = (event: PointerEvent) => {
    from = {
      y: event.clientY,
      height: panel.offsetHeight,
      atMs: event.timeStamp,
      lastY: event.clientY,
    };
    speed = 0;
    // From here on the handle receives all moves, wherever the finger is.
    handle.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (!from) return;
    const moved = from.y - event.clientY;
    if (Math.abs(moved) < 6 && !panel.classList.contains("is-dragged")) return;
    panel.classList.add("is-dragged");
    speed = (from.lastY - event.clientY) / Math.max(1, event.timeStamp - from.atMs);
    from = { ...from, lastY: event.clientY, atMs: event.timeStamp };
    const wanted = Math.max(toHeight("peek", room), from.height + moved);
    panel.style.height = `${Math.min(room.clientHeight, wanted)}px`;
  };
  const onUp = ({ timeStamp }: PointerEvent) => {
    if (!from) return;
    // A finger that rests before it lifts does not fling.
    if (timeStamp - from.atMs > REST_MS) speed = 0;
    from = null;
    if (!panel.classList.contains("is-dragged")) return;
    const stop = nearest({ height: panel.offsetHeight, speed }, room);
    // Ignore the click at the end of a drag. It comes at once or never.
    const swallow = (event: Event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    panel.classList.remove("is-dragged");
    panel.style.height = "";
    onStop(stop);
  };
  listen(handle, {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onUp,
  });
}
