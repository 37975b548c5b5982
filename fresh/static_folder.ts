/** Reads, versions and compresses the files that are served. @module */

import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import mime from "mime";
import { compress, type Encoding, isCompressible } from "../lib/platform/content_coding.ts";

/** A file ready to be served. */
export type Resource = {
  type: string;
  /** First 16 hexadecimal digits of the SHA-256 of the content. */
  hash: string;
  /** Whether it may be compressed. */
  isCompressible: boolean;
  /** Loads the content, compressed with an encoding, or as it is if `encoding` is null. */
  load(encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>>;
};

/** Returns the first 16 hexadecimal digits of the SHA-256 of `content`. */
export function toHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/**
 * A folder of files. It only opens names that it found by walking the folder, so that no path can
 * lead out of it.
 */
export class StaticFolder {
  #names: Set<string> | null = null;
  readonly #resources = new Map<string, Resource>();

  /** `folder` may be missing. Each file is read once; an edit restarts the development server. */
  constructor(private readonly folder: string) {}

  /** Returns the file at an absolute URL path, or null if it does not exist. */
  find(pathname: string): Resource | null {
    const name = pathname.includes("%") ? decode(pathname) : pathname;
    this.#names ??= new Set(walk(this.folder));
    if (name === null || !this.#names.has(name)) return null;
    let resource = this.#resources.get(name);
    if (!resource) {
      this.#resources.set(
        name,
        resource = toResource(name, Deno.readFileSync(join(this.folder, name))),
      );
    }
    return resource;
  }
}

/**
 * Returns the URL paths of all files, without links and, except for `.well-known`, without names
 * that start with a dot.
 */
function walk(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile()
  );
  const paths = files.map(({ parentPath, name }) =>
    join(parentPath, name).slice(folder.length).replaceAll("\\", "/")
  );
  return paths.filter((path) => !/\/\.(?!well-known\/)/.test(path));
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null; // a stray percent sign matches no file
  }
}

/**
 * Returns a file from its name and content. It is compressed on the first request for an encoding.
 */
export function toResource(name: string, content: Uint8Array<ArrayBuffer>): Resource {
  const bare = mime.getType(name) ?? "application/octet-stream";
  const type = /^text\/|javascript|json|xml/.test(bare) ? `${bare}; charset=utf-8` : bare;
  const packed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  const pack = (encoding: Encoding) => {
    // The best compression of a large file takes seconds.
    const level = encoding === "br" && content.length < 100_000 ? 11 : 9;
    const made = packed.get(encoding) ?? compress(content, { encoding, level });
    packed.set(encoding, made);
    return made;
  };
  const load = (encoding: Encoding | null) =>
    encoding === null ? Promise.resolve(content) : pack(encoding);
  return {
    type,
    hash: toHash(content),
    isCompressible: isCompressible(type) && content.length > 512,
    load,
  };
}
