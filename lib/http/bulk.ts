/** All current prices as files, made and packed once per revision: without it the map would ask ten thousand questions. @module */

import {
  CURRENT_COLUMNS,
  requirePicture,
  toCurrentColumns,
  toCurrentRows,
  toServiceColumns,
} from "../operations/mod.ts";
import { CONTENT_TYPES } from "./formats.ts";
import { toCsv } from "./csv.ts";
import { makeEtag } from "./etag.ts";
import { type HeaderRecord, VARY_BY_CODING } from "./headers.ts";
import { type Representation, respond, toRepresentation } from "./representation.ts";
import { failureResponse } from "./route.ts";
import type { Service } from "./service.ts";
import { toStateKey } from "./state_key.ts";
import type { Ctx } from "./state.ts";

type Picture = Awaited<ReturnType<typeof requirePicture>>;
type BulkFile = { name: string; headers: HeaderRecord; toText(picture: Picture): string };

/** The data's licence goes with a file that cannot say it itself. */
const LICENSE_LINK = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"';

const FILES = {
  json: {
    name: "current.json",
    headers: { "content-type": CONTENT_TYPES.json },
    toText: (picture) => JSON.stringify(toCurrentColumns(picture)),
  },
  csv: {
    name: "current.csv",
    headers: {
      "content-type": CONTENT_TYPES.csv,
      "content-disposition": 'attachment; filename="fuel-prices-current.csv"',
      link: LICENSE_LINK,
    },
    toText: (picture) => toCsv(CURRENT_COLUMNS, toCurrentRows(picture)),
  },
  services: {
    name: "services.json",
    headers: { "content-type": CONTENT_TYPES.json },
    toText: (picture) => JSON.stringify(toServiceColumns(picture)),
  },
} satisfies Record<string, BulkFile>;

function makeFile({ name, headers, toText }: BulkFile, picture: Picture): Representation {
  const caching = { "cache-control": "public, max-age=60, stale-while-revalidate=300", ...VARY_BY_CODING };
  const etag = makeEtag(toStateKey(picture), name);
  return toRepresentation(toText(picture), { etag, headers: { ...headers, ...caching }, effort: 2 });
}

async function findFile(file: BulkFile, service: Service): Promise<Representation> {
  const picture = await requirePicture(service.deps);
  const state = toStateKey(picture);
  const found = service.cache.get(state, file.name);
  const make = () => Promise.resolve({ representation: makeFile(file, picture), state });
  return found ?? await service.cache.make(state, file.name, make);
}

/** The handler of a bulk file. Free of quota: it is made once per revision and saves its readers many requests. */
export function bulkRoute(form: keyof typeof FILES): (ctx: Ctx) => Promise<Response> {
  return async (ctx) => {
    try {
      const startedAt = performance.now();
      const file = await findFile(FILES[form], ctx.state.service);
      return await respond(ctx.req, file, {
        "server-timing": `data;dur=${(performance.now() - startedAt).toFixed(2)}`,
      });
    } catch (error) {
      return failureResponse(error, ctx);
    }
  };
}
