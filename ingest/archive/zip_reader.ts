/** Lets a ZIP be read where it lies: its directory stands at its end, and a year would take 33 MB of memory several times. @module */

import { Reader } from "@zip.js/zip.js";

/** Reads pieces of a file. Close the file when the reading has ended. */
export class FileZipReader extends Reader<Deno.FsFile> {
  readonly #file: Deno.FsFile;

  constructor(file: Deno.FsFile) {
    super(file);
    this.#file = file;
  }

  override async init(): Promise<void> {
    await super.init?.();
    this.size = (await this.#file.stat()).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.min(length, Math.max(0, this.size - index)));
    await this.#file.seek(index, Deno.SeekMode.Start);
    let filled = 0;
    while (filled < bytes.length) {
      const read = await this.#file.read(bytes.subarray(filled));
      if (read === null) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  }
}
