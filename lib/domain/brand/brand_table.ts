/** Lists the fuel brands of France with all their spellings. @module */

/** The owner of a brand's network: an oil company, a supermarket, or neither. */
export type BrandGroup = "oil_company" | "supermarket" | "independent";

/** A brand by its common name. */
export type KnownBrand = {
  readonly brand: string;
  /** Wikidata item, checked against name-suggestion-index 8.0; null if neither has one. */
  readonly wikidata: string | null;
  readonly group: BrandGroup;
  /**
   * Other spellings, also found inside a longer text. A spelling that starts with `=` matches only
   * a whole text.
   */
  readonly spellings: readonly string[];
};

// A brand is the sign, not the size of the shop: Total Access, Esso Express and Carrefour Market
// are formats of one brand, which the sources mix up for one station. Signs of one owner that
// differ on the road (Elan and TotalEnergies) are two brands.
/** One brand per line: its spelling, its Wikidata item, its other spellings. */
const OIL_COMPANIES = `
  TotalEnergies | Q154037 | Total, Total Energies, Total Energie, TotalEnergie, Total Access, TotalEnergies Access, Total Contact, Total Excellium, =Access
  Elan | Q57980752 | Élan
  Elf | -
  AS 24 | Q2819394 | AS24
  Esso | Q867662 | Esso Express
  Avia | Q300147 | Avia XPress, AviaXpress, Avia Express
  Eni | Q565594 | Agip, Eni France, Agip Eni
  BP | Q152057 | BP Express, BP France
  Shell | Q110716465 | Shell Express, Shell Select
  Dyneff | Q16630266 | Dineff, Dyneff Gaz
  Vito | Q62536473 | Vito Corse, Rubis
  Gulf | Q5617505
  Texaco | Q775060
  Repsol | Q174747
  Tamoil | Q706793
  Rompetrol | Q1788862
  Fina | -
  Q8 | Q4119207 | Q8 Easy
  OIL! | Q2007561 | =Oil, Oil France
  Aral | Q565734
  Migrol | Q1747771
`;

const SUPERMARKETS = `
  Intermarché | Q3153200 | Intermarche Contact, Intermarché Super, Intermarché Hyper, Intermarché Express, Groupement des Mousquetaires, Groupement Mousquetaires, Les Mousquetaires, Mousquetaires, =Mousquetaire, Intermaché, Inter marché, ITM, Écomarché
  Netto | Q2720988
  Roady | Q3434112
  E.Leclerc | Q1273376 | Leclerc, E Leclerc
  Système U | Q2529029 | System U, Super U, SuperU, Hyper U, HyperU, U Express, Marché U, Station U, Coopérative U, Magasins U, U Carburant, Utile, =U
  Carrefour | Q217599 | Carrefour Market, Carrefour Contact, Carrefour Express, Carrefour City, Groupe Carrefour, =Market, =Contact, Shopi
  Auchan | Q758603 | Auchan Supermarché, Simply Market, =Simply
  Casino | Q89029184 | =Géant, Géant Casino, Super Casino, Casino Supermarché, Groupe Casino
  Cora | Q686643
  Match | Q513977 | Supermarché Match, Supermarchés Match
  Colruyt | Q2363991 | DATS 24, Dats24
  Atac | - | Supermarché Atac
  bi1 | Q56325139 | =B1
  Leader Price | Q2181426 | LeaderPrice
  Monoprix | Q3321241
  Spar | Q610492 | Supermarchés Spar, Spar Station
  8 à Huit | Q2818601 | Huit à 8, 8 à 8, Huit à Huit
  Vival | Q7937525
  Proxi | Q3408522 | Proxi Super
  G20 | Q3504731 | G 20, Supermarché G20
  Coccinelle | Q90020459 | CocciMarket, Cocci Market, Coccinelle Express
  Maximarché | - | Maxi Marché
  Aldi | Q41171373
  Costco | Q715583 | Costco Wholesale, Costco Gasoline
`;

const INDEPENDENTS = `
  Fulli | -
  Aire C | - | AireC
  Renault | Q6686 | =Motrio
  Carautoroutes | -
  Kai | - | =Kai
`;

function parseTable(group: BrandGroup, table: string): KnownBrand[] {
  return table.trim().split("\n").map((line) => {
    const [brand = "", wikidata = "-", spellings] = line.split("|").map((cell) => cell.trim());
    return {
      brand,
      wikidata: wikidata === "-" ? null : wikidata,
      group,
      spellings: spellings?.split(", ") ?? [],
    };
  });
}

/** All brands. */
export const BRAND_TABLE: readonly KnownBrand[] = [
  ...parseTable("oil_company", OIL_COMPANIES),
  ...parseTable("supermarket", SUPERMARKETS),
  ...parseTable("independent", INDEPENDENTS),
];
