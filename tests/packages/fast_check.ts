/** Makes random inputs, and shrinks one that fails. @module */

export * from "npm:fast-check@4.11.0";
export { default } from "npm:fast-check@4.11.0";
