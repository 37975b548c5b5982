import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { testApp, withTestApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";
import { toPlainText } from "../support/plain_text.ts";

Deno.test("the legal notice names publisher and host from the settings, and says so if they are missing", async () => {
  const env = {
    PUBLISHER: "Ada <Lovelace>, 1 rue du Pont, 75001 Paris",
    HOSTING: "Serveurs & Cie, 01 02 03 04 05",
  };
  const path = "/mentions-legales";
  await withTestApp(async (app) => {
    const { text } = await app.read(path);
    match(
      text,
      /: Ada &lt;Lovelace>, 1 rue du Pont, 75001 Paris\.[^]*: Serveurs &amp; Cie, 01 02 03 04 05\./,
    );
  }, { env });
  await withTestApp(async (app) =>
    match((await app.read(path)).text, /n’a pas encore indiqué son éditeur/)
  );
});

testApp("home and documentation claim no more than the data cover", async (app) => {
  for (const path of ["/", "/en", "/docs", "/en/docs"]) {
    const { text: html } = await app.read(path);
    ok(
      !/toutes les stations de France|en direct|au litre près|every (filling )?station (in|of) France|\blive\b|last litre/i
        .test(html),
      path,
    );
    match(html, /France métropolitaine|mainland France/);
  }
  match((await app.read("/a-propos")).text, /500 m³.*outre-mer/);
});

testApp(
  "pages of sample data call nothing official and name no source",
  async (app, db) => {
    const paths = [
      "/",
      "/?place=75056",
      "/departements",
      "/departements/75",
      "/tendances",
      "/villes/paris-75056",
      "/embed/courbe?area=FR&fuel=gazole",
    ];
    const claim =
      /prix officiel|(données?|chiffres?|relevés) officiel|relevé officiel du|official (price|data|figure)|Ministère|Ministry/i;
    const read = async (path: string) =>
      (await app.read(path)).text.replace(/<script[^]*?<\/script>/g, "");
    const pages = [...paths, `/stations/${IDS.paris}`].flatMap((
      path,
    ) => [path, toLocalPath(path, "en")]);
    match(await read("/"), claim);
    await db.query({ text: "update data_state set source = 'sample'" });
    await app.renew();
    for (const path of pages) deepEqual(claim.exec(await read(path)), null, path);
    for (const path of ["/manifest.webmanifest", "/manifest.en.webmanifest"]) {
      doesNotMatch(
        await read(path),
        claim,
        path,
      );
    }
  },
  { writes: true },
);

testApp(
  "prices show the instant of the official reading, and sample data are not called official",
  async (app, db) => {
    const paths = [`/stations/${IDS.paris}`, "/departements/75", "/tendances", "/?fuel=gazole"];
    const read = async (path: string) => toPlainText((await app.read(path)).text);
    for (const path of paths) match(await read(path), /Relevé officiel du 5 juin, 12 h 10/, path);
    match(await read("/en/departements/75"), /Official data of 5 June, 12:10/);
    await db.query({ text: "update data_state set source = 'sample'" });
    await app.renew();
    for (const path of paths) match(await read(path), /Relevé du 5 juin, 12 h 10/, path);
  },
  { writes: true },
);

testApp("before the first data pages say so with a 503", async (app) => {
  for (
    const path of [
      "/",
      "/stations/1000001",
      "/departements/75",
      "/villes/paris-75056",
      "/tendances",
    ]
  ) {
    const { status, text } = await app.read(path);
    equal(status, 503, path);
    match(text, /premières données/, path);
  }
}, { isEmpty: true });
