/** Writes a way and its stops as a GPX file. @module */

import type { Point } from "../../shared/explorer/url_state.ts";

type Named = Point & { readonly name: string };

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function toPoint(element: string, { lat, lng, name }: Named): string {
  return `<${element} lat="${lat}" lon="${lng}"><name>${escape(name)}</name></${element}>`;
}

/** A way with its ends, its stops and the line that it was found along. */
export type Way = {
  readonly name: string;
  readonly ends: readonly [Named, Named];
  readonly stops: readonly Named[];
  readonly line: readonly Point[];
};

/** The stops as way points, the way through them as a route, and its line as a track. */
export function toGpx(way: Way): string {
  const { name, ends: [from, to], stops, line } = way;
  const title = `<name>${escape(name)}</name>`;
  const track = line.map(({ lat, lng }) => `<trkpt lat="${lat}" lon="${lng}"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Jauge" xmlns="http://www.topografix.com/GPX/1/1">',
    ...stops.map((stop) => toPoint("wpt", stop)),
    `<rte>${title}${[from, ...stops, to].map((point) => toPoint("rtept", point)).join("")}</rte>`,
    `<trk>${title}<trkseg>${track.join("")}</trkseg></trk>`,
    "</gpx>",
  ].join("\n");
}
