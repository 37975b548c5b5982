/** `/api/v1/places`. @module */

import { httpRoute } from "../../../lib/http/route.ts";
import { findPlacesByName } from "../../../lib/operations/mod.ts";

export const handler = httpRoute(findPlacesByName);
