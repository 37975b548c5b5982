/** `/data/history/{file}`: every past price in files, and lists of them. @module */

export { historyRoute as handler } from "../../../lib/http/documents/history.ts";
