/** The code samples of the documentation. A test runs them as written. @module */

import { NO_PRICE } from "../../shared/price/unranked.ts";

/** One block of code; the test runs those in `sh`, `js` and `python`. */
export type Sample = { title: string; language: string; code: string };

const NATIONAL = "{origin}/api/v1/prices/national?fuel=gazole";
const CACHING = `tag=$(curl -sI "${NATIONAL}" | tr -d '\\r' | sed -n 's/^etag: //ip')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $tag" "${NATIONAL}"   # 304`;

const BULK = `const all = await (await fetch("{origin}/data/current.json")).json();
const unfold = (steps) => { let sum = 0; return steps.map((step) => sum += step); };
const [ids, lats, lngs] = [unfold(all.id), unfold(all.lat), unfold(all.lng)];
const gazole = all.prices[all.fuels.indexOf("gazole")];

const stations = ids.map((id, i) => ({
  id: String(id),
  lat: lats[i] / 100000,
  lng: lngs[i] / 100000,
  brand: all.brands[all.brand[i]] ?? null,        // -1: unknown
  // ${NO_PRICE.unknown}: unknown, ${NO_PRICE.out}: out of stock, ${NO_PRICE.unsold}: not sold
  milli: gazole.price[i],
  ageHours: gazole.age[i],                        // above 720: too old to count
}));
const inForce = stations.filter(({ milli, ageHours }) => milli > 0 && ageHours < 720);
console.log(inForce.length, "prices;", all.attribution);`;

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "search_stations_nearby",
    arguments: { lat: 48.8566, lng: 2.3522, fuel: "gazole", limit: 3 },
  },
};

const inCurl = (code: string): Sample => ({ title: "curl", language: "sh", code });
const inJson = (value: unknown): Sample => ({
  title: "JSON",
  language: "json",
  code: JSON.stringify(value, null, 2),
});

const NAME = "fuel-prices";
const URL_OF_MCP = "{origin}/mcp";

/** Settings of MCP clients, in the order of the words. Null where a sentence is enough. */
const MCP: readonly (Sample | null)[] = [
  null,
  {
    title: "Claude Code",
    language: "http",
    code: `claude mcp add --transport http ${NAME} ${URL_OF_MCP}`,
  },
  null,
  inJson({ servers: { [NAME]: { type: "http", url: URL_OF_MCP } } }),
  inJson({ mcpServers: { [NAME]: { url: URL_OF_MCP } } }),
  inJson({ mcpServers: { [NAME]: { httpUrl: URL_OF_MCP } } }),
  { title: "TOML", language: "toml", code: `[mcp_servers.${NAME}]\nurl = "${URL_OF_MCP}"` },
  inJson({ mcpServers: { [NAME]: { command: "npx", args: ["-y", "mcp-remote", URL_OF_MCP] } } }),
];

const SAMPLES = {
  start: inCurl(
    'curl "{origin}/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&limit=3"',
  ),
  caching: inCurl(CACHING),
  bulk: { title: "JavaScript", language: "js", code: BULK },
  mcp: MCP,
  mcpCall: inCurl(
    `curl "${URL_OF_MCP}" -H "Content-Type: application/json" -d '${JSON.stringify(CALL)}'`,
  ),
};

/** Returns all samples of the page, for a service at an origin. */
export function samplesFor(origin: string): typeof SAMPLES {
  return JSON.parse(JSON.stringify(SAMPLES).replaceAll("{origin}", origin));
}
