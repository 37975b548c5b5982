/** Writes a tool's schemas in as few words as a model needs: the list is part of every conversation. @module */

import { type AnyOperation, FILTER_MEANINGS } from "../operations/mod.ts";
import { dropSafeBounds, type JsonSchema, toJsonSchema } from "../operations/input.ts";
import { toolInputOf } from "./arguments.ts";

/** Short descriptions of the operations' arguments, next to their bounds and defaults; the documents say the rest. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...FILTER_MEANINGS,
  lat: "Latitude",
  lng: "Longitude",
  fuel: "Popular names work too",
  radius: "km; by place: as needed",
  limit: "Most entries",
  fuels: "Prices of these too: gazole,e10",
  offset: "Entries to skip: meta.next",
  litres: "Litres to fill in",
  consumption: "Litres per 100 km",
  discounts: 'Euros off: "Avia:0.03"',
  sort: "cost: cheapest fill with the way; distance: nearest",
  line: "GeoJSON LineString as text",
  polyline: "Encoded polyline",
  precision: "Decimals of polyline",
  points: "lat,lng;lat,lng",
  corridor: "km off the line",
  tank: "Litres it holds; plans stops",
  start_level: "Litres in it at first",
  reserve: "Litres never used",
  stop_cost: "Euros one stop less is worth",
  min_fill: "Least litres a stop",
  round_trip: "Plan there and back",
  id: "Station id",
  stationId: "Station id",
  code: "Code or name: 29, 2A, Finistère",
  area: "FR, name or code of a department or region (R84), brand:Avia",
  days: "Days back from today",
  q: "Name or postal code",
  price: "Euros per litre",
};

type ObjectSchema = JsonSchema & { type: "object" };

/** Leaves out how a text must be built: a refusal says it when it matters. */
function dropTextRules(node: JsonSchema): void {
  if (node.type !== "string") return;
  delete node.pattern;
  delete node.minLength;
  delete node.maxLength;
}

/** The schema of a tool's arguments: strict and flat. */
export function toInputSchema(operation: AnyOperation): ObjectSchema {
  const schema = toJsonSchema(toolInputOf(operation).whole, dropSafeBounds, dropTextRules) as ObjectSchema;
  for (const [name, property] of Object.entries(schema.properties as Record<string, JsonSchema>)) {
    property.description = DESCRIPTIONS[name] ?? property.description;
  }
  return schema;
}

/** The schema of a tool's result, the body of REST, without its fields: the documents describe them. Of an area it is a list. */
export function toOutputSchema({ output, tool }: AnyOperation): ObjectSchema {
  const { type } = toJsonSchema(output);
  const data = tool!.inArea && type !== "array" ? { anyOf: [{ type }, { type: "array" }] } : { type };
  return { type: "object", properties: { data, meta: { type: "object" } } };
}
