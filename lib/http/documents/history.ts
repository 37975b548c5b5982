/** Serves the files of all past prices and their lists below `/data/history`. @module */

import { HISTORY_TABLES, type HistoryIndex } from "../../domain/history_files.ts";
import { DomainError } from "../../domain/errors.ts";
import { LICENSE_URL } from "../../domain/license.ts";
import { getHistoryIndex, getStoredFile, readPart } from "../../operations/mod.ts";
import { matchesEtag } from "../../platform/content_coding.ts";
import { readRange, respond } from "../representation.ts";
import { failureResponse, methodResponse, preflightResponse } from "../route.ts";
import { type Ctx, noteOf, type RequestParts } from "../state.ts";
import { originOf, toDocument } from "./site.ts";

/** The files as a Frictionless data package (specs.frictionlessdata.io). */
function toDataPackage({ generated_at, files }: HistoryIndex): object {
  return {
    profile: "data-package",
    name: "prix-carburants-france",
    created: generated_at,
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
          { name, type: type === "price" ? "number" : type, description, constraints: { required: !isNullable } }
        )),
      },
    })),
  };
}

/** The files as a DCAT catalogue in JSON-LD, which data.gouv.fr can harvest. */
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
        "Tous les prix déclarés par les stations-service, mois par mois, avec les stations et les moyennes par jour.",
      "dct:license": { "@id": LICENSE_URL },
      "dct:modified": generated_at,
      "dct:accrualPeriodicity": { "@id": "http://publications.europa.eu/resource/authority/frequency/DAILY" },
      "dcat:landingPage": { "@id": `${origin}/donnees` },
      "dcat:distribution": files.map(({ name, bytes, sha256, made_at }) => ({
        "@type": "dcat:Distribution",
        "dct:title": name,
        "dcat:downloadURL": { "@id": `${folder}/${name}` },
        "dcat:mediaType": { "@id": `https://www.iana.org/assignments/media-types/${toMediaType(name)}` },
        "dcat:byteSize": bytes,
        "dct:modified": made_at,
        "spdx:checksum": { "spdx:algorithm": { "@id": "spdx:checksumAlgorithm_sha256" }, "spdx:checksumValue": sha256 },
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

type Piece = IteratorResult<Uint8Array<ArrayBuffer>, undefined>;

/** A body that reads a piece when the client has taken the one before; `first` is read already. A failure breaks the connection. */
function toBody(
  first: Piece,
  pieces: AsyncIterator<Uint8Array<ArrayBuffer>, undefined>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let ready: Piece | null = first;
  const readPiece = () =>
    pieces.next().catch((error) => {
      onFailure(error);
      throw error;
    });
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = ready ?? await readPiece();
      ready = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}

/** The answer to a request for a file, whole or in part. Throws SERVICE_UNAVAILABLE if the stored file is damaged. */
async function respondFile({ service, req, path, requestId }: RequestParts, name: string): Promise<Response | null> {
  const { deps: { db }, log } = service;
  const file = await getStoredFile(db, name);
  if (!file) return null;
  if (!file.is_whole) {
    log.error("A file of past prices is damaged in the database; the next run makes it again", { requestId, name });
    throw new DomainError("SERVICE_UNAVAILABLE", `The file ${JSON.stringify(name)} is damaged; try again tomorrow`);
  }
  const etag = `"${file.sha256.slice(0, 32)}"`;
  const headers = {
    etag,
    link: `<${LICENSE_URL}>; rel="license"`,
    "accept-ranges": "bytes",
    "cache-control": name === file.versioned_name ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  };
  if (matchesEtag(req.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const { status, headers: ofPart, ...part } = readRange(req, { size: file.bytes, etag });
  Object.assign(headers, ofPart);
  if (status === 416) return new Response(null, { status, headers });
  Object.assign(headers, { "content-type": toMediaType(file.name), "content-length": String(part.length) });
  if (req.method === "HEAD") return new Response(null, { status, headers });
  const pieces = readPart(db, file, part);
  // Read before the status is sent: a database that is away is a 503, not a body that breaks off.
  const first = await pieces.next();
  const onFailure = (error: unknown) => log.error("A download of past prices broke off", { requestId, path, error });
  return new Response(toBody(first, pieces, onFailure), { status, headers });
}

/** `GET /data/history/{file}`: a file of past prices, whole or in part, or one of their lists; free of quota. */
export async function historyRoute(ctx: Ctx & { params: { file: string } }): Promise<Response> {
  const { service } = ctx.state;
  const { file: name } = ctx.params;
  const parts = noteOf(ctx.req).parts!;
  const { req, path } = parts;
  if (req.method === "OPTIONS") return preflightResponse();
  if (req.method !== "GET" && req.method !== "HEAD") return methodResponse(req.method);
  try {
    const toList = LISTS.get(name);
    const index = toList ? await getHistoryIndex(service.deps.db) : null;
    const found = toList ? null : await respondFile(parts, name);
    if (found) return found;
    if (!index || !toList) {
      throw new DomainError("NOT_FOUND", `There is no file ${JSON.stringify(name.slice(0, 100))}; see /donnees`);
    }
    const type = name.endsWith("ld") ? "application/ld+json" : "application/json";
    const text = JSON.stringify(toList(index, originOf(ctx)), null, 1);
    return await respond(ctx.req, toDocument(text, type, "public, max-age=3600"));
  } catch (error) {
    return failureResponse(error, { req, path, log: service.log });
  }
}
