/** Whatever does not exist below `/api`: without it strangers would get a page where they expect JSON. @module */

import { unknownPath } from "../../lib/http/route.ts";

export const handler = unknownPath;
