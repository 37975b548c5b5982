/** What lies beside the API and is described with it: bulk files and the service's own state. @module */

import { errorOf, type Part, refHeaders } from "./headers.ts";

const COMMON = refHeaders(
  ...["X-API-Version", "X-Request-Id", "X-Content-Type-Options", "Access-Control-Allow-Origin"],
  ...["Access-Control-Expose-Headers", "Cache-Control", "Vary"],
);
const CACHED = { ...COMMON, ...refHeaders("ETag", "Server-Timing") };
const FILE: Part = {
  ...CACHED,
  ...refHeaders("Content-Disposition"),
  Link: {
    description: "The data's licence",
    schema: { type: "string" },
    example: '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"',
  },
};
const UNAVAILABLE = errorOf(
  "The database is away, or no feed was loaded yet",
  { SERVICE_UNAVAILABLE: "No data yet: the first feed is being loaded" },
  ["Retry-After"],
);

const METHOD = { $ref: "#/components/responses/MethodNotAllowed" };

const numbers = (description: string): Part => ({ type: "array", items: { type: "integer" }, description });
const texts = (description: string): Part => ({ type: "array", items: { type: "string" }, description });
const instant = (description: string): Part => ({ type: "string", format: "date-time", description });

const FUEL_COLUMN: Part = {
  type: "object",
  required: ["price", "age"],
  properties: {
    price: numbers("Thousandths of a euro per litre; 0: not sold or not known, -1: out of stock"),
    age: numbers("Whole hours from the price, or from the beginning of the stock-out, to `generated_at`"),
  },
};

const COLUMNS: Record<string, Part> = {
  format: { type: "integer", const: 1, description: "Raised when a column changes its meaning" },
  revision: { type: "integer", description: "Revision of the data" },
  generated_at: instant("Instant of the last good ingest"),
  feed_at: { anyOf: [instant("Newest time of a price in the feed"), { type: "null" }] },
  source: { type: "string", enum: ["official", "file", "sample"] },
  attribution: { type: "string" },
  license: { type: "string" },
  count: { type: "integer", description: "Stations: the length of every column" },
  fuels: texts("Fuel codes, in the order of `prices`"),
  brands: texts("Canonical brands, most stations first"),
  departments: texts("Department codes, most stations first"),
  weeks: texts(
    "Different weeks of opening hours; the first, empty one: unknown. Seven days from Monday joined by `;`: `-` closed, `?` " +
      "unknown, else slots as `0700-1230+1400-2100`; empty: like the day before",
  ),
  id: numbers("Station ids, ascending, each as the step from the one before"),
  lat: numbers("Latitude in hundred-thousandths of a degree, each as the step from the one before"),
  lng: numbers("Longitude, likewise"),
  brand: numbers("Place in `brands`; -1: unknown"),
  department: numbers("Place in `departments`; -1: unknown"),
  flags: numbers("1: on a motorway; 2: a card terminal sells around the clock; 3: both"),
  hours: numbers("Place in `weeks`"),
  prices: { type: "array", items: FUEL_COLUMN, minItems: 6, maxItems: 6, description: "In the order of `fuels`" },
};

const currentJson: Part = {
  operationId: "currentJson",
  tags: ["Bulk"],
  summary: "All current prices, column by column",
  description:
    "Every listed station with a position, for maps: about 200 KB in Brotli. Entry i of each column belongs to the " +
    "same station. Prices may be older than 30 days: their age tells. Free of quota, made once per revision of the data.",
  parameters: [{ $ref: "#/components/parameters/IfNoneMatch" }],
  responses: {
    "200": {
      description: "The columns",
      headers: CACHED,
      content: {
        "application/json": { schema: { type: "object", required: Object.keys(COLUMNS), properties: COLUMNS } },
      },
    },
    "304": { description: "Not changed", headers: CACHED },
    "405": METHOD,
    "503": UNAVAILABLE,
  },
};

