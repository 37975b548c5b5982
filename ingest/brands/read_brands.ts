/** Reads brands of stations: OpenStreetMap's extract, and the project's own list of stations that it lacks. @module */

import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { CsvError, parse } from "csv-parse/sync";
import seekBzip from "seek-bzip"; // CommonJS
import {
  type BrandRows,
  mergeBrandRows,
  parseBrandRows,
  type StationBrand,
} from "../../lib/domain/brand/brand_rows.ts";
import { toBrand } from "../../lib/domain/brand/brand.ts";

/** Why a brand file was turned away, in our own words as for a feed (`FeedRefused`); the brands known before stay. */
export class BrandsRefused extends Error {
  override readonly name = "BrandsRefused";
}

/** A brand file: its numbers of rows, and the brands by station id. */
export type ReadBrands = Omit<BrandRows, "rows"> & { brands: ReadonlyMap<string, StationBrand> };

/** The extract has 0.5 MB; nothing sane is forty times as large, packed or unpacked. */
const MAX_BYTES = 20_000_000;

const MAX_RECORD_CHARS = 100_000;

/** Collects what is unpacked, up to {@link MAX_BYTES}: the library itself grows without a bound. */
function createOutput() {
  const bytes = Buffer.alloc(MAX_BYTES);
  let size = 0;
  return {
    writeByte(byte: number) {
      if (size === MAX_BYTES) throw new RangeError("too large");
      bytes[size++] = byte;
    },
    getBuffer: () => bytes.subarray(0, size),
  };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    if (startsWith(bytes, [0x42, 0x5a, 0x68])) return seekBzip.decode(bytes, createOutput());
    if (startsWith(bytes, [0x1f, 0x8b])) return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
    return bytes;
  } catch (cause) {
    if (cause instanceof RangeError) throw new BrandsRefused(`The brand file unpacks to more than ${MAX_BYTES} bytes`);
    throw new BrandsRefused("The packed brand file is cut or corrupt", { cause });
  }
}

/** The brands of a file: CSV, or CSV packed by bzip2 or gzip, recognised by its first bytes. Throws {@link BrandsRefused}. */
export function readBrands(bytes: Uint8Array): ReadBrands {
  if (bytes.length > MAX_BYTES) throw new BrandsRefused(`The brand file has more than ${MAX_BYTES} bytes`);
  const text = new TextDecoder().decode(unpack(bytes));
  try {
    const records = parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARS,
    }) as string[][];
    const [header] = records;
    if (header && (records.at(-1)?.length ?? 0) < header.length) {
      throw new BrandsRefused("No brand file: its last row is cut off");
    }
    const { rows, ...counts } = parseBrandRows(records);
    return { ...counts, brands: mergeBrandRows(rows) };
  } catch (cause) {
    if (cause instanceof BrandsRefused) throw cause;
    const reason = cause instanceof CsvError ? `CSV with the fault ${cause.code}` : (cause as Error).message;
    throw new BrandsRefused(`No brand file: ${reason}`, { cause });
  }
}

/** A line of the project's own list; README.md in the same folder says where it comes from. */
export type OwnBrand = { readonly stationId: string; readonly brand: string };

/** The project's own brands, in the order of the file. */
export async function readOwnBrands(): Promise<OwnBrand[]> {
  const text = await Deno.readTextFile(new URL("./station_brands.csv", import.meta.url));
  const lines: Record<string, string>[] = parse(text, { columns: true });
  return lines.map(({ station_id: stationId = "", brand = "" }) => ({ stationId, brand }));
}

/** A line of the project's own list as a brand of the source. */
export function toStationBrand({ brand }: OwnBrand): StationBrand {
  return { ...toBrand({ brand, name: "", operator: "", branch: "" }), rawBrand: brand };
}
