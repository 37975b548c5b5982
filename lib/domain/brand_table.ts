/** Lists the fuel brands of France with all their spellings. @module */

/** Who stands behind a brand's sign: an oil company's network, a supermarket, or neither. */
export type BrandGroup = "oil_company" | "supermarket" | "independent";

/** A brand as people know it. */
export type KnownBrand = {
  /** The one spelling that answers use. */
  readonly brand: string;
  /** Wikidata item, checked against name-suggestion-index 8.0; null where neither has one. */
  readonly wikidata: string | null;
  readonly group: BrandGroup;
  /**
   * Spellings beside `brand`, in any case, with or without accents and punctuation. They also match inside a longer text
   * at word boundaries ("Station Vito Fangu"); those that begin with `=` match a whole text only, and so does `brand` when
   * it is among them.
   */
  readonly spellings: readonly string[];
};

const oil = (brand: string, wikidata: string | null, ...spellings: string[]): KnownBrand => ({
  brand,
  wikidata,
  group: "oil_company",
  spellings,
});

const supermarket = (brand: string, wikidata: string | null, ...spellings: string[]): KnownBrand => ({
  brand,
  wikidata,
  group: "supermarket",
  spellings,
});

const independent = (brand: string, wikidata: string | null, ...spellings: string[]): KnownBrand => ({
  brand,
  wikidata,
  group: "independent",
  spellings,
});

/**
 * A brand is the sign, not the size of the shop: Total Access, Esso Express, Carrefour Market, Intermarché Contact and
 * Super U are formats of one brand each, which the sources mix up for one and the same station; a station's name keeps
 * the format. Signs of one owner that differ on the road (Elan and TotalEnergies, Netto and Intermarché) are two brands.
 */
export const BRAND_TABLE: readonly KnownBrand[] = [
  oil(
    "TotalEnergies",
    "Q154037",
    "Total",
    "Total Energies",
    "Total Energie",
    "TotalEnergie",
    "Total Access",
    "TotalEnergies Access",
    "Total Contact",
    "Total Excellium",
    "=Access",
  ),
  oil("Elan", "Q57980752", "Élan"),
  oil("Elf", null),
  oil("AS 24", "Q2819394", "AS24"),
  oil("Esso", "Q867662", "Esso Express"),
  oil("Avia", "Q300147", "Avia XPress", "AviaXpress", "Avia Express"),
  oil("Eni", "Q565594", "Agip", "Eni France", "Agip Eni"),
  oil("BP", "Q152057", "BP Express", "BP France"),
  oil("Shell", "Q110716465", "Shell Express", "Shell Select"),
  oil("Dyneff", "Q16630266", "Dineff", "Dyneff Gaz"),
  oil("Vito", "Q62536473", "Vito Corse", "Rubis"),
  oil("Gulf", "Q5617505"),
  oil("Texaco", "Q775060"),
  oil("Repsol", "Q174747"),
  oil("Tamoil", "Q706793"),
  oil("Rompetrol", "Q1788862"),
  oil("Fina", null),
  oil("Q8", "Q4119207", "Q8 Easy"),
  oil("OIL!", "Q2007561", "=Oil", "Oil France"),
  oil("Aral", "Q565734"),
  oil("Migrol", "Q1747771"),
  supermarket(
    "Intermarché",
    "Q3153200",
    "Intermarche Contact",
    "Intermarché Super",
    "Intermarché Hyper",
    "Intermarché Express",
    "Groupement des Mousquetaires",
    "Groupement Mousquetaires",
    "Les Mousquetaires",
    "Mousquetaires",
    "=Mousquetaire",
    "Intermaché",
    "Inter marché",
    "ITM",
    "Écomarché",
  ),
  supermarket("Netto", "Q2720988"),
  supermarket("Roady", "Q3434112"),
  supermarket("E.Leclerc", "Q1273376", "Leclerc", "E Leclerc"),
  supermarket(
    "Système U",
    "Q2529029",
    "System U",
    "Super U",
    "SuperU",
    "Hyper U",
    "HyperU",
    "U Express",
    "Marché U",
    "Station U",
    "Coopérative U",
    "Magasins U",
    "U Carburant",
    "Utile",
    "=U",
  ),
  supermarket(
    "Carrefour",
    "Q217599",
    "Carrefour Market",
    "Carrefour Contact",
    "Carrefour Express",
    "Carrefour City",
    "Groupe Carrefour",
    "=Market",
    "=Contact",
    "Shopi",
  ),
  supermarket("Auchan", "Q758603", "Auchan Supermarché", "Simply Market", "=Simply"),
  supermarket("Casino", "Q89029184", "=Géant", "Géant Casino", "Super Casino", "Casino Supermarché", "Groupe Casino"),
  supermarket("Cora", "Q686643"),
  supermarket("Match", "Q513977", "Supermarché Match", "Supermarchés Match"),
  supermarket("Colruyt", "Q2363991", "DATS 24", "Dats24"),
  supermarket("Atac", null, "Supermarché Atac"),
  supermarket("bi1", "Q56325139", "=B1"),
  supermarket("Leader Price", "Q2181426", "LeaderPrice"),
  supermarket("Monoprix", "Q3321241"),
  supermarket("Spar", "Q610492", "Supermarchés Spar", "Spar Station"),
  supermarket("8 à Huit", "Q2818601", "Huit à 8", "8 à 8", "Huit à Huit"),
  supermarket("Vival", "Q7937525"),
  supermarket("Proxi", "Q3408522", "Proxi Super"),
  supermarket("G20", "Q3504731", "G 20", "Supermarché G20"),
  supermarket("Coccinelle", "Q90020459", "CocciMarket", "Cocci Market", "Coccinelle Express"),
  supermarket("Maximarché", null, "Maxi Marché"),
  supermarket("Aldi", "Q41171373"),
  supermarket("Costco", "Q715583", "Costco Wholesale", "Costco Gasoline"),
  independent("Fulli", null),
  independent("Aire C", null, "AireC"),
  independent("Renault", "Q6686", "=Motrio"),
  independent("Carautoroutes", null),
  independent("Kai", null, "=Kai"),
];
