import { doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";
import { toPlainText } from "../support/plain_text.ts";

/** Returns a page's HTML and its text, which continues across elements. */
async function read(app: TestApp, path: string): Promise<{ html: string; text: string }> {
  const { text: html } = await app.read(path);
  return { html, text: toPlainText(html) };
}

const LECLERC = "92120001";

testApp(
  "a station's page first says whether to fill up here or elsewhere, then shows the prices",
  async (app) => {
    const answers: [path: string, answer: RegExp][] = [
      [`/stations/${IDS.paris}?fuel=gazole`, /À 3,0 km, 1,93 € de moins : E\.Leclerc, Montrouge/],
      [`/en/stations/${IDS.paris}?fuel=gazole`, /€1\.93 less, 3\.0 km away: E\.Leclerc, Montrouge/],
      [`/stations/${LECLERC}?fuel=gazole`, /Faites le plein ici : rien de mieux à moins de 10 km/],
      [`/en/stations/${LECLERC}?fuel=gazole`, /Fill up here: nothing better within 10 km/],
      [`/stations/${LECLERC}?fuel=gplc`, /Faites le plein ici : rien de mieux/],
      [
        `/stations/${IDS.odd}?fuel=gazole`,
        /Pas de prix à jour ici\. À 4,7 km, 1,729 € : E\.Leclerc, Montrouge/,
      ],
      [
        `/stations/${IDS.left}?fuel=gplc`,
        /Pas de prix à jour ici\. À 5,4 km, 1,015 € : E\.Leclerc/,
      ],
      [`/stations/${IDS.bare}?fuel=sp98`, /Pas de prix à jour ici/],
    ];
    for (const [path, answer] of answers) {
      const { text } = await read(app, path);
      match(text, answer, path);
      ok(text.search(answer) < text.search(/Prix au litre|Price per litre/), path);
    }
    doesNotMatch(
      (await read(app, `/stations/${IDS.bare}?fuel=gazole`)).text,
      /Faites le plein|Pas de prix à jour/,
    );
  },
);

// Proves docs/data.md#worth-leaving-for
testApp(
  "a station's page lists only stations that pay off, and none if it is the best",
  async (app, db) => {
    const idsOf = async (path: string) => {
      const { html } = await read(app, path);
      return [...html.matchAll(/class="row ranked-line" href="\/stations\/(\d+)/g)].map(([, id]) =>
        id
      ).join();
    };
    equal(await idsOf(`/stations/${IDS.paris}?fuel=gazole`), LECLERC);
    match(
      (await read(app, `/stations/${IDS.paris}?fuel=gazole`)).text,
      /Valent le détour Sur 40 L.*gagne 1,93 €/,
    );
    equal(await idsOf(`/stations/${LECLERC}?fuel=gazole`), "");
    equal(await idsOf("/stations/75014002?fuel=e10"), LECLERC);
    const lower = `update current_price
        set price_milli = $2, updated_at = updated_at - $3::interval
        where station_id = $1`;
    await db.query({
      text: `${lower} and fuel = 1`,
      values: [Number(LECLERC), 1799 - 17, "22 days"],
    });
    await app.renew();
    equal(await idsOf(`/stations/${IDS.paris}?fuel=gazole`), "", "an old price needs its lead");
    match(
      (await read(app, `/stations/${LECLERC}?fuel=gazole`)).text,
      /Rien de mieux à moins de 10 km, si ce prix tient/,
    );
  },
  { writes: true },
);

testApp("the first button of a station's page opens directions", async (app) => {
  const { html } = await read(app, `/stations/${IDS.paris}`);
  const [, first] = /plate-actions">[\s\S]*?<(?:a|button) ([\s\S]*?)<\/(?:a|button)>/.exec(html)!;
  match(first!, /button-primary[\s\S]*google[\s\S]*48\.84321,2\.31254[\s\S]*Y aller/);
});
