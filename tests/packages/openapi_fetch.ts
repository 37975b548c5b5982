/** Calls the API by generated types. @module */

export * from "npm:openapi-fetch@0.17.0";
export { default } from "npm:openapi-fetch@0.17.0";
