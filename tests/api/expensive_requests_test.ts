import { deepEqual, equal, match, ok } from "../support/assert.ts";
import codec from "@googlemaps/polyline-codec";
import { planLimit } from "../../lib/operations/route/route_plan.ts";
import { testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { newEra } from "../mcp/app.ts";

const LENGTH = 60_000;

const PAGES = [
  "/",
  "/en",
  "/itineraire",
  "/en/route",
  "/departements/75",
  "/villes/paris-75056",
  "/tendances",
];

/** Runs `work` and returns the names of the parameters that it read from any query. */
async function recordNames(work: () => unknown): Promise<Set<string>> {
  const names = new Set<string>();
  const { get, getAll } = URLSearchParams.prototype;
  const record = <T>(read: (name: string) => T) =>
    function (this: URLSearchParams, name: string): T {
      names.add(name);
      return read.call(this, name);
    };
  Object.assign(URLSearchParams.prototype, { get: record(get), getAll: record(getAll) });
  try {
    await work();
  } finally {
    Object.assign(URLSearchParams.prototype, { get, getAll });
  }
  return names;
}

testApp(
  "every page rejects a parameter of 60 000 characters with 414 and accepts one of 8 000",
  async (app) => {
    for (const page of PAGES) {
      const names = await recordNames(async () => await (await app.fetch(page)).body?.cancel());
      names.delete("__frsh_c"); // an asset's version, not a page's parameter
      ok(names.has("fuel"), `${page} reads ${[...names]}`);
      for (const name of names) {
        const { status, headers, text } = await app.read(`${page}?${name}=${"+".repeat(LENGTH)}`);
        deepEqual([status, headers.get("cache-control")], [414, "no-store"], `${page} ${name}`);
        match(text, page.startsWith("/en") ? /<html lang="en"/ : /<html lang="fr"/);
        ok(text.length < 1_000);
        for (const character of ["+", ":", "0", "%C3%A9"]) {
          const { status } = await app.read(
            `${page}?${name}=${character.repeat(8_000 / character.length)}`,
          );
          ok(status < 500, `${page}?${name}: ${status}`);
        }
      }
    }
  },
);

testApp(
  "a posted line of nested brackets is rejected by its depth, before it is parsed",
  async (app) => {
    const deep = "[".repeat(100_000);
    const post = (body: string) => app.fetch("/api/v1/stations/route", { method: "POST", body });
    for (const body of [`{"line":${deep}${"]".repeat(100_000)}}`, `{"line":${deep}`]) {
      match(
        await checkError(await post(body), "INVALID_PARAMETER"),
        /nested deeper than 64 levels/,
      );
    }
    const quoted = await post(JSON.stringify({ fuel: "gazole", line: deep }));
    match(await checkError(quoted, "INVALID_PARAMETER"), /"line" is nested deeper than 64 levels/);
  },
);

const POLYLINE = codec.encode([[48.80, 2.25], [48.8566, 2.3522], [48.90, 2.45]], 5);
const API = "/api/v1/stations/route?fuel=gazole&tank=300";

async function whileTaken<T>(work: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const plans = [planLimit(() => promise), planLimit(() => promise)];
  try {
    return await work();
  } finally {
    resolve();
    await Promise.all(plans);
  }
}

/**
 * Sends different requests at once while no slot is free. `refused` are the responses before a slot
 * becomes free.
 */
async function askAtOnce(count: number, ask: (i: number) => Promise<Response>) {
  const refused: Response[] = [];
  const all = await whileTaken(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answers = Array.from({ length: count }, async (_, i) => {
      const response = await ask(i);
      if (refused.push(response) === count - 8) resolve();
      return response;
    });
    await promise;
    return { answers, refused: [...refused] };
  });
  return {
    refused: all.refused,
    others: (await Promise.all(all.answers)).filter((each) => !all.refused.includes(each)),
  };
}

/**
 * Checks that of 30 requests eight wait and succeed, and the others are rejected. Returns their
 * texts.
 */
async function checkSplit(ask: (i: number) => Promise<Response>): Promise<string[]> {
  const { refused, others } = await askAtOnce(30, ask);
  deepEqual(others.map(({ status }) => status), Array(8).fill(200));
  deepEqual(
    refused.map(({ status, headers }) => [status, headers.get("retry-after")]),
    Array(22).fill([503, "10"]),
  );
  equal(planLimit.pendingCount, 0);
  await Promise.all(others.map((response) => response.body?.cancel()));
  return await Promise.all(refused.map((response) => response.text()));
}

testApp(
  "of concurrent plan requests eight wait and the others get 503, by API, page and tool",
  async (app) => {
    const line = encodeURIComponent(POLYLINE);
    const texts = await checkSplit((i) => app.fetch(`${API}&polyline=${line}&litres=${20 + i}`));
    equal(JSON.parse(texts[0]!).error.code, "SERVICE_UNAVAILABLE");
    for (const [path, lang] of [["/itineraire", "fr"], ["/en/route", "en"]] as const) {
      const [text = ""] = await checkSplit((i) =>
        app.fetch(`${path}?line=${line}&plan=enough&tank=300&consumption=${20 + i}`)
      );
      ok(text.length < 1_000 && text.includes(`<html lang="${lang}"`), text);
    }
    const name = "find_stations_on_route";
    const { headers, meta: _meta } = newEra("tools/call", name);
    const eras = [{ era: {}, more: {}, litres: 60 }, {
      era: headers,
      more: { _meta },
      litres: 100,
    }];
    for (const { era, more, litres } of eras) {
      const call = (id: number) => {
        const given = { polyline: POLYLINE, fuel: "gazole", tank: 300, litres: litres + id };
        const message = {
          jsonrpc: "2.0",
          id,
          method: "tools/call",
          params: { name, arguments: given, ...more },
        };
        const init = { method: "POST", headers: { "content-type": "application/json", ...era } };
        return app.fetch("/mcp", { ...init, body: JSON.stringify(message) });
      };
      const [text = ""] = await checkSplit(call);
      const { id, error } = JSON.parse(text);
      deepEqual([typeof id, error.code, error.data], ["number", 503, { retryAfterS: 10 }]);
    }
  },
);

testApp("a route without a plan, and a cached plan, do not wait for other plans", async (app) => {
  const line = encodeURIComponent(POLYLINE);
  const cached = `${API}&polyline=${line}`;
  await app.json(cached);
  await whileTaken(async () => {
    for (const path of [cached, `/api/v1/stations/route?fuel=gazole&polyline=${line}`]) {
      await app.json(path);
    }
  });
}, { readers: ["snapshot"] }); // no responses are cached without it
