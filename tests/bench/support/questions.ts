/** Draws the requests of the HTTP bench and of the soak. @module */

import { METROPOLITAN_DEPARTMENTS } from "../../../lib/places/departments.ts";
import { createRandom, pick } from "../../support/random_state.ts";

export type Question = {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body: string;
};

export type Place = { id: string; lat: number; lng: number };

/** A tour of the country, nearly as long as allowed: longitude, latitude. */
export const TOUR = [
  [2.35, 48.86],
  [3.06, 50.63],
  [4.03, 49.26],
  [6.18, 49.12],
  [7.75, 48.58],
  [7.34, 47.75],
  [5.04, 47.32],
  [4.84, 45.76],
  [5.72, 45.19],
  [4.89, 44.93],
  [5.37, 43.3],
  [3.88, 43.61],
  [1.44, 43.6],
  [-0.58, 44.84],
  [0.34, 46.58],
  [-1.55, 47.22],
  [-1.68, 48.11],
  [-0.37, 49.18],
];

export function get(path: string): Question {
  return { method: "GET", path, headers: {}, body: "" };
}

export function toCall(name: string, args: Record<string, unknown>): Question {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
  return { method: "POST", path: "/mcp", headers, body };
}

/**
 * Returns a function for each kind of request that draws one. The same places give the same
 * sequence.
 */
export function createDraws(places: readonly Place[]): Record<string, () => Question> {
  const random = createRandom(1);
  const near = (value: number) => Number((value + (random() - 0.5) / 10).toFixed(5));
  const point = () => {
    const { lat, lng } = pick(random, places);
    return { lat: near(lat), lng: near(lng) };
  };
  const search = () => {
    const { lat, lng } = point();
    return get(`/api/v1/stations/search?lat=${lat}&lng=${lng}&fuel=gazole`);
  };
  const box = () => {
    const { lat, lng } = point();
    const latitudes = `north=${(lat + 0.4).toFixed(4)}&south=${(lat - 0.4).toFixed(4)}`;
    const longitudes = `east=${(lng + 0.5).toFixed(4)}&west=${(lng - 0.5).toFixed(4)}`;
    return get(`/api/v1/stations/bbox?${latitudes}&${longitudes}&fuel=gazole&limit=500`);
  };
  const department = () => pick(random, METROPOLITAN_DEPARTMENTS).code;
  const id = () => pick(random, places).id;
  const repeated = Array.from({ length: 20 }, search);
  return {
    search,
    repeated: () => pick(random, repeated),
    station: () => get(`/api/v1/stations/${id()}`),
    national: () => get("/api/v1/prices/national?fuel=gazole"),
    box,
    history: () =>
      get(`/api/v1/prices/history/${id()}?fuel=gazole&days=${pick(random, [7, 30, 365])}`),
    department: () => get(`/api/v1/prices/departments/${department()}?fuel=gazole`),
    page: () =>
      get(pick(random, ["/", `/stations/${id()}`, `/departements/${department().toLowerCase()}`])),
    call: () => toCall("search_stations_nearby", { ...point(), fuel: "gazole" }),
  };
}
