import { deepEqual, equal } from "node:assert/strict";
import { toBrand } from "./brand.ts";
import { settleName, toOwnSign } from "./brand_name.ts";

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

Deno.test("settleName() leaves out a name that tells a former owner", () => {
  deepEqual(settle("E.Leclerc", "Station Service Intermarché"), ["E.Leclerc", null, "name_left_out"]);
  deepEqual(settle("Total Access", "Relais Elf de Buxereuilles"), ["TotalEnergies", null, "name_left_out"]);
});

Deno.test("settleName() leaves out the name of a shop of another trade beside the pumps", () => {
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
