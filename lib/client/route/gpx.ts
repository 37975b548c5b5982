/** Writes a way and its stops as a GPX file. @module */

import type { Point } from "../../shared/url_state.ts";

type Named = Point & { readonly name: string };

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function toPoint(element: string, { lat, lng, name }: Named): string {
  return `<${element} lat="${lat}" lon="${lng}"><name>${escape(name)}</name></${element}>`;
}

/** The stops as way points, the way through them as a route, and the line that it was found along as a track. */
export function toGpx(
  way: { name: string; ends: readonly [Named, Named]; stops: readonly Named[]; line: readonly Point[] },
): string {
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
