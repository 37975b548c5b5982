/** Builds the scripts of the islands. @module */

import { join } from "node:path";
import { bundle, type BundledFile, type Inputs, type ModuleFiles } from "./bundle.ts";
import { compress, type Encoding, ENCODINGS, type Resource, toContentType, toHash } from "./static_folder.ts";

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

/** Written beside the files: what they are and what they were made from. */
type BuildRecord = { format: number; inputs: Inputs; modules: ModuleFiles; names: string[] };

/** What a build needs to know. */
export type BuildOptions = {
  /** Folder of the app. */
  root: string;
  /** The generated manifest, as far as it names the islands. */
  manifest: { islands: Record<string, unknown> };
  /** Whether the result is kept on disk, in `<root>/.build/client`, for the next start. */
  write: boolean;
};

/** Raised when the form of the files on disk changes. */
const FORMAT = 1;

/** The scripts on disk, built anew when they are missing or anything they were made of has changed. */
export async function buildClient(options: BuildOptions): Promise<ClientBuild> {
  const islands = Object.keys(options.manifest.islands).sort();
  const folder = join(options.root, ".build", "client");
  const stored = await readStored(folder, { root: options.root, islands });
  if (stored) return stored;
  const { files, modules, inputs } = await bundle({ root: options.root, islands });
  const quality = options.write ? 11 : 5; // Best compression takes half a second: worth it once, not at every cold start.
  const packed = await Promise.all(files.map((file) => pack(file, quality)));
  const record = { format: FORMAT, inputs, modules, names: files.map(({ name }) => name) };
  if (options.write) await store(folder, { record, packed });
  return toBuild(modules, packed);
}

type Packed = BundledFile & { variants: Record<Encoding, Uint8Array<ArrayBuffer>> };

async function pack(file: BundledFile, quality: number): Promise<Packed> {
  const packAs = (encoding: Encoding) => compress(file.content, { encoding, quality });
  const [br, gzip] = await Promise.all([packAs("br"), packAs("gzip")]);
  return { ...file, variants: { br, gzip } };
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

function toResource({ name, content, variants }: Packed): Resource {
  const load = (encoding: Encoding | null) => Promise.resolve(encoding ? variants[encoding] : content);
  return { type: toContentType(name), hash: toHash(content), isCompressible: true, load };
}

async function store(folder: string, { record, packed }: { record: BuildRecord; packed: Packed[] }): Promise<void> {
  // Written aside and renamed, so that a process that starts meanwhile never reads half a build.
  const aside = `${folder}-${crypto.randomUUID()}`;
  try {
    await Deno.mkdir(aside, { recursive: true });
    for (const { name, content, variants } of packed) {
      await Deno.writeFile(join(aside, name), content);
      for (const encoding of ENCODINGS) await Deno.writeFile(join(aside, `${name}.${encoding}`), variants[encoding]);
    }
    await Deno.writeTextFile(join(aside, "build.json"), JSON.stringify(record, null, 2));
    await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
    await Deno.rename(aside, folder);
  } catch (error) {
    await Deno.remove(aside, { recursive: true }).catch(() => {});
    // Where nothing may be written, or another process was faster, the build in memory serves as well.
    if (!isRefusal(error)) throw error;
  }
}

function isRefusal(error: unknown): boolean {
  const { PermissionDenied, NotCapable, AlreadyExists } = Deno.errors;
  if (error instanceof PermissionDenied || error instanceof NotCapable || error instanceof AlreadyExists) return true;
  return error instanceof Error &&
    /EROFS|ENOTEMPTY|os error (30|39)/.test(`${Reflect.get(error, "code")} ${error.message}`);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** The build on disk; null when it is missing, of another form, or made of anything that differs now. */
async function readStored(folder: string, app: { root: string; islands: string[] }): Promise<ClientBuild | null> {
  try {
    const record: BuildRecord = JSON.parse(await Deno.readTextFile(join(folder, "build.json")));
    if (record.format !== FORMAT || !isCurrent(record, app)) return null;
    const packed = await Promise.all(record.names.map((name) => readPacked(folder, name)));
    return toBuild(record.modules, packed);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isCurrent(record: BuildRecord, { root, islands }: { root: string; islands: string[] }): boolean {
  if (Object.keys(record.modules.islands).sort().join() !== islands.join()) return false;
  return Object.entries(record.inputs).every(([path, hash]) => toHash(Deno.readFileSync(join(root, path))) === hash);
}

async function readPacked(folder: string, name: string): Promise<Packed> {
  const read = (ending: string) => Deno.readFile(join(folder, name + ending));
  const [content, br, gzip] = await Promise.all([read(""), read(".br"), read(".gzip")]);
  return { name, content, variants: { br, gzip } };
}
