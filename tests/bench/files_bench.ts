/**
 * Measures what a request for a bulk file costs the serving thread: a range, its length and the
 * whole file, compared with encoding the text each time.
 *
 * @module
 */

import { Downloads } from "../../lib/http/downloads.ts";
import { respond, toRepresentation } from "../../lib/http/representation.ts";
import type { State } from "../../lib/http/state.ts";
import { printResult, time, toText } from "./support/measure.ts";

const STATIONS = 10_000;
const ROUNDS = 100;

const text = JSON.stringify(Array.from({ length: STATIONS }, (_, index) => ({
  id: String(10_000_000 + index),
  name: `Station é ${index}`,
  address: "12 rue de la République",
  city: "Saint-Étienne",
  prices: ["gazole", "sp95", "sp98", "e10", "e85", "gplc"].map((fuel) => ({
    fuel,
    price: "1.799",
    age: index % 72,
  })),
})));

const encoder = new TextEncoder();

async function encodeEachTime(): Promise<void> {
  await new Response(encoder.encode(text).subarray(0, 1)).arrayBuffer();
}

const file = toRepresentation(text, {
  etag: 'W/"revision"',
  headers: [["content-type", "application/json"]],
  effort: 2,
});

const downloads = new Downloads({ trustedProxies: [] });
const info = {
  remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 0 },
  completed: Promise.resolve(),
} as const;

async function answer(method: string, headers: Record<string, string>): Promise<void> {
  const req = new Request("http://localhost/data/current.json", { method, headers });
  const state = { requestId: "bench", service: { downloads } } as State;
  const response = await respond({ req, info, state }, file);
  await response.arrayBuffer();
}

printResult("file", `${(file.body.length / 1e6).toFixed(1)} MB`);
printResult(
  "text encoded for each part, median / p99 ms",
  toText(await time(encodeEachTime, ROUNDS)),
);
printResult("one byte", toText(await time(() => answer("GET", { range: "bytes=0-0" }), ROUNDS)));
printResult("HEAD", toText(await time(() => answer("HEAD", {}), ROUNDS)));
printResult(
  "304",
  toText(await time(() => answer("GET", { "if-none-match": 'W/"revision"' }), ROUNDS)),
);
printResult("whole, not compressed", toText(await time(() => answer("GET", {}), ROUNDS)));
