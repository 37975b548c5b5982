import { deepEqual, equal, ok } from "node:assert/strict";
import { type Brand, findKnownBrand, settleName, toBrand, toBrandKey, toCanonicalBrand, toOwnSign } from "./brand.ts";
import { BRAND_TABLE } from "./brand_table.ts";

function brandOf(brand: string, rest: { name?: string; operator?: string; branch?: string } = {}): Brand {
  return toBrand({ brand, name: "", operator: "", branch: "", ...rest });
}

const SPELLINGS: Record<string, string[]> = {
  "E.Leclerc": ["Leclerc", "E.Leclerc", "E. Leclerc", "E.LECLERC", "e leclerc", "E.Leclerc Carburant"],
  "Système U": [
    "Système U",
    "SYSTEM U",
    "Super U",
    "SuperU",
    "U",
    "u",
    "Station U",
    "La Station U",
    "Hyper-U",
    "Utile",
  ],
  "Eni": ["Agip", "AGIP", "ENI", "Eni France"],
  "TotalEnergies": ["Total", "TOTAL", "Total Access", "TotalÉnergies Access", "Total Energie", "Total Petrol Access"],
  "8 à Huit": ["8 à Huit", "Huit à 8", "8 A HUIT"],
  "Intermarché": ["INTERMARCHE", "Station service intermarché", "Groupement mousquetaires", "Intermarché Contact"],
  "Carrefour": ["carrefour contact", "Carrefour City", "MARKET"],
  "Elan": ["Élan", "ELAN"],
  "Avia": ["AviaXpress", "Avia XPress"],
  "AS 24": ["AS24", "As24"],
  "bi1": ["BI1", "Bi1", "B1"],
  "Match": ["MATCH", "Supermarché Match", "Supermarchés Match"],
};

Deno.test("toBrand() answers one brand for all its spellings", () => {
  for (const [brand, spellings] of Object.entries(SPELLINGS)) {
    for (const spelling of spellings) equal(brandOf(spelling).brand, brand, spelling);
  }
});

Deno.test("toBrand() answers null for placeholders, and knows independence from ignorance", () => {
  for (const text of ["aucune", "Autre", "NEANT", "-", "24/24", "Station service", ""]) {
    deepEqual(brandOf(text), { brand: null, name: null, group: null, wikidata: null }, text);
  }
  for (const text of ["Indépendant sans enseigne", "INDEPENDANT", "Independent", "Station essence Indépendant"]) {
    deepEqual(brandOf(text), { brand: null, name: null, group: "independent", wikidata: null }, text);
  }
});

Deno.test("toBrand() looks at name, operator and branch in this order when the brand is empty or a placeholder", () => {
  equal(brandOf("", { name: "Station Vito Fangu", operator: "BP" }).brand, "Vito");
  equal(brandOf("Independent", { name: "Relais des images (Total)" }).brand, "TotalEnergies");
  equal(brandOf("", { name: "Ma Station", operator: "Groupement des Mousquetaires" }).brand, "Intermarché");
  equal(brandOf("", { branch: "Esso du Muy" }).brand, "Esso");
});

Deno.test("toBrand() never lets an operator overrule the brand column", () => {
  equal(brandOf("Garage Pourchet", { operator: "Total" }).brand, "Garage Pourchet");
  equal(brandOf("BP", { name: "Carrefour Express" }).brand, "BP");
});

Deno.test("toBrand() does not take an operator's company for a brand", () => {
  deepEqual(brandOf("", { operator: "Ets Dormoy Frères" }), { brand: null, name: null, group: null, wikidata: null });
});

Deno.test("toBrand() keeps an unknown brand as written but tidied", () => {
  equal(brandOf("  Montaner  et Fils ").brand, "Montaner et Fils");
  equal(brandOf("COMPTOIR DE LA MER").brand, "Comptoir de la Mer");
  equal(brandOf("SARL DL LUB S.A.S").brand, "SARL DL Lub S.A.S");
  equal(brandOf("Montaner et Fils").group, "independent");
});

Deno.test("toBrand() takes the name, else the branch, else the finer brand", () => {
  equal(brandOf("Total", { name: "Relais du Gave", branch: "Pau" }).name, "Relais du Gave");
  equal(brandOf("Total", { name: "Station-service", branch: "Relais du Riou" }).name, "Relais du Riou");
  equal(brandOf("Carrefour Market").name, "Carrefour Market");
  equal(brandOf("Carrefour").name, null);
  equal(brandOf("", { name: "ENI" }).name, "Eni");
  equal(brandOf("", { name: "U" }).name, "Système U");
});

