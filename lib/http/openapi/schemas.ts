/** Makes JSON Schemas of the wire's nouns and of the answers that hold them. @module */

import type { z } from "zod";
import { ERRORS } from "../../domain/errors.ts";
import {
  brandTrendSchema,
  departmentSchema,
  historyPointSchema,
  nationalSchema,
  nearbyEntrySchema,
  stationEntrySchema,
  stationSchema,
} from "../../domain/wire.ts";
import { toJsonSchema } from "../../operations/json_schema.ts";
import type { Operation } from "../../operations/mod.ts";
import type { Part } from "./headers.ts";

const NOUNS: Record<string, z.ZodType> = {
  Station: stationSchema,
  StationEntry: stationEntrySchema,
  NearbyEntry: nearbyEntrySchema,
  NationalPrices: nationalSchema,
  DepartmentPrices: departmentSchema,
  HistoryPoint: historyPointSchema,
  BrandTrend: brandTrendSchema,
};

const named = Object.entries(NOUNS).map(([name, schema]) => ({ name, json: toJsonSchema(schema) }));

/** A noun by reference where the schema is one, and in place where it is not. */
function refNoun(json: Part): Part {
  const found = named.find((noun) => JSON.stringify(noun.json) === JSON.stringify(json));
  return found ? { $ref: `#/components/schemas/${found.name}` } : json;
}

const META: Part = {
  type: "object",
  description: "Whose data these are, and of when",
  required: ["version", "generated_at", "source", "attribution", "license"],
  properties: {
    version: { type: "string", const: "v1" },
    generated_at: {
      type: "string",
      format: "date-time",
      description: 'Instant of the last good ingest of the feed: the "now" of the whole answer',
    },
    feed_at: { type: "string", format: "date-time", description: "Newest time of a price in the feed" },
    source: {
      type: "string",
      enum: ["official", "file", "sample"],
      description: "Where the data came from; `sample` is invented and says so in `notice`",
    },
    notice: { type: "string" },
    attribution: { type: "string", description: "Who must be named when the data are reused" },
    license: { type: "string", description: "SPDX identifier of the data's licence" },
  },
};

/** `components.schemas`. */
export const SCHEMAS: Record<string, Part> = {
  Error: {
    type: "object",
    required: ["error"],
    additionalProperties: false,
    properties: {
      error: {
        type: "object",
        required: ["code", "message"],
        additionalProperties: false,
        properties: {
          code: {
            type: "string",
            enum: Object.keys(ERRORS),
            description: Object.entries(ERRORS).map(([code, { status, description }]) =>
              `- \`${code}\` (${status}): ${description}`
            ).join("\n"),
          },
          message: {
            type: "string",
            description: "For people: names the parameter, the value received, what is allowed",
          },
        },
      },
    },
  },
  Meta: META,
  ...Object.fromEntries(named.map(({ name, json }) => [name, json])),
};

/** The schema of an operation's 200 body: the envelope, or the bare data. */
export function bodySchema(operation: Pick<Operation, "kind" | "output" | "meta">): Part {
  const data = toJsonSchema(operation.output);
  if (operation.kind !== "api") return data;
  const meta = Object.entries(operation.meta);
  const isList = data.type === "array";
  const own: Part = {
    type: "object",
    required: meta.map(([name]) => name),
    properties: Object.fromEntries(meta.map(([name, schema]) => [name, toJsonSchema(schema)])),
  };
  return {
    type: "object",
    required: ["data", "meta"],
    properties: {
      data: isList ? { ...data, items: refNoun(data.items as Part) } : refNoun(data),
      meta: meta.length === 0
        ? { $ref: "#/components/schemas/Meta" }
        : { allOf: [{ $ref: "#/components/schemas/Meta" }, own] },
    },
  };
}

const POINT: Part = {
  type: "object",
  required: ["type", "coordinates"],
  properties: {
    type: { type: "string", const: "Point" },
    coordinates: {
      type: "array",
      items: { type: "number" },
      minItems: 2,
      maxItems: 2,
      description: "Longitude, latitude",
    },
  },
};

/** The schema of an operation's list as GeoJSON: the properties are those of the JSON entries without the position. */
export function geoJsonSchema(operation: Pick<Operation, "output">): Part {
  const entry = toJsonSchema(operation.output).items as { properties: Part; required: string[] };
  const isPlace = (name: string) => name === "latitude" || name === "longitude";
  const properties = Object.entries(entry.properties).filter(([name]) => !isPlace(name));
  const feature: Part = {
    type: "object",
    required: ["type", "id", "geometry", "properties"],
    properties: {
      type: { type: "string", const: "Feature" },
      id: { type: "string", description: "Station id" },
      geometry: POINT,
      properties: {
        type: "object",
        required: entry.required.filter((name) => !isPlace(name)),
        properties: Object.fromEntries(properties),
      },
    },
  };
  return {
    type: "object",
    required: ["type", "features", "meta"],
    properties: {
      type: { type: "string", const: "FeatureCollection" },
      features: { type: "array", items: feature },
      meta: { $ref: "#/components/schemas/Meta" },
    },
  };
}
