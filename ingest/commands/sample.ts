/**
 * `deno task sample [FOLDER]`: writes the synthetic feed, its archives and its brands as files, for
 * trying and for benches.
 *
 * @module
 */

import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { parseCommandLine, runCommand, UsageError } from "../../lib/db/commands/command.ts";
import { buildSample } from "../sample/build.ts";

const USAGE = `Usage: deno task sample [FOLDER]

Writes a synthetic feed in the official layout into FOLDER (.sample): the feed as a ZIP,
its price movements as yearly archives, and brands.csv. Times end at CLOCK, or now.`;

async function writeZip(folder: string, name: string, xml: Blob): Promise<void> {
  // The ZIP stores a fixed time, so that equal samples give equal bytes.
  const lastModDate = new Date(Date.UTC(2007, 0, 1, 12));
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, lastModDate });
  await writer.add(`${name}.xml`, new BlobReader(xml));
  const zip = await writer.close();
  await Deno.writeFile(`${folder}/${name}.zip`, zip.stream());
  console.log(`${folder}/${name}.zip  ${zip.size} bytes`);
}

await runCommand(async ({ clock }) => {
  const parsed = parseCommandLine(Deno.args, {}, true);
  if (parsed === null || parsed.positionals.length > 1) throw new UsageError(USAGE);
  const [folder = ".sample"] = parsed.positionals;
  const sample = await buildSample({ at: new Date(Math.floor(clock().getTime() / 1000) * 1000) });
  await Deno.mkdir(folder, { recursive: true });
  await writeZip(folder, "PrixCarburants_instantane_ruptures", sample.feedXml);
  for (const { year, xml } of sample.archives) {
    await writeZip(folder, `PrixCarburants_annuel_${year}`, xml);
  }
  await Deno.writeTextFile(`${folder}/brands.csv`, sample.brandsCsv);
  return 0;
});
