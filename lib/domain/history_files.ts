/** The files of all past prices: their columns, and the list of them. @module */

import columns from "./history_columns.json" with { type: "json" };

/**
 * A column's type, as Frictionless table schemas name it; a `price` is a number of euros with three
 * decimals.
 */
export type ColumnType =
  | "integer"
  | "string"
  | "price"
  | "number"
  | "boolean"
  | "date"
  | "datetime";

/** A column with its meaning in both languages; `isNullable`: it may be empty. */
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
 * A row of a kind of file: prices in thousandths of a euro, instants in milliseconds since 1970,
 * days as text.
 */
export type HistoryRow = Record<string, string | number | boolean | null>;

/** The days of a file. */
export type HistoryPeriod = {
  /** First day; null: the file has whatever is older than its last day, or no period. */
  from: string | null;
  /** Last day; null: the file has no period. */
  to: string | null;
  /**
   * Days on which the source was read; of others only prices that were still listed later are
   * known.
   */
  covered_days: number | null;
  /**
   * Whether the period ended more than ten days ago: its prices have come, unless a source reports
   * some of them late.
   */
  closed: boolean;
};

/** A file as the list has it; `name` and `versioned_name` are addresses below `/data/history`. */
export type HistoryFile = HistoryPeriod & {
  name: string;
  table: HistoryTable;
  rows: number;
  bytes: number;
  sha256: string;
  /** An instant. */
  made_at: string;
  /** The name that always has the same bytes, for as long as they are stored. */
  versioned_name: string;
};

/**
 * The list of files, `/data/history/index.json`; `generated_at`: instant of the data from which the
 * newest were made; null: none yet.
 */
export type HistoryIndex = {
  generated_at: Date | null;
  attribution: string;
  license: string;
  files: HistoryFile[];
};
