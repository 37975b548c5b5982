/** Writes one table as a Parquet file and, where wanted, as packed CSV, in memory. @module */

import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import {
  type ColumnType,
  HISTORY_TABLES,
  type HistoryColumn,
  type HistoryRow,
  type HistoryTable,
} from "../../lib/domain/history_files.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { ChunkedFile, type FileContent } from "./chunked_file.ts";

/**
 * Rows of a group, at least: readers skip a group by the lowest and highest value of its columns, and the year 2025 then has
 * 63.
 */
const GROUP_ROWS = 30_000;

type Cell = NonNullable<HistoryRow[string]>;

/** How values of a type are written; `toParquet` and `toCsv` where the writers do not take them as they are. */
type Form = { element: Partial<SchemaElement>; toParquet?(cell: Cell): unknown; toCsv?(cell: Cell): string };

const FORMS: Record<ColumnType, Form> = {
  integer: { element: { type: "INT32" } },
  string: { element: { type: "BYTE_ARRAY", converted_type: "UTF8" } },
  number: { element: { type: "DOUBLE" } },
  boolean: { element: { type: "BOOLEAN" } },
  price: {
    element: { type: "INT32", converted_type: "DECIMAL", scale: 3, precision: 5 },
    // the unscaled value of a decimal
    toParquet: (milli: number) => BigInt(milli),
    toCsv: toPriceText,
  },
  date: { element: { type: "INT32", converted_type: "DATE" }, toParquet: (day: string) => new Date(day) },
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

/** A number or word has no comma and no quote: tables of CSV have no free text. */
function toCsvLines(columns: readonly HistoryColumn[], rows: readonly HistoryRow[]): string {
  const toCell = (cell: Cell | null, { toCsv = String }: Form) => cell === null ? "" : toCsv(cell);
  return rows.map((row) => columns.map(({ name, type }) => toCell(row[name]!, FORMS[type])).join() + "\n").join("");
}

/** The rows of a table in batches, each of which has all rows of its stations. */
export type RowBatches = AsyncIterable<readonly HistoryRow[]> | Iterable<readonly HistoryRow[]>;

/** Whether CSV is wanted too; `pause` is awaited after each batch. */
type Options = { hasCsv: boolean; pause?(): Promise<void> };

/** The content of each kind of file by the end of its name, and how many rows each has. */
export type TableFiles = { rows: number; contents: Record<string, FileContent> };

/** A writer that hands over each group of rows. */
function toWriter(file: ChunkedFile): ByteWriter {
  const writer = new ByteWriter();
  const flush = () => {
    file.add(writer.getBytes());
    writer.index = 0;
  };
  return Object.assign(writer, { flush, finish: flush });
}

/** Writes the rows of a table as Parquet and, where wanted, as CSV in gzip. Equal rows give equal bytes. */
export async function writeTable(
  table: HistoryTable,
  batches: RowBatches,
  { hasCsv, pause }: Options,
): Promise<TableFiles> {
  const columns = HISTORY_TABLES[table];
  const file = new ChunkedFile();
  const parquet = new ParquetWriter({ writer: toWriter(file), schema: toSchema(columns), createdBy: "fuel-prices" });
  let rows = 0;
  let group: HistoryRow[] = [];
  const writeGroup = () => {
    parquet.write({ columnData: columns.map((column) => toParquetColumn(column, group)), rowGroupSize: group.length });
    rows += group.length;
    group = [];
  };
  /** Writes the Parquet file, and yields the lines of the other one at the same time. */
  async function* write(): AsyncGenerator<string> {
    yield `${columns.map(({ name }) => name).join()}\n`;
    for await (const batch of batches) {
      group.push(...batch);
      if (group.length >= GROUP_ROWS) writeGroup();
      yield hasCsv ? toCsvLines(columns, batch) : "";
      await pause?.();
    }
    writeGroup();
    parquet.finish();
  }
  const csv = new ChunkedFile();
  const text = ReadableStream.from(write()).pipeThrough(new TextEncoderStream());
  for await (const bytes of text.pipeThrough(new CompressionStream("gzip"))) csv.add(bytes);
  const contents: TableFiles["contents"] = { parquet: file.finish() };
  if (hasCsv) contents["csv.gz"] = csv.finish();
  return { rows, contents };
}
