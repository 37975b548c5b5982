/** Reads Parquet files. @module */

export * from "npm:hyparquet@1.31.5";
