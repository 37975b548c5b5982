import { deepEqual, equal, match, notEqual, ok } from "../support/assert.ts";
import { Painter } from "../../lib/picture/painter.ts";
import type { SharePicture } from "../../lib/picture/share_picture.ts";
import { testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";
import { createTestLog } from "../support/log.ts";
import { eventually } from "../support/site.ts";

function readSize(png: Uint8Array): number[] {
  equal(png.subarray(0, 8).toHex(), "89504e470d0a1a0a");
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

function findImage(html: string): string {
  return /property="og:image" content="https?:\/\/[^/]+([^"]*)"/.exec(html)![1]!.replaceAll(
    "&amp;",
    "&",
  );
}

const PAGES = {
  [`/stations/${IDS.paris}`]: `/stations/${IDS.paris}/image.png?fuel=gazole`,
  "/en/departements/75?fuel=e10": "/en/departements/75/image.png?fuel=e10",
  "/villes/paris-75056": "/villes/paris-75056/image.png?fuel=gazole",
  "/?place=75056&fuel=e10": "/villes/paris-75056/image.png?fuel=e10",
  [`/?place=75056&fuel=e10&station=${IDS.paris}`]: `/stations/${IDS.paris}/image.png?fuel=e10`,
  "/itineraire?from=Montrouge&to=Lisses&fuel=e10":
    "/itineraire/trajet/image.png?fuel=e10&from=Montrouge&from_at=48.815,2.317&to=Lisses&to_at=48.597,2.425",
  "/?at=46.6,2.4&radius=50": "/og.png",
  "/": "/og.png",
};

testApp(
  "pages name a picture of their price, which is a PNG of the size that link previews want",
  async (app) => {
    const { pictures } = app.service;
    for (const [path, image] of Object.entries(PAGES)) {
      equal(findImage((await app.read(path)).text), image, path);
    }
    ok(!pictures.isAwake, "pages must not start a painter");
    for (const image of Object.values(PAGES)) {
      const response = await app.fetch(image);
      equal(response.status, 200, image);
      equal(response.headers.get("content-type"), "image/png");
      deepEqual(readSize(await response.bytes()), [1200, 630]);
    }
    ok(pictures.isAwake);
  },
);

testApp(
  "a picture's ETag depends on its texts: equal prices return 304, other languages do not",
  async (app) => {
    const path = `/stations/${IDS.paris}/image.png?fuel=gazole`;
    const paths = [path, `/en${path}`, path.replace("gazole", "e10")];
    const [first, ...others] = await Promise.all(
      paths.map(async (path) => (await app.read(path)).headers),
    );
    match(first!.get("cache-control")!, /^public, max-age=\d+/);
    const etag = first!.get("etag")!;
    const again = await app.read(path, { headers: { "if-none-match": etag } });
    deepEqual([again.status, again.text], [304, ""]);
    equal(new Set([etag, ...others.map((headers) => headers.get("etag"))]).size, 3);
  },
);

testApp(
  "stations without a valid price have a picture, and unknown resources have none",
  async (app) => {
    const odd = `/stations/${IDS.odd}/image.png`;
    const paths = [
      `${odd}?fuel=gazole`,
      `${odd}?fuel=sp98`,
      `${odd}?fuel=gplc`,
      `/stations/${IDS.left}/image.png`,
    ];
    const tags = new Set<string>();
    for (
      const path of [...paths, `/stations/${IDS.bare}/image.png`, "/departements/48/image.png"]
    ) {
      const response = await app.fetch(path);
      equal(response.status, 200, path);
      deepEqual(readSize(await response.bytes()), [1200, 630]);
      tags.add(response.headers.get("etag")!);
    }
    equal(tags.size, 6);
    const unknown = [
      "stations/999",
      "villes/nowhere-00000",
      "departements/99",
      "itineraire/x",
      "itineraire/trajet",
    ];
    for (const path of unknown) {
      const { status } = await app.read(`/${path}/image.png?from=Montrouge&to=Lisses`);
      equal(status, 404, `${path}, whose names need no lookup`);
    }
  },
);

const PICTURE: SharePicture = {
  title: "Essai",
  place: "",
  label: "Gazole",
  price: "1,799 €",
  detail: "",
  date: "",
};

Deno.test("a painter draws one picture at a time, rejects requests over its queue limit, and stops its idle thread", async () => {
  const log = createTestLog();
  const painter = new Painter(log.log, { waiting: 2, idleMs: 1, patienceMs: 30_000 });
  const painted = ["a", "b", "c"].map((title) => painter.paint({ ...PICTURE, title }));
  const [a, b, c] = await Promise.all(painted);
  ok(a && b && c === null);
  notEqual(a.toHex(), b.toHex());
  await eventually(() => Promise.resolve(ok(!painter.isAwake)));
  ok(await painter.paint(PICTURE), "a new thread must start");
  painter.close();
});

Deno.test("a painter that takes too long is stopped with a warning, and a new one starts", async () => {
  const log = createTestLog();
  const bounds = { waiting: 2, idleMs: 60_000, patienceMs: 0 };
  const painter = new Painter(log.log, bounds);
  equal(await painter.paint(PICTURE), null);
  ok(!painter.isAwake);
  bounds.patienceMs = 30_000;
  ok(await painter.paint(PICTURE));
  painter.close();
});
