import { equal } from "node:assert/strict";
import { createPlaceIndex } from "../shared/places.ts";
import { createTownTable, findTown, toTownName } from "./town.ts";

const files = ["towns", "villages"].map((file) => new URL(`../../static/geo/${file}.json`, import.meta.url));
const index = createPlaceIndex(files.map((file) => JSON.parse(Deno.readTextFileSync(file))));
const table = createTownTable(index);

function nameOf(city: string, postalCode: string, department: string | null = postalCode.slice(0, 2)): string | null {
  return toTownName(table, { city, postalCode, department });
}

Deno.test("toTownName() gives a known town its official name", () => {
  equal(nameOf("CHATEAU GONTIER", "53200"), "Château-Gontier");
  equal(nameOf("EVREUX", "27000"), "Évreux");
  equal(nameOf("st etienne cedex 1", "42000"), "Saint-Étienne");
  equal(nameOf("VILLENEUVE S/LOT", "47300"), "Villeneuve-sur-Lot");
  equal(nameOf("Ã‰pinal", "88000"), "Épinal");
});

Deno.test("toTownName() writes a district as its city", () => {
  equal(nameOf("PARIS 13", "75013"), "Paris");
  equal(nameOf("Marseille 11e Arrondissement", "13011"), "Marseille");
});

Deno.test("toTownName() keeps a former commune's own name", () => {
  equal(nameOf("POUANCE", "49420"), "Pouancé");
  equal(findTown(table, { city: "POUANCE", postalCode: "49420", department: "49" })?.place.name, "Ombrée d'Anjou");
});

Deno.test("findTown() falls back to the department when the postal code is a company's own", () => {
  equal(findTown(table, { city: "AMIENS CEDEX 2", postalCode: "80039", department: "80" })?.place.code, "80021");
  equal(findTown(table, { city: "AMIENS", postalCode: "80039", department: null }), null);
});

Deno.test("findTown() takes no town of another department", () => {
  equal(findTown(table, { city: "Valence", postalCode: "00000", department: "82" })?.place.code, "82186");
  equal(findTown(table, { city: "Valence", postalCode: "00000", department: "75" }), null);
});

Deno.test("toTownName() writes an unknown town in title case, and an empty one as null", () => {
  equal(nameOf("LE MARCHAS-CLAVEAU", "99999", null), "Le Marchas-Claveau");
  equal(nameOf(" ", "75001"), null);
});

Deno.test("createTownTable() knows every commune under its own name and postal codes", () => {
  for (const place of index.places) {
    if (place.name.endsWith("Arrondissement")) continue;
    const town = findTown(table, {
      city: place.name.toUpperCase(),
      postalCode: place.postalCodes[0],
      department: null,
    });
    equal(town?.name.toLowerCase(), place.name.toLowerCase(), place.code);
  }
});
