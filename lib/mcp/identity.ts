/** Tells clients who the MCP server is and how to use it. @module */

import { VERSION } from "../shared/version.ts";

/** Paths of the icons below the service's origin; they lie in `static/`. */
export const ICON_PATHS = [
  { path: "/icons/icon.svg", mimeType: "image/svg+xml", sizes: ["any"] },
] as const;

/** What clients show of the server. `origin` is the service's public origin without a trailing slash. */
export function toServerInfo(origin: string) {
  return {
    name: "fuel-prices-service",
    title: "Fuel Prices Service (France)",
    version: VERSION,
    description: "Live and past fuel prices of every filling station in France, from the State's open data",
    websiteUrl: `${origin}/`,
    icons: ICON_PATHS.map(({ path, mimeType, sizes }) => ({ src: origin + path, mimeType, sizes: [...sizes] })),
  };
}

/** Told to the model once, when a client connects: what no single tool's description can say. */
export const INSTRUCTIONS = [
  "Fuel prices of every filling station in France (open data of the State, read every ten minutes).",
  "Start with search_stations_nearby for a place: it needs coordinates, so geocode a town or address first. Use " +
  "lookup_station for hours, services and all fuels of one station, get_price_history for its past, " +
  "get_national_prices and get_brand_trends for the market.",
  "Fuels: gazole is diesel, e10 is SP95-E10 (most petrol cars), sp95 and sp98 are E5 petrol, e85 is bioethanol, gplc is LPG.",
  "Prices are euros per litre with three decimals. Always tell the age of a price: each answer says when the data were " +
  "read and when the station set its price. Stale and sold-out prices are left out of searches and means.",
  "Name the source when you pass answers on: Prix des carburants en France (Ministère de l'Économie) and OpenStreetMap " +
  "contributors, ODbL 1.0.",
].join("\n");
