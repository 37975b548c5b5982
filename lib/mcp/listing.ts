/** Writes the schemas that clients list of a tool in as few words as a model needs: the list is part of every talk. @module */

import { type AnyOperation } from "../operations/mod.ts";
import { dropSafeBounds, type JsonSchema, toJsonSchema } from "../operations/json_schema.ts";
import { toolInputOf } from "./arguments.ts";

/** What arguments mean, the same in all tools; bounds and defaults stand beside them, and the documents say the rest. */
const MEANINGS: Readonly<Record<string, string>> = {
  place: 'Town ("Saint-Denis (93)"), district, postal or INSEE code; or lat, lng',
  lat: "Latitude",
  lng: "Longitude",
  fuel: "Popular names work too",
  radius: "km; by place: as needed",
  limit: "Most entries",
  max_age_days: "Oldest price, days",
  brand: "Brand",
  motorway: "Stations on motorways",
  open_now: "Leave out closed ones",
  brands: "Only these: Avia,Esso",
  exclude_brands: "Not these",
  litres: "Litres to fill in",
  consumption: "Litres per 100 km",
  discounts: 'Euros off: "Avia:0.03"',
  sort: "cost: cheapest fill with the way",
  detail: "short: few fields, 5 entries",
  from: "Start: town or postal code, with to",
  to: "End",
  via: "Towns between, by semicolons",
  line: "GeoJSON LineString as text",
  polyline: "Encoded polyline",
  precision: "Decimals of polyline",
  points: "lat,lng;lat,lng",
  corridor: "km off the line",
  tank: "Litres it holds; plans stops",
  start_level: "Litres in it at first",
  reserve: "Litres never used",
  stop_cost: "Euros one stop less is worth",
  id: "Station id",
  stationId: "Station id",
  code: "Code or name: 29, 2A, Finistère",
  days: "Days back from today",
  q: "Name or postal code",
  price: "Euros per litre",
};

type ObjectSchema = JsonSchema & { type: "object" };

/** How a text must be built is said in words to a model; one that is not is refused with what is taken. */
function dropTextRules(node: JsonSchema): void {
  if (node.type !== "string") return;
  delete node.pattern;
  delete node.minLength;
  delete node.maxLength;
}

/** The schema of a tool's arguments: strict and flat. */
export function toInputSchema(operation: AnyOperation): ObjectSchema {
  const schema = toJsonSchema(toolInputOf(operation), dropSafeBounds, dropTextRules) as ObjectSchema;
  for (const [name, property] of Object.entries(schema.properties as Record<string, JsonSchema>)) {
    property.description = MEANINGS[name] ?? property.description;
  }
  return schema;
}

/**
 * The schema of a tool's result, the body that REST answers. It tells no fields: hosts do not pass it on to models, an answer is
 * read with its text, and what the fields mean is in the documents.
 */
export function toOutputSchema({ output }: AnyOperation): ObjectSchema {
  const { type } = toJsonSchema(output);
  return { type: "object", properties: { data: { type }, meta: { type: "object" } } };
}
