/** The files of all past prices: their columns, and the list of them. @module */

import columns from "./history_columns.json" with { type: "json" };

/**
 * A column's type, named as in Frictionless table schemas. A `price` is a number of euros with
 * three decimals.
 */
export type ColumnType =
  | "integer"
  | "string"
  | "price"
  | "number"
  | "boolean"
  | "date"
  | "datetime";

/** A column with its meaning in both languages. `isNullable` columns may be empty. */
export type HistoryColumn = {
  name: string;
  type: ColumnType;
  isNullable?: boolean;
  en: string;
  fr: string;
};

/** A kind of file. */
export type HistoryTable = keyof typeof columns;

/** The columns of each kind of file, in order. */
export const HISTORY_TABLES = columns as Record<HistoryTable, HistoryColumn[]>;

/**
 * A row of a file: prices in thousandths of a euro, instants in milliseconds since 1970, days as
 * text.
 */
export type HistoryRow = Record<string, string | number | boolean | null>;

/** The days of a file. */
export type HistoryPeriod = {
  /** First day; null if the file has everything older than its last day, or has no period. */
  from: string | null;
  /** Last day; null if the file has no period. */
  to: string | null;
  /**
   * Days on which the source was read. For the others, only prices that were still listed later are
   * known.
   */
  covered_days: number | null;
  /**
   * Whether the period ended more than ten days ago. Its prices are then complete, unless a source
   * reports some late.
   */
  closed: boolean;
};

/** A file in the list. `name` and `versioned_name` are paths below `/data/history`. */
export type HistoryFile = HistoryPeriod & {
  name: string;
  table: HistoryTable;
  rows: number;
  bytes: number;
  sha256: string;
  /** Instant as text. */
  made_at: string;
  /** A permanent name for exactly these bytes, as long as they are stored. */
  versioned_name: string;
};

/**
 * The list of files, `/data/history/index.json`. `generated_at` is the instant of the data from
 * which the newest files were made; null before the first files.
 */
export type HistoryIndex = {
  generated_at: Date | null;
  attribution: string;
  license: string;
  files: HistoryFile[];
};
