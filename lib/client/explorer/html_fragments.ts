/** Fetches fragments that the server draws for the sheet: a station's month or its curves. @module */

import type { Signal } from "@preact/signals";

const MAX_KEPT = 4;

type Fragments = Signal<ReadonlyMap<string, string>>;

function put(fragments: Fragments, path: string, html: string | null): void {
  const others = [...fragments.peek()].filter(([other]) => other !== path).slice(1 - MAX_KEPT);
  fragments.value = new Map(html === null ? others : [...others, [path, html]]);
}

/** Fetches the HTML of a path unless it is there. What cannot be had is fetched again the next time. Never throws. */
export async function needFragment(path: string, fragments: Fragments): Promise<void> {
  if (fragments.peek().has(path)) return;
  put(fragments, path, "");
  const html = await fetch(path).then((response) => response.ok ? response.text() : null).catch(() => null);
  put(fragments, path, html);
}
