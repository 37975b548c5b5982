/** `/data/history/{file}`: every past price in files, and lists of them. @module */

import { answerHistory } from "../../../lib/http/documents/history.ts";
import { byMethod } from "../../../lib/http/methods.ts";

export const handler = byMethod({ GET: answerHistory });
