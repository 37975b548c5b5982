/** Makes the OpenAPI document from the operations. @module */

import type { AnyOperation } from "../../operations/mod.ts";
import { VERSION } from "../../shared/version.ts";
import { HEADERS, type Part, RESPONSES } from "./headers.ts";
import { type Examples, toPathItem } from "./paths.ts";
import { SCHEMAS } from "./schemas.ts";

const DESCRIPTION =
  `Prices of the six fuels at every filling station of France, from the State's open data feed, refreshed every ten minutes.

- **As of.** An answer is a function of the data's revision and the question alone. "Now" and "today" are the instant of the last good ingest, which \`meta.generated_at\` shows. Only \`open_now\` looks at the clock.
- **In force.** Lists, ranks and means use prices in force: listed by the newest feed, at most 30 days old, not out of stock.
- **Forms.** Money is text with three decimals, euros per litre (\`"1.799"\`). Instants are ISO 8601 in UTC, days are Europe/Paris days.
- **Numbers in queries** are plain decimals: no \`1e3\`, no \`.5\`, no \`+4\`. Out of bounds is refused, never clamped. The same parameter twice is refused, an unknown one is ignored. Of several faults the first in the order of the parameters is told.
- **Methods.** GET and HEAD; OPTIONS is answered for CORS and is free of quota.
- **Limits.** 60 requests a minute and address (IPv6: /64 network), told in \`X-RateLimit-*\` and \`RateLimit\`; then 429 with \`Retry-After\`.
- **Documentation** with examples for people: \`/docs\`.
- **Licence.** Data ODbL 1.0, attribution in \`meta.attribution\`; code MIT.`;

/** Whom to name; an installation has its own people behind it. */
const CONTACT = { name: "Fuel Prices Service" };

const PARAMETERS: Part = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "Tags of answers at hand, or `*`; compared weakly. One that matches is answered with 304",
    schema: { type: "string", maxLength: 4_000 },
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    description: "An id of the caller's for the request; echoed and logged when it is sane",
    schema: { type: "string", maxLength: 128 },
  },
};

/** The document. `baseUrl` null: the server is wherever the document was read. */
export function buildOpenapi(
  options: { baseUrl: string | null; operations: readonly AnyOperation[]; examples: Examples },
): Part {
  const paths = options.operations.map((operation) => [
    operation.path,
    toPathItem(operation, options.examples[operation.id]),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Fuel Prices Service",
      version: VERSION,
      summary: "Fuel prices of France, station by station, with history and means",
      description: DESCRIPTION,
      contact: CONTACT,
      license: { name: "Data: Open Database License 1.0 (code: MIT)", identifier: "ODbL-1.0" },
    },
    servers: [{ url: options.baseUrl ?? "/", description: "This service" }],
    security: [],
    tags: [
      { name: "Stations", description: "Stations with their prices: around a point, in a box, one in full" },
      {
        name: "Prices",
        description: "Means of the country and of departments, history of a station, trends of brands",
      },
      { name: "Bulk", description: "All current prices in one file, free of quota" },
      { name: "Service", description: "Whether the service is alive and has data" },
    ],
    ...(options.baseUrl === null ? {} : {
      externalDocs: { description: "Documentation with examples", url: `${options.baseUrl}/docs` },
    }),
    paths: Object.fromEntries(paths),
    components: { schemas: SCHEMAS, parameters: PARAMETERS, headers: HEADERS, responses: RESPONSES },
  };
}
