/**
 * Writes small feeds and archives in the official layout, for tests with special data.
 *
 * @module
 */

/**
 * A station in a test's file. Prices, stock-outs and closures contain the texts of the attributes,
 * in order.
 */
export type XmlStation = {
  id: number;
  postalCode?: string;
  city?: string;
  prices?: [fuel: string, at: string, value: string][];
  stockOuts?: [fuel: string, since: string, until: string][];
  closures?: [kind: string, since: string, until: string][];
};

const FUEL_IDS: Record<string, number> = { Gazole: 1, SP95: 2, E85: 3, GPLc: 4, E10: 5, SP98: 6 };

function toElement(
  {
    id,
    postalCode = "01000",
    city = "Bourg-en-Bresse",
    prices = [],
    stockOuts = [],
    closures = [],
  }: XmlStation,
): string {
  const rows = [
    ...prices.map(([fuel, at, value]) =>
      `    <prix nom="${fuel}" id="${FUEL_IDS[fuel]}" maj="${at}" valeur="${value}"/>`
    ),
    ...stockOuts.map(([fuel, since, until]) =>
      `    <rupture nom="${fuel}" id="${
        FUEL_IDS[fuel]
      }" debut="${since}" fin="${until}" type="temporaire"/>`
    ),
    ...closures.map(([kind, since, until]) =>
      `    <fermeture type="${kind}" debut="${since}" fin="${until}"/>`
    ),
  ];
  return `  <pdv id="${id}" latitude="4620114" longitude="519791" cp="${postalCode}" pop="R">
    <adresse>1 rue de la Gare</adresse>
    <ville>${city}</ville>
    <services/>
${rows.join("\n")}
  </pdv>`;
}

export function toArchiveXml(stations: readonly XmlStation[]): string {
  const head = `<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>\n<pdv_liste>\n`;
  return `${head}${stations.map(toElement).join("\n")}\n</pdv_liste>\n`;
}