Deno.test("toBrand() takes the first of several brands that it knows", () => {
  equal(brandOf("Système U;Super U").brand, "Système U");
  equal(brandOf("Machin;Esso").brand, "Esso");
});

Deno.test("findKnownBrand() leaves common words alone", () => {
  const texts = [
    "Garage du Carrefour",
    "Station de l'Elan",
    "Ma station (Ex-Netto)",
    "Relais du Casino",
    "Contact Auto",
    "Totalement",
    "Avial",
    "Garage Ubald",
    "Huile Oil Service",
  ];
  for (const text of texts) equal(findKnownBrand(text), null, text);
});

Deno.test("toCanonicalBrand() answers the canonical spelling, or the text tidied", () => {
  equal(toCanonicalBrand("total access"), "TotalEnergies");
  equal(toCanonicalBrand(" Gallien "), "Gallien");
});

Deno.test("BRAND_TABLE has every brand and every spelling once", () => {
  equal(new Set(BRAND_TABLE.map(({ brand }) => brand)).size, BRAND_TABLE.length);
  for (const { brand, spellings } of BRAND_TABLE) {
    for (const spelling of [brand, ...spellings]) equal(brandOf(spelling.replace("=", "")).brand, brand, spelling);
  }
});

Deno.test("BRAND_TABLE gives no Wikidata item to two brands", () => {
  const items = BRAND_TABLE.map(({ wikidata }) => wikidata).filter((item) => item !== null);
  equal(new Set(items).size, items.length);
  ok(items.every((item) => /^Q\d+$/.test(item)));
});

function settle(brand: string, name: string) {
  const { brand: settled, decision } = settleName(toBrand({ brand, name, operator: "", branch: "" }));
  return [settled.brand, settled.name, decision];
}

Deno.test("settleName() takes the brand from a name that is nothing but a brand of the same trade", () => {
  deepEqual(settle("BP", "ESSO"), ["Esso", "Esso", "brand_from_name"]);
  deepEqual(settle("Groupement mousquetaires", "Netto"), ["Netto", "Netto", "brand_from_name"]);
  deepEqual(settle("Carrefour", "U Express"), ["Système U", "U Express", "brand_from_name"]);
});

Deno.test("settleName() takes the group and the Wikidata item along with the brand", () => {
  const { brand } = settleName(toBrand({ brand: "Elan", name: "TotalEnergies", operator: "", branch: "" }));
  deepEqual(brand, { brand: "TotalEnergies", name: "TotalEnergies", group: "oil_company", wikidata: "Q154037" });
});

Deno.test("settleName() leaves out a name of a former owner", () => {
  deepEqual(settle("E.Leclerc", "Station Service Intermarché"), ["E.Leclerc", null, "name_left_out"]);
  deepEqual(settle("Total Access", "Relais Elf de Buxereuilles"), ["TotalEnergies", null, "name_left_out"]);
});

Deno.test("settleName() leaves out the name of a shop of another trade next to the pumps", () => {
  deepEqual(settle("BP", "Carrefour Express"), ["BP", null, "name_left_out"]);
  deepEqual(settle("bi1", "Avia XPress"), ["bi1", null, "name_left_out"]);
});

Deno.test("settleName() leaves names alone that contradict nobody", () => {
  deepEqual(settle("Total", "Relais du Lac"), ["TotalEnergies", "Relais du Lac", null]);
  deepEqual(settle("Total", "Total Access Pau"), ["TotalEnergies", "Total Access Pau", null]);
  deepEqual(settle("Total", "Garage Renault"), ["TotalEnergies", "Garage Renault", null]);
  deepEqual(settle("", "Garage Petit"), [null, "Garage Petit", null]);
  deepEqual(settle("Avia", ""), ["Avia", null, null]);
});

Deno.test("toOwnSign() takes a name and no description", () => {
  for (const name of ["Garage Bernard", "Station Vigouroux", "Carburant Loti", "Relais du 8 Mai", "Lidl"]) {
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

Deno.test("no known brand has a comma, and a name with one is found in a list without it", () => {
  deepEqual(BRAND_TABLE.filter(({ brand }) => brand.includes(",")), []);
  for (const written of ["Petit Fils", "PETIT,FILS", "petit  fils"]) {
    equal(toBrandKey(written), toBrandKey("Petit, Fils"), written);
  }
  equal(toBrandKey("Pireyre & Pascal"), toBrandKey("PIREYRE & PASCAL"));
});
