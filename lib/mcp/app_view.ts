/**
 * The script of the interactive search result. `deno task gen` bundles it into `app_script.gen.ts`,
 * and it runs in a frame of the chat client.
 *
 * @module
 */

import type { NearbyEntry } from "../domain/wire.ts";
import { fill } from "../words/fill.ts";
import { MCP_APP_WORDS, type McpAppWords } from "./app_words.ts";

type Search = { lat: number; lng: number; radius?: number };
type Meta = {
  generated_at: string;
  total: number;
  fuel: NearbyEntry["fuel"];
  attribution: string;
  notice?: string;
  /** The place, if the caller named one instead of coordinates. */
  place?: { latitude: number; longitude: number };
  radius_km?: number;
};
type Answer = { data: NearbyEntry[]; meta: Meta };
type Result = {
  isError?: boolean;
  content?: { type: string; text?: string }[];
  structuredContent?: Answer;
};
type HostContext = {
  theme?: string;
  locale?: string;
  styles?: { variables?: Record<string, string> };
};
type Message = {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: { hostContext?: HostContext };
};

/** The state of the view. */
type View = {
  language: "fr" | "en";
  search: Search | null;
  result: Result | null;
};

const TIME_FORMAT = { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Paris" } as const;

const main = document.querySelector("main")!;

function send(message: Record<string, unknown>): void {
  parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

/** Creates an element of HTML or SVG. */
function make(
  name: string,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElement | SVGElement {
  const isSvg = /^(svg|g|circle|line|text|title|path)$/.test(name);
  const element = isSvg
    ? document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Returns the age of a price at the time of the data in words. */
function ageText(words: McpAppWords, instant: string, asOf: string): string {
  const minutes = Math.floor((Date.parse(asOf) - Date.parse(instant)) / 60000);
  if (minutes < 1) return words.justNow;
  if (minutes < 60) return fill(words.minutesAgo, { n: minutes });
  if (minutes < 2880) return fill(words.hoursAgo, { n: Math.floor(minutes / 60) });
  return fill(words.daysAgo, { n: Math.floor(minutes / 1440) });
}

/**
 * Draws the stations around the point, north up, with rings at half the radius and at the radius.
 */
function plotStations(view: View, rows: NearbyEntry[], search: Search): Node {
  const words = MCP_APP_WORDS[view.language];
  const radiusKm = search.radius ?? 5;
  const toX = (lng: number) =>
    (lng - search.lng) * 111.32 * Math.cos(search.lat * Math.PI / 180) / radiusKm * 140;
  const toY = (lat: number) => (search.lat - lat) * 111.2 / radiusKm * 140;
  const svg = make("svg", { viewBox: "-160 -160 320 320", role: "img", "aria-label": words.plot });
  for (const part of [0.5, 1]) {
    svg.append(make("circle", { class: "ring", r: String(140 * part) }));
    svg.append(
      make(
        "text",
        { class: "ring-label", x: "0", y: String(-140 * part - 3) },
        `${radiusKm * part} km`,
      ),
    );
  }
  svg.append(make("path", { class: "centre", d: "M-5 0H5M0-5V5" }));
  for (const row of [...rows].reverse()) {
    const at = { cx: toX(row.longitude).toFixed(1), cy: toY(row.latitude).toFixed(1) };
    const dot = make(
      "circle",
      row === bestOf(rows) ? { class: "dot best", r: "8", ...at } : { class: "dot", r: "5", ...at },
    );
    const name = row.name ?? row.brand ?? words.unnamed;
    const values = { name, price: localNumber(view, row.price), distance: distanceText(view, row) };
    dot.append(make("title", {}, fill(words.stationLabel, values)));
    svg.append(dot);
  }
  return svg;
}

/** Returns a number as the reader's language writes it. */
function localNumber(view: View, number: string): string {
  return view.language === "fr" ? number.replace(".", ",") : number;
}

/** Returns a distance in kilometres. */
function distanceText(view: View, { distance_km: km }: NearbyEntry): string {
  return localNumber(view, km.toFixed(km < 1 ? 2 : 1));
}

/** Creates a row of the list: a button that opens the station's page through the host. */
function makeRow(
  view: View,
  row: NearbyEntry,
  options: { best: boolean; asOf: string },
): Node {
  const words = MCP_APP_WORDS[view.language];
  const star = options.best ? make("span", { role: "img", "aria-label": words.cheapest }, "★") : "";
  const distance = row.distance_km === undefined ? null : `${distanceText(view, row)} km`;
  const facts = [distance, row.city, row.motorway ? words.motorway : null];
  const button = make(
    "button",
    { type: "button", "data-id": row.id },
    make("strong", {}, row.out_of_stock_since === undefined ? localNumber(view, row.price) : "–"),
    make("span", { class: "sign" }, star),
    make("span", { class: "name" }, row.name ?? row.brand ?? words.unnamed),
    make("span", { class: "facts" }, facts.filter(Boolean).join(" · ")),
    make("span", { class: "age" }, ageText(words, row.updated_at, options.asOf)),
  );
  button.addEventListener("click", () => {
    const url = `${main.dataset.origin}/stations/${encodeURIComponent(row.id)}`;
    send({ id: `open-${row.id}`, method: "ui/open-link", params: { url } });
  });
  return make("li", {}, button);
}

/** Returns the centre: the named place, else the given point, else the first result. */
function searchOf(view: View, { data, meta }: Answer): Search {
  const { place, radius_km: radius } = meta;
  if (place) return { lat: place.latitude, lng: place.longitude, radius };
  if (view.search) return view.search;
  const [first] = data;
  return { lat: first!.latitude, lng: first!.longitude, radius: data.at(-1)!.distance_km * 2 };
}

/** Returns the heading: the fuel, how many stations were found, and within which radius. */
function headingOf(view: View, { data, meta }: Answer, radius: number): string {
  const [first] = data;
  const { fuels, outHeading, areaHeading, heading } = MCP_APP_WORDS[view.language];
  const isArea = first!.distance_km === undefined;
  const template = first!.out_of_stock_since !== undefined
    ? outHeading
    : isArea
    ? areaHeading
    : heading;
  return fill(template, { fuel: fuels[meta.fuel], shown: data.length, total: meta.total, radius });
}

/**
 * Returns the stations, cheapest first. Keeps the order of stock-outs, and of stations that are
 * sorted by cost.
 */
function toRows({ data }: Answer): NearbyEntry[] {
  const isSorted = data[0]?.out_of_stock_since !== undefined || data[0]?.cost !== undefined;
  return isSorted ? data : [...data].sort((a, b) => Number(a.price) - Number(b.price));
}

/** Returns the first station that also sells to non-members. */
function bestOf(rows: NearbyEntry[]): NearbyEntry | undefined {
  return rows.find(({ membersOnly }) => !membersOnly);
}

/** Draws the stations, or says that none was found. */
function drawStations(view: View, found: Answer): void {
  const words = MCP_APP_WORDS[view.language];
  const { meta } = found;
  const data = toRows(found);
  const [cheapest] = data;
  if (!cheapest) return main.replaceChildren(make("p", {}, words.empty));
  const search = searchOf(view, found);
  const locale = view.language === "fr" ? "fr-FR" : "en-GB";
  const time = new Date(meta.generated_at).toLocaleString(locale, TIME_FORMAT);
  const isArea = cheapest.distance_km === undefined;
  const isOut = cheapest.out_of_stock_since !== undefined;
  const items = data.map((row) =>
    makeRow(view, row, { best: !isOut && row === bestOf(data), asOf: meta.generated_at })
  );
  main.replaceChildren(
    make("h1", {}, headingOf(view, found, search.radius ?? 5)),
    // Short entries have no coordinates.
    make(
      "div",
      { class: "both" },
      isArea || cheapest.latitude === undefined ? "" : plotStations(view, data, search),
      make("ol", {}, ...items),
    ),
    make(
      "p",
      { class: "source" },
      [meta.notice, fill(words.asOf, { time }), meta.attribution].filter(Boolean).join(". "),
    ),
  );
}

/** Draws the state: waiting, failed, or found. */
function draw(view: View): void {
  document.documentElement.lang = view.language;
  const found = view.result?.structuredContent;
  if (found && !view.result?.isError) drawStations(view, found);
  else {
    const text = view.result?.content?.find(({ type }) => type === "text")?.text;
    main.replaceChildren(
      make("p", { role: "status" }, text ?? MCP_APP_WORDS[view.language].waiting),
    );
  }
}

/** Applies the host's theme, colours and language. */
function applyHost(view: View, host: HostContext): void {
  const root = document.documentElement;
  if (host.theme === "light" || host.theme === "dark") root.style.colorScheme = host.theme;
  if (host.locale) view.language = host.locale.toLowerCase().startsWith("fr") ? "fr" : "en";
  for (const [name, value] of Object.entries(host.styles?.variables ?? {})) {
    if (name.startsWith("--") && value) root.style.setProperty(name, value);
  }
}

/** Reacts to a message of the host. */
function receive(view: View, message: Message): void {
  const { id, method, params, result } = message;
  if (method === undefined) {
    if (id !== "initialize" || !result) return;
    applyHost(view, result.hostContext ?? {});
    send({ method: "ui/notifications/initialized", params: {} });
    watchSize();
  } else if (method === "ui/notifications/tool-input") {
    view.search = (params as { arguments?: Search }).arguments ?? null;
  } else if (method === "ui/notifications/tool-result") {
    view.result = params as Result;
  } else if (method === "ui/notifications/tool-cancelled") {
    view.result = {
      isError: true,
      content: [{ type: "text", text: MCP_APP_WORDS[view.language].cancelled }],
    };
  } else if (method === "ui/notifications/host-context-changed") {
    applyHost(view, params as HostContext);
  } else if (id !== undefined) {
    const error = { code: -32601, message: "Method not found" };
    const isKnown = method === "ping" || method === "ui/resource-teardown";
    return send(isKnown ? { id, result: {} } : { id, error });
  }
  draw(view);
}

/** Reports the size of the view to the host whenever it changes. */
function watchSize(): void {
  const sendSize = () => {
    const { width, height } = document.body.getBoundingClientRect();
    const params = { width: Math.ceil(width), height: Math.ceil(height) };
    send({ method: "ui/notifications/size-changed", params });
  };
  new ResizeObserver(sendSize).observe(document.body);
}

/** Shakes hands with the host. */
function startView(): void {
  const language = navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
  const view: View = { language, search: null, result: null };
  addEventListener("message", (event) => {
    // Ignores all messages but those of the host.
    if (event.source === parent && event.data?.jsonrpc === "2.0") receive(view, event.data);
  });
  draw(view);
  send({
    id: "initialize",
    method: "ui/initialize",
    params: {
      protocolVersion: "2026-01-26",
      appInfo: { name: "fuel-prices-nearby", version: "1.0.0" },
      appCapabilities: {},
    },
  });
}

startView();
