/** `deno task sample [FOLDER]`: writes the synthetic feed, its archives and its brands as files, for trying and for benches. @module */

import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { parseNumberOptions, runCommand, UsageError } from "../../lib/db/commands/command.ts";
import { buildSample } from "../sample/build.ts";

const USAGE = `Usage: deno task sample [FOLDER] [--seed NUMBER] [--stations NUMBER] [--days NUMBER]

Writes a synthetic feed in the official layout into FOLDER (.sample): the feed as a ZIP,
its price movements as yearly archives, and brands.csv. Times end at CLOCK, or now.`;

const BOUNDS = { seed: [0, 4_294_967_295], stations: [1, 100_000], days: [40, 400] } as const;

/** The arguments of the commands `sample` and `db:seed`; null when they are not as the usage has them. */
export function parseSampleArguments(args: readonly string[]) {
  const parsed = parseNumberOptions(args, BOUNDS, true);
  const [folder, ...more] = parsed?.positionals ?? [];
  return parsed === null || folder === "" || more.length > 0 ? null : { folder, size: parsed.numbers };
}

async function writeZip(folder: string, name: string, xml: Blob): Promise<void> {
  // a fixed time inside, so that equal samples are equal bytes
  const lastModDate = new Date(Date.UTC(2007, 0, 1, 12));
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, lastModDate });
  await writer.add(`${name}.xml`, new BlobReader(xml));
  const zip = await writer.close();
  await Deno.writeFile(`${folder}/${name}.zip`, zip.stream());
  console.log(`${folder}/${name}.zip  ${zip.size} bytes`);
}

if (import.meta.main) {
  await runCommand(async ({ clock }) => {
    const args = parseSampleArguments(Deno.args);
    if (args === null) throw new UsageError(USAGE);
    const { folder = ".sample", size } = args;
    const sample = await buildSample({ at: new Date(Math.floor(clock().getTime() / 1000) * 1000), ...size });
    await Deno.mkdir(folder, { recursive: true });
    await writeZip(folder, "PrixCarburants_instantane_ruptures", sample.feedXml);
    for (const { year, xml } of sample.archives) await writeZip(folder, `PrixCarburants_annuel_${year}`, xml);
    await Deno.writeTextFile(`${folder}/brands.csv`, sample.brandsCsv);
    return 0;
  });
}
