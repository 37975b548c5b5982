/** The code samples of the documentation; a test runs them as they are written. @module */

/** One block of code; the test runs the first three languages. */
export type Sample = { title: string; language: "sh" | "js" | "python" | "http" | "json" | "toml"; code: string };

const QUESTION = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&limit=3";

function startSamples(origin: string): Sample[] {
  const js = `const url = new URL("/api/v1/stations/search", "${origin}");
url.search = new URLSearchParams({ lat: 48.8566, lng: 2.3522, fuel: "gazole", limit: 3 });

const response = await fetch(url);
const { data, meta, error } = await response.json();
if (!response.ok) throw new Error(error.message);

for (const station of data) {
  console.log(station.price, station.name ?? station.address, \`\${station.distance_km} km\`);
}
console.log(meta.attribution);`;
  const python = `import json
from urllib.parse import urlencode
from urllib.request import urlopen

API = "${origin}/api/v1"

def get(path, **params):
    with urlopen(f"{API}{path}?{urlencode(params)}") as response:
        return json.load(response)

nearby = get("/stations/search", lat=48.8566, lng=2.3522, fuel="gazole", limit=3)
for station in nearby["data"]:
    print(station["price"], station["name"] or station["address"], station["distance_km"], "km")

cheapest = nearby["data"][0]["id"]
for point in get(f"/prices/history/{cheapest}", fuel="gazole", days=7)["data"]:
    print(point["recordedAt"], point["price"])`;
  return [
    { title: "curl", language: "sh", code: `curl "${origin}${QUESTION}"` },
    { title: "JavaScript", language: "js", code: js },
    { title: "Python", language: "python", code: python },
  ];
}

function politeSample(origin: string): Sample {
  const code = `async function ask(path, tries = 3) {
  const response = await fetch("${origin}/api/v1" + path);
  if ((response.status === 429 || response.status === 503) && tries > 1) {
    const seconds = Number(response.headers.get("Retry-After"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return ask(path, tries - 1);
  }
  const body = await response.json();
  if (!response.ok) throw new Error(\`\${body.error.code}: \${body.error.message}\`);
  return body.data;
}

const france = await ask("/prices/national?fuel=e10");
console.log(france.avgPrice1d, france.trend7d);`;
  return { title: "JavaScript", language: "js", code };
}

function cachingSample(origin: string): Sample {
  const url = `${origin}/api/v1/prices/national?fuel=gazole`;
  const code = `tag=$(curl -sI "${url}" | tr -d '\\r' | sed -n 's/^etag: //ip')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $tag" "${url}"   # 304`;
  return { title: "curl", language: "sh", code };
}

function bulkSample(origin: string): Sample {
  const code = `const all = await (await fetch("${origin}/data/current.json")).json();
const unfold = (steps) => { let sum = 0; return steps.map((step) => sum += step); };
const [ids, lats, lngs] = [unfold(all.id), unfold(all.lat), unfold(all.lng)];
const gazole = all.prices[all.fuels.indexOf("gazole")];

const stations = ids.map((id, i) => ({
  id: String(id),
  lat: lats[i] / 100000,
  lng: lngs[i] / 100000,
  brand: all.brands[all.brand[i]] ?? null,        // -1: unknown
  price: gazole.price[i] / 1000,                  // 0: not sold, -0.001: out of stock
  ageHours: gazole.age[i],                        // above 720: too old to count
}));
const inForce = stations.filter(({ price, ageHours }) => price > 0 && ageHours < 720);
console.log(inForce.length, "prices;", all.attribution);`;
  return { title: "JavaScript", language: "js", code };
}

/** Set-ups of MCP clients, in the order of the words; null where a sentence is enough. */
function mcpSamples(origin: string): (Sample | null)[] {
  const url = `${origin}/mcp`;
  const name = "fuel-prices";
  const json = (value: unknown): Sample => ({ title: "JSON", language: "json", code: JSON.stringify(value, null, 2) });
  return [
    null,
    { title: "Claude Code", language: "http", code: `claude mcp add --transport http ${name} ${url}` },
    null,
    json({ servers: { [name]: { type: "http", url } } }),
    json({ mcpServers: { [name]: { url } } }),
    json({ mcpServers: { [name]: { httpUrl: url } } }),
    { title: "TOML", language: "toml", code: `[mcp_servers.${name}]\nurl = "${url}"` },
    json({ mcpServers: { [name]: { command: "npx", args: ["-y", "mcp-remote", url] } } }),
  ];
}

function mcpCallSample(origin: string): Sample {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_stations_nearby", arguments: { lat: 48.8566, lng: 2.3522, fuel: "gazole", limit: 3 } },
  };
  const code = `curl "${origin}/mcp" -H "Content-Type: application/json" -d '${JSON.stringify(call)}'`;
  return { title: "curl", language: "sh", code };
}

/** All samples of the page. */
export function samplesFor(origin: string) {
  return {
    start: startSamples(origin),
    polite: politeSample(origin),
    caching: cachingSample(origin),
    bulk: bulkSample(origin),
    mcp: mcpSamples(origin),
    mcpCall: mcpCallSample(origin),
  };
}
