/** Questions whose real answers are the examples of the documents; `deno task gen` asks them. @module */

/** An example: the question as a path, and the answer's body. */
export type Example = { path: string; body: unknown };

/** Examples by operation id. */
export type Examples = Record<string, Example>;

/** Values of parameters that the examples of the documents use. */
export const EXAMPLE_VALUES: Record<string, string | number> = {
  lat: 48.8566,
  lng: 2.3522,
  north: 48.9,
  south: 48.8,
  east: 2.42,
  west: 2.25,
  fuel: "gazole",
  id: "75015007",
  stationId: "75015007",
  code: "75",
};

/** The question of each operation's example. */
export const EXAMPLE_PATHS: Record<string, string> = {
  searchStations: "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&radius=5&limit=2",
  boxStations: "/api/v1/stations/bbox?north=48.9&south=48.8&east=2.42&west=2.25&fuel=gazole&limit=2",
  lookupStation: "/api/v1/stations/75015007",
  nationalPrices: "/api/v1/prices/national?fuel=gazole",
  departmentPrices: "/api/v1/prices/departments/75?fuel=gazole",
  priceHistory: "/api/v1/prices/history/75015007?fuel=gazole&days=7",
  brandTrends: "/api/v1/prices/trends/brands?fuel=gazole&days=2",
};
