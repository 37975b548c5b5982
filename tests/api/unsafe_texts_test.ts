/**
 * Tests that texts which PostgreSQL cannot store are rejected or find nothing, wherever a text is
 * accepted.
 */

import { equal, ok } from "../support/assert.ts";
import { paramsOf } from "../../lib/operations/input.ts";
import { allOperations } from "../../lib/operations/mod.ts";
import { type AnyOperation, pathParamsOf } from "../../lib/operations/operation.ts";
import { testApp } from "../support/api_app.ts";

const TEXTS = ["1\u0000", "漢".repeat(950)];

/** Addresses that contain a text outside an operation's parameters. */
const PLACES = [
  "/data/history/{}",
  "/stations/{}",
  "/villes/{}",
  "/departements/{}",
  "/favoris/prix?ids={}",
]
  .concat(
    "/embed/courbe?area={}",
    "/embed/carte?place={}",
    "/itineraire?from={}&to=Lyon",
    "/tendances?area={}",
  );

/** Returns the example of an operation with one parameter changed. */
function withValue({ path, example }: AnyOperation, name: string, value: string): string {
  if (path.includes(`{${name}}`)) return path.replace(`{${name}}`, encodeURIComponent(value));
  const url = new URL(example, "http://localhost");
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
}

testApp("no text in a URL makes the database fail", async (app) => {
  for (const text of TEXTS) {
    const paths = PLACES.map((place) => place.replace("{}", encodeURIComponent(text)));
    for (const operation of allOperations) {
      const texts = paramsOf(operation).filter(({ kind }) => kind === "string");
      const names = texts.map(({ name }) => name).concat(pathParamsOf(operation));
      for (const name of names) paths.push(withValue(operation, name, text));
    }
    for (const path of new Set(paths)) {
      const { status } = await app.read(path);
      ok(status < 500, `${status} ${path.slice(0, 100)}`);
    }
  }
});

testApp("no text in a tool call makes the database fail", async (app) => {
  for (const text of TEXTS) {
    for (const operation of allOperations) {
      const names = [
        ...paramsOf(operation).filter(({ kind }) => kind === "string").map(({ name }) => name),
        "place",
      ];
      // A server error would be logged, and the log must be empty.
      for (const name of operation.tool ? names : []) {
        ok(await app.callTool(operation.tool!.name, { [name]: text }));
      }
    }
  }
});

testApp("no text from a device makes the database fail", async (app) => {
  const origin = "https://fuel.example";
  const keys = { p256dh: "a".repeat(87), auth: "a".repeat(22) };
  for (const text of TEXTS) {
    const changes = [
      { ended: text },
      { endpoint: `https://push.example/${text}` },
      {
        subscription: {
          endpoint: `https://fcm.googleapis.com/${text}`,
          keys: { ...keys, auth: text },
        },
      },
    ];
    const statuses: number[] = [];
    for (const change of changes) {
      const body = JSON.stringify({ lang: "fr", ...change });
      statuses.push(
        (await app.read("/alertes/appareil", { method: "POST", headers: { origin }, body })).status,
      );
    }
    // URL parsing encodes NUL as %00.
    equal(statuses.join(), text.length > 100 ? "400,400,400" : "400,200,400");
  }
}, { env: { BASE_URL: "https://fuel.example" } });
