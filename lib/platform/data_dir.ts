/** Protects the data of the service from other accounts of the machine. @module */

/** The permissions of group and others. */
const OTHERS = 0o077;

/**
 * Creates the folder with mode 0700 unless it exists, so that no other account reaches its files,
 * whatever their modes. Throws if it cannot be created, or if other accounts may open it.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { mode } = await Deno.stat(dataDir);
  if (mode === null || (mode & OTHERS) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(4, "0");
  throw new Error(
    `other accounts of this machine may open it (mode ${shown}), and it has secrets. ` +
      `Type: chmod -R go= "${dataDir}"`,
  );
}
