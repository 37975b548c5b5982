/** Reads, versions and compresses the files that are served. @module */

import { createHash } from "node:crypto";
import { join } from "node:path";
import mime from "mime";
import { compress, type Encoding, isCompressible } from "../lib/platform/content_coding.ts";

/** A file ready to be served. */
export type Resource = {
  /** Content type with its charset. */
  type: string;
  /** First 16 hexadecimal digits of the SHA-256 of the content. */
  hash: string;
  /** Whether the other encodings are offered. */
  isCompressible: boolean;
  /** The content; null is no encoding. */
  load(encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>>;
};

/** First 16 hexadecimal digits of the SHA-256 of `content`. */
export function toHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** The content type of a file name; unknown endings are bytes. */
export function toContentType(name: string): string {
  const type = mime.getType(name) ?? "application/octet-stream";
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
}

type Known = { modifiedMs: number; size: number; resource: Resource };

/** A folder of files. Only names found by walking it are ever opened, so no path can lead out of it. */
export class StaticFolder {
  readonly #folder: string;
  readonly #isFixed: boolean;
  #names: Set<string> | null = null;
  #known = new Map<string, Known>();

  /** `folder` need not exist. `isFixed`: its files are not edited while it is served, so each is read once. */
  constructor(folder: string, { isFixed = false } = {}) {
    this.#folder = folder;
    this.#isFixed = isFixed;
  }

  /** The file at an absolute URL path; null when there is none. */
  find(pathname: string): Resource | null {
    const name = pathname.includes("%") ? decode(pathname) : pathname;
    if (name === null || !this.#list().has(name)) return null;
    const known = this.#known.get(name);
    // a page names a dozen files, and a stat of each costs as much as a search
    if (known && this.#isFixed) return known.resource;
    const path = join(this.#folder, name);
    const info = stat(path);
    if (info === null) return null;
    const modifiedMs = info.mtime?.getTime() ?? 0;
    // A file that was edited gets its new version at once.
    if (known && known.modifiedMs === modifiedMs && known.size === info.size) return known.resource;
    const resource = read(path, info.size);
    this.#known.set(name, { modifiedMs, size: info.size, resource });
    return resource;
  }

  /** The version of a file; null when there is none. */
  version(pathname: string): string | null {
    return this.find(pathname)?.hash ?? null;
  }

  /** One version for all files together, for code that cannot read them one by one. */
  fingerprint(): string {
    return this.#fingerprint ??= toHash([...this.#list()].map((name) => `${name} ${this.version(name)}`).join("\n"));
  }
  #fingerprint: string | null = null;

  #list(): Set<string> {
    return this.#names ??= new Set(walk(this.#folder, ""));
  }
}

/** URL paths of all files, sorted; links and names with a leading dot are left out, except `.well-known`. */
function walk(folder: string, prefix: string): string[] {
  if (stat(folder) === null) return [];
  const entries = [...Deno.readDirSync(folder)].filter(({ name }) => !name.startsWith(".") || name === ".well-known");
  return entries.sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = `${prefix}/${entry.name}`;
    if (entry.isDirectory) return walk(join(folder, entry.name), path);
    return entry.isFile ? [path] : [];
  });
}

function stat(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null; // A stray percent sign names no file.
  }
}

function read(path: string, size: number): Resource {
  const type = toContentType(path);
  const content = Deno.readFileSync(path);
  const hash = toHash(content);
  const packed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  const pack = (encoding: Encoding) => {
    const made = packed.get(encoding) ?? compress(content, { encoding, level: 9 });
    packed.set(encoding, made);
    return made;
  };
  const load = (encoding: Encoding | null) => encoding === null ? Promise.resolve(content) : pack(encoding);
  return { type, hash, isCompressible: isCompressible(type) && size > 512, load };
}
