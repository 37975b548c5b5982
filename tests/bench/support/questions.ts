/** Draws the questions of the HTTP bench. @module */

import { createRandom } from "../../support/random_state.ts";

/** What a request consists of beside its connection. */
export type Question = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body: string };

/** Where stations are, so that questions are asked where people are. */
export type Place = { id: string; lat: number; lng: number };

/** A tour of the country, nearly as long as is taken: longitude, latitude. */
export const TOUR = [
  ...[[2.35, 48.86], [3.06, 50.63], [4.03, 49.26], [6.18, 49.12], [7.75, 48.58], [7.34, 47.75], [5.04, 47.32]],
  ...[[4.84, 45.76], [5.72, 45.19], [4.89, 44.93], [5.37, 43.3], [3.88, 43.61], [1.44, 43.6], [-0.58, 44.84]],
  ...[[0.34, 46.58], [-1.55, 47.22], [-1.68, 48.11], [-0.37, 49.18]],
];

/** Makes questions of one kind, as many as are wanted. */
export type Draw = (count: number) => Question[];

const MCP_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function get(path: string): Question {
  return { method: "GET", path, headers: {}, body: "" };
}

function toCall(args: Record<string, unknown>): Question {
  const params = { name: "search_stations_nearby", arguments: args };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return { method: "POST", path: "/mcp", headers: MCP_HEADERS, body };
}

/** Draws by kind of question; the same ones for the same places. */
export function createDraws(places: readonly Place[]): Record<string, Draw> {
  const random = createRandom(1);
  const pick = () => places[Math.floor(random() * places.length)]!;
  const near = (value: number) => Number((value + (random() - 0.5) / 10).toFixed(5));
  const point = () => {
    const { lat, lng } = pick();
    return { lat: near(lat), lng: near(lng) };
  };
  const search = () => {
    const { lat, lng } = point();
    return get(`/api/v1/stations/search?lat=${lat}&lng=${lng}&fuel=gazole`);
  };
  const call = () => toCall({ ...point(), fuel: "gazole" });
  const box = () => {
    const { lat, lng } = point();
    const [south, west, north, east] = [lat - 0.4, lng - 0.5, lat + 0.4, lng + 0.5].map((value) => value.toFixed(4));
    return get(`/api/v1/stations/bbox?north=${north}&south=${south}&east=${east}&west=${west}&fuel=gazole&limit=500`);
  };
  const draw = (one: () => Question): Draw => (count) => Array.from({ length: count }, one);
  return {
    search: draw(search),
    repeated(count) {
      const asked = Array.from({ length: 20 }, search);
      return Array.from({ length: count }, () => asked[Math.floor(random() * 20)]!);
    },
    station: draw(() => get(`/api/v1/stations/${pick().id}`)),
    national: draw(() => get("/api/v1/prices/national?fuel=gazole")),
    box: draw(box),
    call: draw(call),
  };
}
