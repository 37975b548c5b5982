/**
 * Reads brands of stations: the extract of OpenStreetMap, and the project's own list of stations
 * that it lacks.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { CsvError, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import seekBzip from "seek-bzip"; // CommonJS
import {
  type BrandRows,
  mergeBrandRows,
  parseBrandRows,
  type StationBrand,
} from "../../lib/domain/brand/brand_rows.ts";
import { toBrand } from "../../lib/domain/brand/brand.ts";
import { FILE_LIMITS } from "../../lib/platform/limits.ts";
import { runInSlices, Slices } from "../../lib/shared/slices.ts";

/**
 * A brand file was refused. The message is our own words, as for `FeedRefused`. The brands known
 * before stay.
 */
export class BrandsRefused extends Error {
  override readonly name = "BrandsRefused";
}

/** The content of a brand file: its counts of rows, and the brands by station ID. */
export type ReadBrands = Omit<BrandRows, "rows"> & { brands: ReadonlyMap<string, StationBrand> };

const { brandBytes: MAX_BYTES, brandRows: MAX_ROWS, brandRowChars: MAX_RECORD_CHARS } = FILE_LIMITS;

/** Collects unpacked bytes up to {@link MAX_BYTES}; the library itself sets no limit. */
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
    if (cause instanceof RangeError) {
      throw new BrandsRefused(`The brand file unpacks to more than ${MAX_BYTES} bytes`);
    }
    throw new BrandsRefused("The compressed brand file is truncated or corrupt", { cause });
  }
}

/** Characters parsed at a time: about a hundred rows. */
const PIECE_CHARS = 8_192;

async function parseCsv(text: string): Promise<string[][]> {
  const records: string[][] = [];
  const slices = new Slices();
  const pieces = function* () {
    for (let at = 0; at < text.length; at += PIECE_CHARS) yield text.slice(at, at + PIECE_CHARS);
  };
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARS,
  });
  for await (const record of Readable.from(pieces()).pipe(parser)) {
    // The first record is the header.
    if (records.push(record) > MAX_ROWS + 1) {
      throw new BrandsRefused(`The brand file has more than ${MAX_ROWS} rows`);
    }
    if (slices.isOver) await slices.pause();
  }
  return records;
}

/**
 * Reads the brands of a file: CSV, or CSV compressed by bzip2 or gzip, recognised by its first
 * bytes. Throws {@link BrandsRefused}.
 */
export async function readBrands(bytes: Uint8Array): Promise<ReadBrands> {
  if (bytes.length > MAX_BYTES) {
    throw new BrandsRefused(`The brand file has more than ${MAX_BYTES} bytes`);
  }
  const text = new TextDecoder().decode(unpack(bytes));
  try {
    const records = await parseCsv(text);
    const [header] = records;
    if (header && (records.at(-1)?.length ?? 0) < header.length) {
      throw new BrandsRefused("Not a brand file: its last row is cut off");
    }
    const { rows, ...counts } = await runInSlices(
      parseBrandRows(records, { maxReferences: MAX_ROWS }),
    );
    return { ...counts, brands: await runInSlices(mergeBrandRows(rows)) };
  } catch (cause) {
    if (cause instanceof BrandsRefused) throw cause;
    const reason = cause instanceof CsvError
      ? `CSV with the fault ${cause.code}`
      : (cause as Error).message;
    throw new BrandsRefused(`Not a brand file: ${reason}`, { cause });
  }
}

/** A line of the project's own list; README.md in this folder names the sources. */
export type OwnBrand = { readonly stationId: string; readonly brand: string };

/** Returns the project's own brands in the order of the file. */
export async function readOwnBrands(): Promise<OwnBrand[]> {
  const text = await Deno.readTextFile(new URL("./station_brands.csv", import.meta.url));
  const lines: Record<string, string>[] = parseAtOnce(text, { columns: true });
  return lines.map(({ station_id: stationId = "", brand = "" }) => ({ stationId, brand }));
}

/** Converts a line of the project's own list to a brand of the source. */
export function toStationBrand({ brand }: OwnBrand): StationBrand {
  return { ...toBrand({ brand, name: "", operator: "", branch: "" }), rawBrand: brand };
}
