/** Reads YAML. @module */

export * from "npm:yaml@2.9.1";
