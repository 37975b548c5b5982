/** The bytes of a brand file to one brand per station: the only place that knows how the file is packed. @module */

import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import seekBzip from "seek-bzip"; // CommonJS
import { type BrandRows, mergeBrandRows, type MergedBrands, parseBrandRows } from "../../lib/domain/brand_rows.ts";

/** Why a brand file was turned away; the brands known before stay. */
export class BrandsRefused extends Error {
  override readonly name = "BrandsRefused";
}

/** What a brand file says, row by row and merged. */
export type ReadBrands = { rows: BrandRows; merged: MergedBrands };

/** The extract has 0.5 MB; nothing sane is a hundred times as large. */
const MAX_BYTES = 50_000_000;

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    if (startsWith(bytes, [0x42, 0x5a, 0x68])) return seekBzip.decode(bytes);
    if (startsWith(bytes, [0x1f, 0x8b])) return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
    return bytes;
  } catch (cause) {
    throw new BrandsRefused(`The packed brand file is cut or corrupt: ${(cause as Error).message}`, { cause });
  }
}

/**
 * The brands of a file (CSV, or CSV packed by bzip2 or gzip, told by its first bytes). Throws {@link BrandsRefused} when it
 * is cut, is no CSV, or has not the columns of the OpenStreetMap extract.
 */
export function readBrands(bytes: Uint8Array): ReadBrands {
  if (bytes.length > MAX_BYTES) throw new BrandsRefused(`The brand file has more than ${MAX_BYTES} bytes`);
  const text = new TextDecoder().decode(unpack(bytes));
  try {
    const records = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true }) as string[][];
    if (records.length > 1 && records[records.length - 1].length < records[0].length) {
      throw new Error("its last row is cut off");
    }
    const rows = parseBrandRows(records);
    return { rows, merged: mergeBrandRows(rows.rows) };
  } catch (cause) {
    throw new BrandsRefused(`No brand file: ${(cause as Error).message.slice(0, 300)}`, { cause });
  }
}
