/** Fetches what the server draws for the sheet, a station's month or its curves, and keeps the newest. @module */

import type { Signal } from "@preact/signals";
import type { Drawn } from "../../shared/explorer_model.ts";

const MAX_KEPT = 4;

function put(drawn: Signal<Drawn>, path: string, html: string | null): void {
  const rest = [...drawn.peek()].filter(([other]) => other !== path).slice(1 - MAX_KEPT);
  drawn.value = new Map(html === null ? rest : [...rest, [path, html]]);
}

/** Fetches HTML that our own server drew; null when it cannot be had. Never throws. */
async function requestHtml(url: string): Promise<string | null> {
  try {
    const response = await fetch(url);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Fetches what the server draws at a path if it is not there; what cannot be had is asked for anew the next time. */
export async function needDrawn(path: string, drawn: Signal<Drawn>): Promise<void> {
  if (drawn.peek().has(path)) return;
  put(drawn, path, "");
  put(drawn, path, await requestHtml(path));
}