const SERVICE_COLUMNS: Record<string, Part> = {
  services: texts("Services as the State lists them, most stations first"),
  combinations: {
    type: "array",
    items: numbers("Places in `services`"),
    description: "Different combinations, most stations first",
  },
  id: numbers("Station ids, ascending, each as the step from the one before"),
  combination: numbers("Place in `combinations`"),
};

const servicesJson: Part = {
  operationId: "servicesJson",
  tags: ["Bulk"],
  summary: "Services of all stations, column by column",
  description:
    "What current.json leaves out, for maps that filter by services. Free of quota, made once per revision of the data.",
  parameters: [{ $ref: "#/components/parameters/IfNoneMatch" }],
  responses: {
    "200": {
      description: "The columns",
      headers: CACHED,
      content: {
        "application/json": {
          schema: { type: "object", required: Object.keys(SERVICE_COLUMNS), properties: SERVICE_COLUMNS },
        },
      },
    },
    "304": { description: "Not changed", headers: CACHED },
    "405": METHOD,
    "503": UNAVAILABLE,
  },
};

const currentCsv: Part = {
  operationId: "currentCsv",
  tags: ["Bulk"],
  summary: "All current prices as a table",
  description:
    "One row per listed station, ordered by id, with price and time of each fuel whose price is in force: about " +
    "430 KB in Brotli. Free of quota, made once per revision of the data. ODbL 1.0.",
  parameters: [{ $ref: "#/components/parameters/IfNoneMatch" }],
  responses: {
    "200": { description: "The table", headers: FILE, content: { "text/csv": { schema: { type: "string" } } } },
    "304": { description: "Not changed", headers: FILE },
    "405": METHOD,
    "503": UNAVAILABLE,
  },
};

const nullable = (type: string, description: string): Part => ({ type: [type, "null"], description });

const STATUS: Part = {
  type: "object",
  required: ["ready", "database", "as_of", "as_of_age_s", "feed_at", "revision", "source", "stations"],
  properties: {
    ready: { type: "boolean", description: "Whether questions about current prices can be answered" },
    database: { type: "string", enum: ["up", "down"] },
    ingest: {
      type: "string",
      enum: ["on", "off"],
      description: "Whether this instance loads the feed; off and an empty database: another one must",
    },
    quota: { type: "string", enum: ["shared", "local"], description: "Whether instances count requests together" },
    as_of: nullable("string", "Instant of the last good ingest"),
    as_of_age_s: nullable("integer", "Seconds since then"),
    feed_at: nullable("string", "Newest time of a price in the feed"),
    revision: nullable("integer", "Revision of the data"),
    source: nullable("string", "official, file or sample"),
    stations: nullable("integer", "Stations that the newest feed lists"),
    last_run: { description: "The last run of the feed: outcome, finished_at, message" },
    history: { description: "Days of history and archives being loaded; null while the database is down" },
  },
};

const ready: Part = {
  operationId: "ready",
  tags: ["Service"],
  summary: "Whether the service has data",
  description: "For load balancers and people: data present, age of the last good ingest, the feed's own time.",
  responses: {
    "200": { description: "Ready", headers: COMMON, content: { "application/json": { schema: STATUS } } },
    "405": METHOD,
    "503": { description: "Not ready", headers: COMMON, content: { "application/json": { schema: STATUS } } },
  },
};

const alive: Part = {
  operationId: "alive",
  tags: ["Service"],
  summary: "Whether the process answers",
  description: "Answers as long as the process does, with or without data.",
  responses: {
    "200": { description: "Alive", headers: COMMON, content: { "text/plain": { schema: { type: "string" } } } },
    "405": METHOD,
  },
};

/** Path items beside `/api/v1`. */
export const BESIDE_PATHS: Part = {
  "/data/current.json": { get: currentJson },
  "/data/current.csv": { get: currentCsv },
  "/data/services.json": { get: servicesJson },
  "/healthz": { get: alive },
  "/readyz": { get: ready },
};
