/** Reads Parquet files. @module */

export * from "npm:hyparquet@1.33.0";
