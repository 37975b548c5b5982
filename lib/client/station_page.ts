/** Reads the curves off a station's page: the sheet shows what the server draws, and asks the API for none of it. @module */

import type { Curves } from "../shared/explorer_model.ts";

/**
 * What the page at `path` draws of its fuel; null when it cannot be read. The markup is the server's own, in which every
 * text of a feed is escaped.
 */
export async function readCurves(path: string): Promise<Curves | null> {
  try {
    const response = await fetch(path, { headers: { accept: "text/html" } });
    if (!response.ok) return null;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const against = page.querySelector('.offer-fuel[aria-current="true"] ~ .offer-note .against');
    const charts = [...page.querySelectorAll(".chart")].flatMap((chart) => {
      const drawing = chart.querySelector(".chart-drawing")?.outerHTML;
      const title = chart.querySelector(".chart-title")?.textContent ?? "";
      return drawing ? [{ title, drawing }] : [];
    });
    return { path, against: against?.outerHTML ?? null, charts };
  } catch {
    return null;
  }
}
