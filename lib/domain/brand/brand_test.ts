import { deepEqual, equal, ok } from "../../../tests/support/assert.ts";
import {
  type Brand,
  findKnownBrand,
  settleName,
  toBrand,
  toBrandKey,
  toCanonicalBrand,
  toOwnSign,
} from "./brand.ts";
import { BRAND_TABLE } from "./brand_table.ts";

function brandOf(
  brand: string,
  rest: { name?: string; operator?: string; branch?: string } = {},
): Brand {
  return toBrand({ brand, name: "", operator: "", branch: "", ...rest });
}

const SPELLINGS: Record<string, string> = {
  "E.Leclerc": "Leclerc|E.Leclerc|E. Leclerc|E.LECLERC|e leclerc|E.Leclerc Carburant",
  "Système U": "Système U|SYSTEM U|Super U|SuperU|U|u|Station U|La Station U|Hyper-U|Utile",
  "Eni": "Agip|AGIP|ENI|Eni France",
  "TotalEnergies":
    "Total|TOTAL|Total Access|TotalÉnergies Access|Total Energie|Total Petrol Access",
  "8 à Huit": "8 à Huit|Huit à 8|8 A HUIT",
  "Intermarché":
    "INTERMARCHE|Station service intermarché|Groupement mousquetaires|Intermarché Contact",
  "Carrefour": "carrefour contact|Carrefour City|MARKET",
  "Elan": "Élan|ELAN",
  "Avia": "AviaXpress|Avia XPress",
  "AS 24": "AS24|As24",
  "bi1": "BI1|Bi1|B1",
  "Match": "MATCH|Supermarché Match|Supermarchés Match",
};

Deno.test("toBrand() returns one brand for all its spellings", () => {
  for (const [brand, spellings] of Object.entries(SPELLINGS)) {
    for (const spelling of spellings.split("|")) equal(brandOf(spelling).brand, brand, spelling);
  }
});

Deno.test("toBrand() returns null for placeholders, and distinguishes independent stations from unknown ones", () => {
  for (const text of ["aucune", "Autre", "NEANT", "-", "24/24", "Station service", ""]) {
    deepEqual(brandOf(text), { brand: null, name: null, group: null, wikidata: null }, text);
  }
  for (
    const text of [
      "Indépendant sans enseigne",
      "INDEPENDANT",
      "Independent",
      "Station essence Indépendant",
    ]
  ) {
    deepEqual(
      brandOf(text),
      { brand: null, name: null, group: "independent", wikidata: null },
      text,
    );
  }
});

Deno.test("toBrand() prefers the brand column, then a known brand in name, operator or branch, then the column as written", () => {
  const cases: [parts: Parameters<typeof brandOf>, brand: string | null][] = [
    [["", { name: "Station Vito Fangu", operator: "BP" }], "Vito"],
    [["Independent", { name: "Relais des images (Total)" }], "TotalEnergies"],
    [["", { name: "Ma Station", operator: "Groupement des Mousquetaires" }], "Intermarché"],
    [["", { branch: "Esso du Muy" }], "Esso"],
    [["Garage Pourchet", { operator: "Total" }], "Garage Pourchet"],
    [["BP", { name: "Carrefour Express" }], "BP"],
    [["", { operator: "Ets Dormoy Frères" }], null],
    [["  Montaner  et Fils "], "Montaner et Fils"],
    [["COMPTOIR DE LA MER"], "Comptoir de la Mer"],
    [["SARL DL LUB S.A.S"], "SARL DL Lub S.A.S"],
    [["Système U;Super U"], "Système U"],
    [["Machin;Esso"], "Esso"],
  ];
  for (const [parts, brand] of cases) equal(brandOf(...parts).brand, brand, JSON.stringify(parts));
  equal(brandOf("Montaner et Fils").group, "independent");
});

Deno.test("toBrand() falls back from the name to the branch, then to the finer brand", () => {
  const cases: [parts: Parameters<typeof brandOf>, name: string | null][] = [
    [["Total", { name: "Relais du Gave", branch: "Pau" }], "Relais du Gave"],
    [["Total", { name: "Station-service", branch: "Relais du Riou" }], "Relais du Riou"],
    [["Carrefour Market"], "Carrefour Market"],
    [["Carrefour"], null],
    [["", { name: "ENI" }], "Eni"],
    [["", { name: "U" }], "Système U"],
  ];
  for (const [parts, name] of cases) equal(brandOf(...parts).name, name, JSON.stringify(parts));
});

