/** Serves the files of all past prices and their lists below `/data/history`. @module */

import { HISTORY_TABLES, type HistoryFile, type HistoryIndex, toStoredName } from "../../domain/history_files.ts";
import { DomainError } from "../../domain/errors.ts";
import { LICENSE_URL } from "../../domain/license.ts";
import { matchesEtag } from "../../platform/content_coding.ts";
import type { Log } from "../../platform/log.ts";
import { readRange, respond } from "../representation.ts";
import { failureResponse, methodResponse, preflightResponse } from "../route.ts";
import { type Ctx, noteOf, type Service } from "../state.ts";
import { originOf, toDocument } from "./site.ts";

/** The list of files; null while none were made, as on Deno Deploy, which has no disk. */
export async function readHistoryIndex({ config }: Service): Promise<HistoryIndex | null> {
  return await Deno.readTextFile(`${config.dataDir}/history/index.json`).then(JSON.parse).catch(() => null);
}

/** The files as a Frictionless data package (specs.frictionlessdata.io). */
function toDataPackage({ generated_at, files }: HistoryIndex): object {
  return {
    ...{ profile: "data-package", name: "prix-carburants-france", created: generated_at },
    title: "Fuel prices in France: every price reported, month by month",
    licenses: [{ name: "ODbL-1.0", path: LICENSE_URL }],
    resources: files.map(({ name, table, bytes, sha256 }) => ({
      ...{ name: name.replaceAll(".", "-"), path: name, format: name.replace(/^[^.]+\./, ""), bytes },
      ...{ mediatype: toMediaType(name), hash: `sha256:${sha256}` },
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

/** Bytes read at once. */
const CHUNK_BYTES = 65_536;

/**
 * Returns `length` bytes of a file, from its position on. Closes the file at the end, when the client breaks off, and when reading
 * fails, of which it calls `onError`.
 */
function streamFile(file: Deno.FsFile, length: number, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const close = () => file[Symbol.dispose]();
  let restBytes = length;
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = new Uint8Array(Math.min(restBytes, CHUNK_BYTES));
        const count = await file.read(chunk);
        if (isCancelled) return;
        if (count === null) throw new Error(`The file ends ${restBytes} bytes too early`);
        controller.enqueue(chunk.subarray(0, count));
        restBytes -= count;
        if (restBytes > 0) return;
        close();
        controller.close();
      } catch (error) {
        close();
        if (isCancelled) return; // a read that was in progress fails when the file is closed
        onError(error);
        throw error;
      }
    },
    cancel() {
      isCancelled = true;
      close();
    },
  });
}

type FileAnswer = { folder: string; requestId: string; log: Log };

async function respondFile(
  req: Request,
  listed: HistoryFile,
  { folder, requestId, log }: FileAnswer,
): Promise<Response> {
  const etag = `"${listed.sha256.slice(0, 32)}"`;
  const headers = {
    ...{ etag, link: `<${LICENSE_URL}>; rel="license"`, "accept-ranges": "bytes" },
    "cache-control": `public, ${listed.closed ? "max-age=31536000, immutable" : "max-age=3600"}`,
  };
  if (matchesEtag(req.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const { status, first, length, headers: ofPart } = readRange(req, { size: listed.bytes, etag });
  if (status === 416) return new Response(null, { status, headers: { ...headers, ...ofPart } });
  const file = await Deno.open(`${folder}/${toStoredName(listed)}`).catch(() => {
    throw new DomainError("SERVICE_UNAVAILABLE", "The file is being replaced; try again later");
  });
  await file.seek(first, Deno.SeekMode.Start);
  const bytes = streamFile(file, length, (error) => {
    log.error("A file could not be read to its end", { requestId, file: listed.name, error });
  });
  const type = { "content-type": toMediaType(listed.name), "content-length": String(length) };
  return new Response(bytes, { status, headers: { ...headers, ...ofPart, ...type } });
}

/** `GET /data/history/{file}`: a file of past prices, whole or in part, or one of their lists; free of quota. */
export async function historyRoute(ctx: Ctx & { params: { file: string } }): Promise<Response> {
  const { service } = ctx.state;
  const { file: name } = ctx.params;
  const { req, path } = noteOf(ctx.req).parts!;
  if (req.method === "OPTIONS") return preflightResponse();
  if (req.method !== "GET" && req.method !== "HEAD") return methodResponse(req.method);
  try {
    const index = await readHistoryIndex(service);
    const listed = index?.files.find((file) => file.name === name);
    if (listed) {
      const folder = `${service.config.dataDir}/history`;
      return await respondFile(req, listed, { folder, requestId: noteOf(ctx.req).requestId, log: service.log });
    }
    const toList = LISTS.get(name);
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
