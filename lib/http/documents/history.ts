/** Serves the files of all past prices and their lists below `/data/history`. @module */

import { HISTORY_TABLES, type HistoryIndex } from "../../domain/history_files.ts";
import { DomainError } from "../../domain/errors.ts";
import { isKeyText } from "../../domain/key_text.ts";
import { LICENSE_URL } from "../../domain/license.ts";
import { getHistoryFile, getHistoryIndex, readPart } from "../../db/history/history_files.ts";
import { matchesEtag } from "../../platform/content_coding.ts";
import { isLong, toPieces } from "../../platform/transfer/pieces.ts";
import type { HeaderRecord } from "../headers.ts";
import { readRange, respond } from "../representation.ts";
import type { Ctx } from "../state.ts";
import { cachingOf, originOf, toDocument } from "./site.ts";

/** Returns the files as a Frictionless data package (specs.frictionlessdata.io). */
function toDataPackage({ generated_at, files }: HistoryIndex): object {
  return {
    profile: "data-package",
    name: "prix-carburants-france",
    created: generated_at ?? undefined,
    title: "Fuel prices in France: every price reported, month by month",
    licenses: [{ name: "ODbL-1.0", path: LICENSE_URL }],
    resources: files.map(({ name, table, bytes, sha256 }) => ({
      name: name.replaceAll(".", "-"),
      path: name,
      format: name.replace(/^[^.]+\./, ""),
      bytes,
      mediatype: toMediaType(name),
      hash: `sha256:${sha256}`,
      schema: {
        fields: HISTORY_TABLES[table].map(({ name, type, isNullable, en: description }) => (
          {
            name,
            type: type === "price" ? "number" : type,
            description,
            constraints: { required: !isNullable },
          }
        )),
      },
    })),
  };
}

/** Returns the files as a DCAT catalogue in JSON-LD, which data.gouv.fr can harvest. */
function toCatalog({ generated_at, files }: HistoryIndex, origin: string): object {
  const folder = `${origin}/data/history`;
  return {
    "@context": {
      dcat: "http://www.w3.org/ns/dcat#",
      dct: "http://purl.org/dc/terms/",
      spdx: "http://spdx.org/rdf/terms#",
    },
    "@id": `${folder}/catalog.jsonld`,
    "@type": "dcat:Catalog",
    "dct:title": "Prix des carburants en France",
    "dcat:dataset": {
      "@id": `${folder}/`,
      "@type": "dcat:Dataset",
      "dct:identifier": "prix-carburants-france-historique",
      "dct:title": "Historique des prix des carburants en France",
      "dct:description":
        "Tous les prix déclarés par les stations-service, mois par mois, avec les stations et " +
        "les moyennes par jour.",
      "dct:license": { "@id": LICENSE_URL },
      "dct:modified": generated_at ?? undefined,
      "dct:accrualPeriodicity": {
        "@id": "http://publications.europa.eu/resource/authority/frequency/DAILY",
      },
      "dcat:landingPage": { "@id": `${origin}/donnees` },
      "dcat:distribution": files.map(({ name, bytes, sha256, made_at }) => ({
        "@type": "dcat:Distribution",
        "dct:title": name,
        "dcat:downloadURL": { "@id": `${folder}/${name}` },
        "dcat:mediaType": {
          "@id": `https://www.iana.org/assignments/media-types/${toMediaType(name)}`,
        },
        "dcat:byteSize": bytes,
        "dct:modified": made_at,
        "spdx:checksum": {
          "spdx:algorithm": { "@id": "spdx:checksumAlgorithm_sha256" },
          "spdx:checksumValue": sha256,
        },
      })),
    },
  };
}

function toMediaType(name: string): string {
  return name.endsWith(".gz") ? "application/gzip" : "application/vnd.apache.parquet";
}

const LISTS = new Map<string, (index: HistoryIndex, origin: string) => object>([
  ["index.json", (index) => index],
  ["datapackage.json", toDataPackage],
  ["catalog.jsonld", toCatalog],
]);

function refuseDamaged({ state: { service, requestId } }: Ctx, name: string): never {
  service.log.error("A file of past prices is damaged in the database; the next run rebuilds it", {
    requestId,
    name,
  });
  throw new DomainError(
    "SERVICE_UNAVAILABLE",
    `The file ${JSON.stringify(name)} is damaged; try again tomorrow`,
  );
}

/** Reads each piece when the client takes it. Logs a failure, which breaks the connection. */
async function* readPieces(
  { state: { service, requestId } }: Ctx,
  name: string,
  part: { first: number; length: number },
) {
  try {
    yield* readPart(service.backend.db, name, part);
  } catch (error) {
    service.log.error("A download of past prices broke off", { requestId, name, error });
    throw error;
  }
}

/**
 * Returns a file, whole or in part; null if it does not exist. Throws SERVICE_UNAVAILABLE if the
 * file is incomplete or too many downloads are running.
 */
async function respondFile(ctx: Ctx, name: string): Promise<Response | null> {
  const { req, state: { service } } = ctx;
  const found = isKeyText(name) ? await getHistoryFile(service.backend.db, name) : null;
  if (!found) return null;
  const { entry: { versioned_name, sha256, bytes: size }, isWhole } = found;
  if (!isWhole) refuseDamaged(ctx, name);
  const etag = `"${sha256.slice(0, 32)}"`;
  const { status, headers: ofPart, ...part } = readRange(req, { size, etag });
  const headers: HeaderRecord = {
    etag,
    link: `<${LICENSE_URL}>; rel="license"`,
    "accept-ranges": "bytes",
    "cache-control": `public, ${
      name === versioned_name ? "max-age=31536000, immutable" : "max-age=3600"
    }`,
  };
  if (matchesEtag(req.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  Object.assign(headers, ofPart);
  if (status === 416) return new Response(null, { status, headers });
  headers["content-type"] = toMediaType(name);
  headers["content-length"] = String(part.length);
  if (req.method === "HEAD") return new Response(null, { status, headers });
  if (isLong(part.length)) service.downloads.begin(ctx);
  return new Response(toPieces(readPieces(ctx, versioned_name, part)), { status, headers });
}

/**
 * `GET /data/history/{file}`: a file of past prices, whole or in part, or one of their lists. Free
 * of quota.
 */
export async function answerHistory(ctx: Ctx): Promise<Response> {
  const name = ctx.params.file ?? "";
  const toList = LISTS.get(name);
  if (!toList) return await respondFile(ctx, name) ?? refuseFile(name);
  const { service } = ctx.state;
  const index = await getHistoryIndex(service.backend.db);
  const type = name.endsWith("ld") ? "application/ld+json" : "application/json";
  const text = JSON.stringify(toList(index, originOf(ctx)), null, 1);
  return await respond(ctx, toDocument(text, type, cachingOf(service, 3600)));
}

function refuseFile(name: string): never {
  throw new DomainError(
    "NOT_FOUND",
    `File ${JSON.stringify(name.slice(0, 100))} does not exist; see /donnees`,
  );
}
