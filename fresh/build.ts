/** Builds the scripts of the islands. @module */

import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { bundle, type BundledFile, type Inputs, type ModuleFiles } from "./bundle.ts";
import { compress, type Encoding } from "../lib/platform/content_coding.ts";
import { type Resource, toContentType, toHash } from "./static_folder.ts";

/** Where the scripts are served. */
export const CLIENT_PREFIX = "/_fresh/js/";

/** The URL of a module and those it imports at once, to be fetched ahead. */
export type ClientModule = { url: string; imports: string[] };

/** The scripts of an app. */
export type ClientBuild = {
  boot: ClientModule;
  /** By path of the island's file below the root. */
  islands: Record<string, ClientModule>;
  /** By name below `CLIENT_PREFIX`. */
  files: Map<string, Resource>;
};

/** Options of a build. */
export type BuildOptions = {
  /** Folder of the app. */
  root: string;
  /** The generated manifest, as far as it names the islands. */
  manifest: { islands: Record<string, unknown> };
  /** Whether the result is kept on disk, in `<root>/.build/client.json`, for the next start. */
  write: boolean;
};

/** A script in all its codings. */
type Packed = { name: string; plain: Bytes; br: Bytes; gzip: Bytes };
type Bytes = Uint8Array<ArrayBuffer>;

/** A build on disk, with what it was made from; bytes in base64. */
type Stored = { inputs: Inputs; modules: ModuleFiles; files: Record<keyof Packed, string>[] };

/** The scripts on disk, built again when they are missing or anything they were made of has changed. */
export async function buildClient({ root, manifest, write }: BuildOptions): Promise<ClientBuild> {
  const islands = Object.keys(manifest.islands).sort();
  const path = join(root, ".build", "client.json");
  const stored = await readStored(path);
  if (stored && isCurrent(stored, { root, islands })) return toBuild(stored.modules, stored.files.map(fromStored));
  const { files, modules, inputs } = await bundle({ root, islands });
  const quality = write ? 11 : 5; // Best compression takes half a second: worth it once, not at every cold start.
  const packed = await Promise.all(files.map((file) => pack(file, quality)));
  if (write) await store(path, { inputs, modules, files: packed.map(toStored) });
  return toBuild(modules, packed);
}

async function pack({ name, content }: BundledFile, quality: number): Promise<Packed> {
  const br = compress(content, { encoding: "br", level: quality });
  const gzip = compress(content, { encoding: "gzip", level: 9 });
  return { name, plain: content, br: await br, gzip: await gzip };
}

function toStored({ name, plain, br, gzip }: Packed): Stored["files"][number] {
  const toText = (bytes: Bytes) => Buffer.from(bytes).toString("base64");
  return { name, plain: toText(plain), br: toText(br), gzip: toText(gzip) };
}

function fromStored({ name, plain, br, gzip }: Stored["files"][number]): Packed {
  const toBytes = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
  return { name, plain: toBytes(plain), br: toBytes(br), gzip: toBytes(gzip) };
}

function toBuild(modules: ModuleFiles, packed: Packed[]): ClientBuild {
  const toModule = ({ file, imports }: { file: string; imports: string[] }): ClientModule => ({
    url: CLIENT_PREFIX + file,
    imports: imports.map((name) => CLIENT_PREFIX + name),
  });
  const islands = Object.entries(modules.islands).map(([path, module]) => [path, toModule(module)]);
  const files = packed.map((file): [string, Resource] => [file.name, toResource(file)]);
  return { boot: toModule(modules.boot), islands: Object.fromEntries(islands), files: new Map(files) };
}

function toResource({ name, plain, ...codings }: Packed): Resource {
  const load = (encoding: Encoding | null) => Promise.resolve(encoding ? codings[encoding] : plain);
  return { type: toContentType(name), hash: toHash(plain), isCompressible: true, load };
}

/** Written next to its place and renamed, so that a process that starts meanwhile never reads half a build. */
async function store(path: string, stored: Stored): Promise<void> {
  const { PermissionDenied, NotCapable } = Deno.errors;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${crypto.randomUUID()}`;
    await Deno.writeTextFile(draft, JSON.stringify(stored));
    await Deno.rename(draft, path);
  } catch (error) {
    // where nothing may be written, the build in memory serves as well
    const isRefused = error instanceof PermissionDenied || error instanceof NotCapable;
    if (!isRefused && !/EROFS|os error 30/.test(String(error))) throw error;
  }
}

/** The build on disk; null when it is missing or broken. */
async function readStored(path: string): Promise<Stored | null> {
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isCurrent({ inputs, modules }: Stored, { root, islands }: { root: string; islands: string[] }): boolean {
  if (Object.keys(modules.islands).sort().join() !== islands.join()) return false;
  return Object.entries(inputs).every(([path, hash]) => toHash(Deno.readFileSync(join(root, path))) === hash);
}
