/** Reads the project's own list of brands: stations of which OpenStreetMap's extract knows nothing. @module */

import { parse } from "csv-parse/sync";
import { toBrand } from "../../lib/domain/brand.ts";
import type { StationBrand } from "../../lib/domain/brand_rows.ts";

/** Lists that the file was made from, newest first; `README.md` beside it tells the origin and the licence of each. */
export const BRAND_SOURCES = ["maintainer", "prix-essence-nord", "carburant-app"] as const;

/** One of the lists. */
export type BrandSource = (typeof BRAND_SOURCES)[number];

/** One line of the file: who says which brand a station carries, and when. */
export type OwnBrand = {
  readonly stationId: string;
  readonly brand: string;
  readonly source: BrandSource;
  /** When the list was made or the maintainer looked: YYYY-MM-DD, or YYYY-MM where no day is known. */
  readonly date: string;
};

/** Header of the file. */
export const OWN_COLUMNS = ["station_id", "brand", "source", "date"] as const;

const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;
const FILE = new URL("./station_brands.csv", import.meta.url);

/**
 * The lines of the file, in its order.
 *
 * Throws an Error that names the line when it is not as {@link OWN_COLUMNS} has it: bad id, unknown source, bad date, an empty
 * brand, or a station for the second time.
 */
export function parseOwnBrands(text: string): OwnBrand[] {
  const [header, ...records] = parse(text, { skip_empty_lines: true }) as string[][];
  if (header?.join() !== OWN_COLUMNS.join()) throw new Error(`Line 1 is not ${OWN_COLUMNS.join()}`);
  const seen = new Set<string>();
  return records.map((record, index) => {
    const [stationId = "", brand = "", source = "", date = ""] = record;
    const known = BRAND_SOURCES.find((name) => name === source);
    const isGood = /^[1-9]\d{3,8}$/.test(stationId) && brand !== "" && DATE.test(date) && !seen.has(stationId);
    if (!isGood || known === undefined) throw new Error(`Line ${index + 2} is no brand of a station: ${record.join()}`);
    seen.add(stationId);
    return { stationId, brand, source: known, date };
  });
}

/** The project's own brands. */
export async function readOwnBrands(): Promise<OwnBrand[]> {
  return parseOwnBrands(await Deno.readTextFile(FILE));
}

/** A line of the file as any other source's brand. */
export function toStationBrand({ brand }: OwnBrand): StationBrand {
  return { ...toBrand({ brand, name: "", operator: "", branch: "" }), rawBrand: brand };
}
