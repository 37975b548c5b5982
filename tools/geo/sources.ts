/** Reads the package and the lists behind the generated geography. @module */

const COMMUNES = new URL(
  "./node_modules/@etalab/decoupage-administratif/data/communes.json",
  import.meta.url,
);

/** The centre of a commune in degrees. */
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
  /** The commune that a former commune now belongs to. */
  chefLieu?: string;
};

/**
 * A current commune, or a district of Paris, Lyon or Marseille. Overseas, `departement` is the code
 * of the collectivity.
 */
export type SourceCommune = Required<Omit<CommuneRow, "chefLieu">>;

async function readCommuneRows(): Promise<CommuneRow[]> {
  return JSON.parse(await Deno.readTextFile(COMMUNES));
}

/**
 * Returns the current communes, including overseas, and the districts (`arrondissement-municipal`),
 * by code.
 */
export async function readCommunes(): Promise<SourceCommune[]> {
  const rows = (await readCommuneRows()).filter(({ type }) =>
    /^(commune-actuelle|arrondissement-municipal)$/.test(type)
  );
  const communes = rows.map((row) => ({
    codesPostaux: [],
    population: 0,
    anciensCodes: [],
    departement: row.code.slice(0, 3),
    ...row,
  }));
  return communes.sort((a, b) => a.code < b.code ? -1 : 1);
}

/** Returns the former communes that kept their name, each with the code of its current commune. */
export async function readFormerCommunes(): Promise<{ name: string; code: string }[]> {
  const rows = await readCommuneRows();
  return rows.flatMap((row) =>
    row.chefLieu && row.type !== "commune-actuelle" ? [{ name: row.nom, code: row.chefLieu }] : []
  );
}

/** Returns the centres of a list in `data/` (README.md), by INSEE code. */
export async function readCentres(file: string): Promise<Map<string, Centre>> {
  const text = await Deno.readTextFile(new URL(`./data/${file}`, import.meta.url));
  const rows = text.trimEnd().split("\n").slice(1).map((line) => line.split(","));
  return new Map(rows.map(([code, lat, lng]) => [code!, { lat: Number(lat), lng: Number(lng) }]));
}
