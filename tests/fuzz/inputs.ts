/** Lists every text input of the service, with the request that sends a text to it. @module */

import { toCall } from "../bench/support/questions.ts";

type ToRequest = (origin: string, text: string) => Request;

const JSON_BODY = { "content-type": "application/json" };
const POINT = "lat=48.8566&lng=2.3522&fuel=gazole";

/** Puts a text into the query of an address. */
function query(path: string): ToRequest {
  return (origin, text) =>
    new Request(`${origin}${path}${encodeURIComponent(text.toWellFormed()).slice(0, 7_000)}`);
}

/** Puts a text into the path of an address. */
function inPath(before: string, after = ""): ToRequest {
  return (origin, text) =>
    new Request(
      `${origin}${before}${encodeURIComponent(text.toWellFormed().slice(0, 200))}${after}`,
    );
}

function post(path: string, toBody: (text: string) => unknown): ToRequest {
  return (origin, text) => {
    const init = {
      method: "POST",
      headers: { ...JSON_BODY, origin },
      body: JSON.stringify(toBody(text)),
    };
    return new Request(origin + path, init);
  };
}

function tool(name: string, toArgs: (text: string) => Record<string, unknown>): ToRequest {
  return post("/mcp", (text) => JSON.parse(toCall(name, toArgs(text)).body));
}

const DEVICE = "/alertes/appareil";
const toSubscription = (endpoint: string) => ({
  endpoint,
  keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) },
});

/** The inputs by name. */
export const INPUTS: Readonly<Record<string, ToRequest>> = {
  "home q": query("/?q="),
  "home place": query("/?place="),
  "home at": query("/?q=x&at="),
  "home brands": query("/?q=Lyon&brands="),
  "route from": query("/itineraire?to=Lyon&from="),
  "route via": query("/en/route?from=Lille&to=Nice&via1=sa&via2="),
  "route line": query("/itineraire?line="),
  "route discounts": query("/itineraire?from=Paris&to=Lyon&discounts="),
  "embedded map": query("/embed/carte?place="),
  "embedded curve": query("/embed/courbe?area="),
  "favourites": query("/favoris/prix?fuel=e10&ids="),
  "town": inPath("/villes/"),
  "department": inPath("/departements/"),
  "station": inPath("/stations/"),
  "picture": inPath("/villes/", "/image.png"),
  "history file": inPath("/data/history/"),
  "well-known": inPath("/.well-known/"),
  "unknown path": inPath("/"),
  "places q": query("/api/v1/places?limit=20&q="),
  "series area": query("/api/v1/prices/series?fuel=e10&area="),
  "series from": query("/api/v1/prices/series?fuel=e10&from="),
  "search brands": query(`/api/v1/stations/search?${POINT}&brands=`),
  "search services": query(`/api/v1/stations/search?${POINT}&services=`),
  "search discounts": query(`/api/v1/stations/search?${POINT}&discounts=`),
  "box department": query(
    "/api/v1/stations/bbox?north=51&south=42&east=8&west=-4&fuel=e10&department=",
  ),
  "route polyline": query("/api/v1/stations/route?fuel=e10&polyline="),
  "route points": query("/api/v1/stations/route?fuel=e10&points="),
  "stations q": query("/api/v1/stations?limit=100&q="),
  "stations ids": query("/api/v1/stations?ids="),
  "station id": inPath("/api/v1/stations/"),
  "history id": inPath("/api/v1/prices/history/", "?fuel=e10"),
  "department code": inPath("/api/v1/prices/departments/", "?fuel=e10"),
  "feed": query(`/feeds/search.atom?radius=50&${POINT}&lang=`),
  "unknown parameter": query(`/api/v1/stations/search?${POINT}&x=`),
  "posted line": post("/api/v1/stations/route", (line) => ({ fuel: "e10", line })),
  "posted field": post(
    "/api/v1/stations/route",
    (text) => ({ fuel: "e10", [text]: text, points: text }),
  ),
  "posted body": post("/api/v1/stations/route", (text) => text),
  "tool place": tool("search_stations_nearby", (place) => ({ place, fuel: "gazole" })),
  "tool fuel": tool("search_stations_nearby", (fuel) => ({ place: "Lyon", fuel })),
  "tool q": tool("find_place", (q) => ({ q })),
  "tool stations q": tool("list_stations", (q) => ({ q })),
  "tool from": tool("find_stations_on_route", (from) => ({ from, to: "Lyon", fuel: "gazole" })),
  "tool via": tool(
    "find_stations_on_route",
    (via) => ({ from: "Paris", to: "Lyon", via, fuel: "gazole" }),
  ),
  "tool area": tool("get_price_series", (area) => ({ area, fuel: "gazole" })),
  "tool name": (origin, text) => tool(text, () => ({}))(origin, text),
  "rpc method": post("/mcp", (method) => ({ jsonrpc: "2.0", id: 1, method, params: {} })),
  "resource": post(
    "/mcp",
    (uri) => ({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } }),
  ),
  "prompt": post(
    "/mcp",
    (text) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "prompts/get",
      params: { name: text, arguments: { place: text } },
    }),
  ),
  "device endpoint": post(DEVICE, (endpoint) => ({ lang: "fr", endpoint })),
  "device subscription": post(
    DEVICE,
    (text) => ({ lang: "fr", subscription: toSubscription(`https://fcm.googleapis.com/${text}`) }),
  ),
  "device rule": post(
    DEVICE,
    (ended) => ({ lang: "fr", endpoint: "https://fcm.googleapis.com/x", ended }),
  ),
  "accept": (origin, text) =>
    new Request(`${origin}/api/v1/prices/national?fuel=e10`, {
      headers: { accept: text.replace(/[^\x20-\x7e]/g, "").trim() },
    }),
  "if-none-match": (origin, text) =>
    new Request(`${origin}/data/current.csv`, {
      headers: { "if-none-match": text.replace(/[^\x20-\x7e]/g, "").trim() },
    }),
  "range": (origin, text) =>
    new Request(`${origin}/data/current.csv`, {
      headers: { range: `bytes=${text.replace(/[^\x20-\x7e]/g, "").trim()}` },
    }),
};
