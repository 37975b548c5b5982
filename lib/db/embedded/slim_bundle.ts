/** Takes rasters, topology and geocoder out of the PostGIS package, which saves the embedded database 350 MB. @module */

import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** What geography needs: the library itself, its projections, and the script that makes the extension. */
const KEPT =
  /^(lib\/postgresql\/postgis-3\.so|share\/proj\/.*|share\/postgresql\/extension\/postgis(\.control|--\d+\.\d+\.\d+\.sql))$/;

const BLOCK = 512; // headers and contents of a tar file fill whole blocks
const FASTEST = 1; // the file is written once and read at every start

type Entry = { name: string; paddedSize: number };

function readText(header: Uint8Array, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** Name and size in a tar header (POSIX ustar); a block of zeros, which ends the file, has neither. */
function readHeader(header: Uint8Array): Entry {
  const prefix = readText(header, 345, 155);
  const name = readText(header, 0, 100);
  const size = parseInt(readText(header, 124, 12).trim() || "0", 8);
  return { name: prefix ? `${prefix}/${name}` : name, paddedSize: Math.ceil(size / BLOCK) * BLOCK };
}

/** The entries of a tar stream whose names match, as a tar stream. */
async function* filterTar(chunks: AsyncIterable<Uint8Array>, isKept: (name: string) => boolean) {
  let header = new Uint8Array(0);
  let rest = 0; // bytes of the present entry still to come
  let keep = false;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + (rest > 0 ? rest : BLOCK - header.length));
      at += part.length;
      if (rest > 0) {
        rest -= part.length;
        if (keep) yield part;
        continue;
      }
      header = new Uint8Array([...header, ...part]);
      if (header.length < BLOCK) continue;
      const entry = readHeader(header);
      [keep, rest] = [isKept(entry.name), entry.paddedSize];
      if (keep) yield header;
      header = new Uint8Array(0);
    }
  }
  yield new Uint8Array(2 * BLOCK);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/**
 * The path of the slim bundle made from the package's `bundle` (a gzipped tar), kept in `folder` for the next start. A bundle of
 * another size, which a new version has, is made anew.
 */
export async function provideSlimBundle(bundle: URL, folder: string): Promise<string> {
  const { size } = await Deno.stat(bundle);
  const place = `${folder}/postgis-${size}.tar.gz`;
  if (await exists(place)) return place;
  const draft = `${place}.draft`; // renamed when complete: a broken-off one is never taken for the bundle
  const filter = (chunks: AsyncIterable<Uint8Array>) => filterTar(chunks, (name) => KEPT.test(name));
  await pipeline(
    createReadStream(bundle),
    createGunzip(),
    filter,
    createGzip({ level: FASTEST }),
    createWriteStream(draft),
  );
  await Deno.rename(draft, place);
  return place;
}
