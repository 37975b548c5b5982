/** Reads the colours of the map's canvas layers from the page. @module */

/** Colours of the canvas layers, from the page's tokens; read again when the theme changes. */
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ...{ sea: read("map-sea"), abroad: read("map-abroad"), land: read("map-land"), border: read("map-border") },
    ...{ river: read("map-river"), label: read("muted"), rim: read("map-rim"), line: read("petrol") },
    /** Fill of each level: not ranked, low, mid, high. */
    levels: [read("line-strong"), "#006d77", "#f6d58e", "#c2410c"] as const,
  };
}

/** Colours by role. */
export type MapColours = ReturnType<typeof readColours>;
