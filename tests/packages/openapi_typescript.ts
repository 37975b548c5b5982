/** Generates types from OpenAPI. @module */

export * from "npm:openapi-typescript@7.13.0";
export { default } from "npm:openapi-typescript@7.13.0";
