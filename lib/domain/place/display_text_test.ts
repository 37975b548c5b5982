import { equal } from "../../../tests/support/assert.ts";
import {
  createTownTable,
  findTown,
  repairMojibake,
  toAddressText,
  toStorable,
  toTownName,
  toTownText,
} from "./display_text.ts";
import { createPlaceIndex } from "../../places/places.ts";

function expectAll(
  convert: (text: string) => string | null,
  cases: [raw: string, shown: string | null][],
) {
  for (const [raw, shown] of cases) equal(convert(raw), shown, JSON.stringify(raw));
}

Deno.test("repairMojibake() repairs UTF-8 decoded as ISO-8859-1 or windows-1252, and leaves valid French unchanged", () => {
  expectAll(repairMojibake, [
    ["77 Avenue Ã\u0089douard Depreux", "77 Avenue Édouard Depreux"],
    ["Ã‰douard", "Édouard"],
    ["CafÃ© de lâ€™Ã‰glise", "Café de l’Église"],
    ["NÂ° 3", "N° 3"],
  ]);
  for (const text of ["CHÂTEAU-THIERRY", "Grâce-Dieu", "pâle", "Ã", "Â", "L’Haÿ"]) {
    equal(repairMojibake(text), text);
  }
});

Deno.test("toTownText() writes French title case, expands St and Ste, and removes CEDEX, codes and district numbers", () => {
  expectAll(toTownText, [
    ["RéMILLY", "Rémilly"],
    ["ST-JEAN-D'ANGELY", "Saint-Jean-d'Angely"],
    ["LES SABLES D'OLONNE", "Les Sables d'Olonne"],
    ["CHAILLé-SOUS-LES-ORMEAUX", "Chaillé-sous-les-Ormeaux"],
    ["paulhan", "Paulhan"],
    ["L'HUISSERIE", "L'Huisserie"],
    ["CIVENS - LA MOTTE", "Civens - La Motte"],
    ["AMIENS CEDEX 2", "Amiens"],
    ["DOMBLANS ( 39210 )", "Domblans"],
    ["PARIS 13", "Paris"],
    ["LYON 5EME", "Lyon"],
    ["Marseille 11e Arrondissement", "Marseille"],
    ["  Saint   Lô ", "Saint Lô"],
    ["ST. PRIVAT", "Saint Privat"],
    ["Ste-Maxime", "Sainte-Maxime"],
    ["bourg st maurice", "Bourg Saint Maurice"],
    ["STAINS", "Stains"],
  ]);
  for (const name of ["Bray-sur-Somme", "Issy-l'Évêque", "Le Pont-de-Beauvoisin"]) {
    equal(toTownText(name), name);
  }
});

Deno.test("toTownText() and toAddressText() drop invisible characters, and keep an í that looks like a soft hyphen", () => {
  equal(toTownText("PA\u200bRIS\u202e"), "Paris");
  equal(toAddressText("3 rue\u2066 du\u00ad Port\u2069"), "3 rue du Port");
  equal(toAddressText(toStorable("2 Rue RodrÃ­guez")), "2 Rue Rodríguez");
});

Deno.test("toTownText() and toAddressText() return null if nothing is left", () => {
  for (const raw of ["", "  ", "-", "CEDEX 9", "75013", "..."]) equal(toTownText(raw), null, raw);
  for (const raw of ["", " \t ", "-", "..."]) equal(toAddressText(raw), null, raw);
});

