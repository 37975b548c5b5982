import { deepEqual, equal, ok } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { type ResolvedPlace, resolvePlace, toNamedPlace } from "./resolve_place.ts";
import { placeIndex } from "./find_places.ts";

const index = await placeIndex();

function describe(resolved: ResolvedPlace): string {
  if (resolved.kind === "place") return resolved.place.label;
  if (resolved.kind === "several") return resolved.places.map(nameOf).join("; ");
  if (resolved.kind === "territory") {
    return `the ${resolved.territory.kind} ${resolved.territory.name}`;
  }
  if (resolved.kind === "abroad") return "abroad";
  return resolved.kind === "unknown"
    ? `unknown, like ${resolved.nearest.map(nameOf).join("; ")}`
    : `overseas: ${resolved.name}`;
}

function nameOf(one: { name: string } | { ask: string }): string {
  return "ask" in one ? one.ask : one.name;
}

function expectResolved(cases: [text: string, expected: string][]): void {
  deepEqual(cases.map(([text]) => [text, describe(resolvePlace(index, text))]), cases);
}

Deno.test("a place is resolved from a name, department, postal code, INSEE code or district", () => {
  expectResolved([
    ["Lyon", "Lyon (69)"],
    ["LE HAVRE", "Le Havre (76)"],
    ["havre", "Le Havre (76)"],
    ["st etienne", "Saint-Étienne (42)"],
    ["Nice 🏖️", "Nice (06)"],
    ["Lyon, France", "Lyon (69)"],
    ["Saint-Denis (93)", "Saint-Denis (93)"],
    ["saint denis 93", "Saint-Denis (93)"],
    ["93200 Saint-Denis", "Saint-Denis (93)"],
    ["Saint-Denis en Seine-Saint-Denis", "Saint-Denis (93)"],
    ["Saint-Denis, Île-de-France", "Saint-Denis (93)"],
    ["valence drome", "Valence (26)"],
    ["Valence 82", "Valence (82)"],
    ["75015", "Paris 15e Arrondissement"],
    ["Paris 1er", "Paris 1er Arrondissement"],
    ["lyon 7ème arrondissement", "Lyon 7e Arrondissement"],
    ["INSEE 13001", "Aix-en-Provence (13)"],
    ["69123", "Lyon (69)"],
    ["2a004", "Ajaccio (2A)"],
    ["Ajaccio 2A", "Ajaccio (2A)"],
    ["Brive", "Brive-la-Gaillarde (19)"],
    ["Roissy-en-France", "Roissy-en-France (95)"],
    ["75015 Paris", "Paris 15e Arrondissement"],
  ]);
});

Deno.test("resolving never guesses between several places of similar size", () => {
  expectResolved([
    ["Aix", "Aix-en-Provence (13); Aix-les-Bains (73); Aix (19)"],
    [
      "clermont",
      "Clermont-Ferrand (63); Clermont (60); Clermont (40); Clermont (74); Clermont (09)",
    ],
    ["Le Puy", "Le Puy-en-Velay (43); Le Puy (33); Le Puy (25)"],
    ["Roissy", "Roissy-en-Brie (77); Roissy-en-France (95)"],
    ["Marseille 13", "Marseille (13); Marseille 13e Arrondissement"],
  ]);
});

Deno.test("resolving picks a place that is much larger than its namesakes, and the remark says so", () => {
  const remarkOn = (text: string) => {
    const resolved = resolvePlace(index, text);
    return resolved.kind === "place" ? resolved.remark : resolved.kind;
  };
  equal(
    remarkOn("Saint-Denis"),
    "Saint-Denis (93), not Saint-Denis (974), Saint-Denis (11) or 1 more",
  );
  equal(remarkOn("Vienne"), "Vienne (38), not the department Vienne");
  equal(
    remarkOn("01500"),
    "Postal code 01500 is Ambérieu-en-Bugey (01), the largest of 8 communes",
  );
  const both =
    "Postal code 13001 is Marseille 1er Arrondissement; the INSEE code 13001 is Aix-en-Provence (13)";
  equal(remarkOn("13001"), both);
  equal(remarkOn("Brive"), "Brive-la-Gaillarde (19)");
  equal(remarkOn("Lyon"), null);
});

Deno.test("departments, overseas places and unknown names are distinguished", () => {
  expectResolved([
    ["Finistère", "the department Finistère"],
    ["29", "the department Finistère"],
    ["Corse", "the region Corse"],
    ["Loire", "the department Loire"],
    ["Bretagne", "the region Bretagne"],
    ["La Réunion", "overseas: La Réunion"],
    ["Saint-Martin", "overseas: Saint-Martin"],
    ["Saint-Denis (974)", "overseas: Saint-Denis (974)"],
    ["97200", "overseas: Fort-de-France (972)"],
    ["Guadeloupe", "overseas: Guadeloupe"],
    ["Monpelier", "Montpellier (34)"],
    ["Grenble", "Grenoble (38)"],
    ["Brutele", "unknown, like Brutelles (80)"],
    ["Genève", "abroad"],
    ["Barcelone", "abroad"],
    ["Cologne", "Cologne (32)"],
    ["🚗", "unknown, like "],
    ["", "unknown, like "],
  ]);
  for (
    const text of [
      "Paris, Texas",
      "Lyon 99",
      "'; DROP TABLE station;--",
      "x".repeat(500),
      "48.85, 2.35",
    ]
  ) {
    equal(resolvePlace(index, text).kind, "unknown", text);
  }
});

Deno.test("resolving any text returns a place or nothing, and never throws", () => {
  const any = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.array(
      fc.constantFrom(
        "saint",
        "de",
        "la",
        "93",
        "(974)",
        "Paris",
        "15e",
        ",",
        "en",
        "Drôme",
        "75001",
      ),
      {
        maxLength: 40,
      },
    ).map((words) => words.join(" ")),
  );
  fc.assert(fc.property(any, (text) => {
    ok(
      ["place", "territory", "several", "uncovered", "abroad", "unknown"].includes(
        resolvePlace(index, text).kind,
      ),
    );
  }));
});

Deno.test("every twentieth place is resolved from the name that is suggested for it", () => {
  for (const place of index.places.filter((_, row) => row % 20 === 0)) {
    const { ask } = toNamedPlace(index, place);
    const resolved = resolvePlace(index, ask);
    ok(
      resolved.kind === "uncovered" ||
        (resolved.kind === "place" && resolved.place.code === place.code),
      ask,
    );
  }
});
