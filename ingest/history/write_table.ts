/** Writes a table as a Parquet file and, if wanted, as compressed CSV. @module */

import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import {
  type ColumnType,
  HISTORY_TABLES,
  type HistoryColumn,
  type HistoryRow,
  type HistoryTable,
} from "../../lib/domain/history_files.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import type { ChunkedFile } from "./chunked_file.ts";

/**
 * Minimum rows of a group. Readers skip groups by the lowest and highest values of their columns.
 * With groups of 30 000 rows a file is a thirtieth smaller, and making it takes 35 MB more.
 */
const GROUP_ROWS = 10_000;

type Cell = NonNullable<HistoryRow[string]>;

/**
 * How values of a type are written. `toParquet` and `toCsv` convert values that the writers do not
 * accept as they are.
 */
type Form = {
  element: Partial<SchemaElement>;
  toParquet?(cell: Cell): unknown;
  toCsv?(cell: Cell): string;
};

const FORMS: Record<ColumnType, Form> = {
  integer: { element: { type: "INT32" } },
  string: { element: { type: "BYTE_ARRAY", converted_type: "UTF8" } },
  number: { element: { type: "DOUBLE" } },
  boolean: { element: { type: "BOOLEAN" } },
  price: {
    element: { type: "INT32", converted_type: "DECIMAL", scale: 3, precision: 5 },
    // The unscaled value of a decimal.
    toParquet: (milli: number) => BigInt(milli),
    toCsv: toPriceText,
  },
  date: {
    element: { type: "INT32", converted_type: "DATE" },
    toParquet: (day: string) => new Date(day),
  },
  datetime: {
    element: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
    toCsv: (ms: number) => new Date(ms).toISOString(),
  },
};

function toSchema(columns: readonly HistoryColumn[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type, isNullable }): SchemaElement => (
      { name, repetition_type: isNullable ? "OPTIONAL" : "REQUIRED", ...FORMS[type].element }
    )),
  ];
}

function toParquetColumn({ name, type }: HistoryColumn, rows: readonly HistoryRow[]) {
  const { toParquet = (cell: Cell): unknown => cell } = FORMS[type];
  return { name, data: rows.map((row) => row[name] === null ? null : toParquet(row[name]!)) };
}

/** Needs no quotes: tables in CSV have no free text, so no value contains a comma or a quote. */
function toCsvLines(columns: readonly HistoryColumn[], rows: readonly HistoryRow[]): string {
  const toCell = (cell: Cell | null, { toCsv = String }: Form) => cell === null ? "" : toCsv(cell);
  return rows.map((row) =>
    columns.map(({ name, type }) => toCell(row[name]!, FORMS[type])).join() + "\n"
  ).join("");
}

/** The rows of a table in batches; each has all rows of its stations. */
export type RowBatches = AsyncIterable<readonly HistoryRow[]> | Iterable<readonly HistoryRow[]>;

/** The files to write; `csv` is null if it is not wanted. `pause` is awaited after each batch. */
type Options = { parquet: ChunkedFile; csv: ChunkedFile | null; pause?(): Promise<void> };

/** Returns a writer that adds each group of rows to the file. */
function toWriter(file: ChunkedFile): ByteWriter {
  const writer = new ByteWriter();
  const flush = () => {
    file.add(writer.getBytes());
    writer.index = 0;
  };
  return Object.assign(writer, { flush, finish: flush });
}

/**
 * Writes the rows of a table as Parquet and, if wanted, as CSV in gzip, and stores chunks when they
 * are full. Equal rows give equal bytes. Returns the number of rows; the caller finishes the files.
 */
export async function writeTable(
  table: HistoryTable,
  batches: RowBatches,
  { parquet: file, csv, pause }: Options,
): Promise<number> {
  const columns = HISTORY_TABLES[table];
  const parquet = new ParquetWriter({
    writer: toWriter(file),
    schema: toSchema(columns),
    createdBy: "fuel-prices",
  });
  let rows = 0;
  let group: HistoryRow[] = [];
  const writeGroup = async () => {
    parquet.write({
      columnData: columns.map((column) => toParquetColumn(column, group)),
      rowGroupSize: group.length,
    });
    rows += group.length;
    group = [];
    await file.storeFull();
  };
  /** Writes the Parquet file, and yields the lines of the CSV file at the same time. */
  async function* write(): AsyncGenerator<string> {
    yield `${columns.map(({ name }) => name).join()}\n`;
    for await (const batch of batches) {
      group.push(...batch);
      if (group.length >= GROUP_ROWS) await writeGroup();
      yield csv ? toCsvLines(columns, batch) : "";
      await pause?.();
    }
    await writeGroup();
    parquet.finish();
  }
  const text = ReadableStream.from(write()).pipeThrough(new TextEncoderStream());
  for await (const bytes of text.pipeThrough(new CompressionStream("gzip"))) {
    csv?.add(bytes);
    await csv?.storeFull();
  }
  return rows;
}