Deno.test("findKnownBrand() ignores common words", () => {
  const texts =
    "Garage du Carrefour|Station de l'Elan|Ma station (Ex-Netto)|Relais du Casino|Contact Auto|Totalement|" +
    "Avial|Garage Ubald|Huile Oil Service";
  for (const text of texts.split("|")) equal(findKnownBrand(text), null, text);
});

Deno.test("toCanonicalBrand() returns the canonical spelling, or the tidied text of an unknown brand", () => {
  equal(toCanonicalBrand("total access"), "TotalEnergies");
  equal(toCanonicalBrand(" Gallien "), "Gallien");
  equal(toBrandKey("SUPER U"), toBrandKey("Système U"));
});

Deno.test("BRAND_TABLE contains every brand and every spelling once", () => {
  equal(new Set(BRAND_TABLE.map(({ brand }) => brand)).size, BRAND_TABLE.length);
  for (const { brand, spellings } of BRAND_TABLE) {
    for (const spelling of [brand, ...spellings]) {
      equal(brandOf(spelling.replace("=", "")).brand, brand, spelling);
    }
  }
});

Deno.test("BRAND_TABLE gives each Wikidata item to one brand only", () => {
  const items = BRAND_TABLE.map(({ wikidata }) => wikidata).filter((item) => item !== null);
  equal(new Set(items).size, items.length);
  ok(items.every((item) => /^Q\d+$/.test(item)));
});

Deno.test("settleName() prefers a name that is a brand of the same trade, and drops names of other brands", () => {
  const cases: [brand: string, name: string, settled: [string | null, string | null]][] = [
    ["BP", "ESSO", ["Esso", "Esso"]],
    ["Groupement mousquetaires", "Netto", ["Netto", "Netto"]],
    ["Carrefour", "U Express", ["Système U", "U Express"]],
    // a former owner; a shop of another trade
    ["E.Leclerc", "Station Service Intermarché", ["E.Leclerc", null]],
    ["Total Access", "Relais Elf de Buxereuilles", ["TotalEnergies", null]],
    ["BP", "Carrefour Express", ["BP", null]],
    ["bi1", "Avia XPress", ["bi1", null]],
    ["Total", "Relais du Lac", ["TotalEnergies", "Relais du Lac"]],
    ["Total", "Total Access Pau", ["TotalEnergies", "Total Access Pau"]],
    ["", "Garage Petit", [null, "Garage Petit"]],
    ["Avia", "", ["Avia", null]],
  ];
  for (const [brand, name, expected] of cases) {
    const settled = settleName(brandOf(brand, { name }));
    deepEqual([settled.brand, settled.name], expected, `${brand}, ${name}`);
  }
  const { group, wikidata } = settleName(brandOf("Elan", { name: "TotalEnergies" }));
  deepEqual(
    [group, wikidata],
    ["oil_company", "Q154037"],
    "group and Wikidata item must come with the brand",
  );
});

Deno.test("toOwnSign() accepts a name and rejects a description", () => {
  for (
    const name of [
      "Garage Bernard",
      "Station Vigouroux",
      "Carburant Loti",
      "Relais du 8 Mai",
      "Lidl",
    ]
  ) {
    equal(toOwnSign(name), name);
  }
  const descriptions = [
    "Station-service communale",
    "Station Communale Villes-sur-Auzon",
    "Station-service intercommunale de Marat 24/24",
    "Communauté de Communes Beauce Val de Loire",
    "Carburants 7J/7",
    "Station libre-service",
    "Relais Tabac Presse",
    "Ma station (Ex-Netto)",
  ];
  for (const name of descriptions) equal(toOwnSign(name), null, name);
});

Deno.test("no known brand contains a comma, and a spelling with a comma gives the same key as one without", () => {
  deepEqual(BRAND_TABLE.filter(({ brand }) => brand.includes(",")), []);
  for (const written of ["Petit Fils", "PETIT,FILS", "petit  fils"]) {
    equal(toBrandKey(written), toBrandKey("Petit, Fils"), written);
  }
  equal(toBrandKey("Pireyre & Pascal"), toBrandKey("PIREYRE & PASCAL"));
});