Deno.test("toAddressText() keeps road numbers and zones in capitals, expands street words and restores accents", () => {
  expectAll(toAddressText, [
    ["RD 923 - ROUTE DU MANS", "RD 923 - Route du Mans"],
    ["za LAMARRAQUE", "za LAMARRAQUE"],
    ["za de lamarraque", "ZA de Lamarraque"],
    ["ZAC DU VAL DES BOIS - D830", "ZAC du Val des Bois - D830"],
    ["AUTOROUTE A 28", "Autoroute A 28"],
    ["12 AV DE L'EUROPE  ZAC DU PRé - RN20", "12 Avenue de l'Europe ZAC du Pré - RN20"],
    ["C. C. DE LA BAIE", "C.C. de la Baie"],
    ["12 AV DU 8 MAI 1945", "12 Avenue du 8 Mai 1945"],
    ["44 bd Gambetta", "44 Boulevard Gambetta"],
    ["6 TER RUE DU 3EME RPIMA", "6 ter Rue du 3eme RPIMA"],
    ["1.RUE DU PARTERRE", "1 Rue du Parterre"],
    ["28, Avenue de la Gare", "28, Avenue de la Gare"],
    ["AVENUE DU GENERAL LECLERC", "Avenue du Général Leclerc"],
    ["157 AVENUE JEAN JAURES", "157 Avenue Jean Jaurès"],
    ["1 rue rené Cassin", "1 rue rené Cassin"],
  ]);
});

Deno.test("toTownText() and toAddressText() are idempotent", () => {
  const texts = [
    "ST-JEAN-D'ANGELY CEDEX",
    "12 AV DE L'EUROPE - ZAC DU PRé",
    "LIEU DIT (LE BOURG)",
    "Z. A. LES 4 VENTS",
  ];
  for (const raw of texts) {
    for (const convert of [toTownText, toAddressText]) {
      const once = convert(raw)!;
      equal(convert(once), once);
    }
  }
});

const files = ["towns", "villages"].map((file) =>
  new URL(`../../../static/geo/${file}.json`, import.meta.url)
);
const columns = files.map((file) => JSON.parse(Deno.readTextFileSync(file)));
const table = createTownTable(columns);

function nameOf(
  city: string,
  postalCode: string,
  department: string | null = postalCode.slice(0, 2),
): string | null {
  return toTownName(table, { city, postalCode, department });
}

function codeOf(city: string, postalCode: string, department: string | null): string | undefined {
  return findTown(table, { city, postalCode, department })?.place.code;
}

Deno.test("toTownName() returns the official name of a known town, the city for a district, and title case for an unknown town", () => {
  equal(nameOf("CHATEAU GONTIER", "53200"), "Château-Gontier");
  equal(nameOf("st etienne cedex 1", "42000"), "Saint-Étienne");
  equal(nameOf("VILLENEUVE S/LOT", "47300"), "Villeneuve-sur-Lot");
  equal(nameOf("Ã‰pinal", "88000"), "Épinal");
  equal(nameOf("PARIS 13", "75013"), "Paris");
  equal(nameOf("Marseille 11e Arrondissement", "13011"), "Marseille");
  equal(nameOf("LE MARCHAS-CLAVEAU", "99999", null), "Le Marchas-Claveau");
  equal(nameOf(" ", "75001"), null);
});

Deno.test("toTownName() keeps the name of a former commune", () => {
  equal(nameOf("POUANCE", "49420"), "Pouancé");
  equal(
    findTown(table, { city: "POUANCE", postalCode: "49420", department: "49" })?.place.name,
    "Ombrée d'Anjou",
  );
});

Deno.test("findTown() falls back to the department for a company's postal code, and never returns a town of another department", () => {
  equal(codeOf("AMIENS CEDEX 2", "80039", "80"), "80021");
  equal(codeOf("AMIENS", "80039", null), undefined);
  equal(codeOf("Valence", "00000", "82"), "82186");
  equal(codeOf("Valence", "00000", "75"), undefined);
});

Deno.test("createTownTable() finds every commune by its own name and postal codes", () => {
  for (const place of createPlaceIndex(columns).places) {
    if (place.name.endsWith("Arrondissement")) continue;
    const town = findTown(table, {
      city: place.name.toUpperCase(),
      postalCode: place.postalCodes[0]!,
      department: null,
    });
    equal(
      (town?.formerName ?? town?.place.name)?.toLowerCase(),
      place.name.toLowerCase(),
      place.code,
    );
  }
});
