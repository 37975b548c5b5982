/** `deno task sample [FOLDER]`: writes the synthetic feed, its archive and its brands as files, for trying and for benches. @module */

import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { parseCommandLine, runCommand, UsageError } from "../../lib/db/commands/command.ts";
import { buildSample } from "../sample/build.ts";

const USAGE = `Usage: deno task sample [FOLDER] [--seed NUMBER] [--stations NUMBER] [--days NUMBER]

Writes a synthetic feed in the official layout into FOLDER (.sample): the feed as a ZIP,
its price movements as yearly archives, and brands.csv. Times end at CLOCK, or now.`;

/** The options of a sample, with the bounds of their numbers. */
const BOUNDS = { seed: [0, 4_294_967_295], stations: [1, 100_000], days: [40, 400] } as const;

/** What the command line says. */
type SampleArguments = { folder: string; seed?: number; stations?: number; days?: number };

/** Reads the arguments; null when they are not as the usage has them. */
export function parseSampleArguments(args: readonly string[]): SampleArguments | null {
  const option = { type: "string" } as const;
  const parsed = parseCommandLine(args, { seed: option, stations: option, days: option }, true);
  const [folder = ".sample", ...more] = parsed?.positionals ?? [];
  if (parsed === null || folder === "" || more.length > 0) return null;
  const numbers: Omit<SampleArguments, "folder"> = {};
  for (const name of ["seed", "stations", "days"] as const) {
    const text = parsed.values[name];
    if (text === undefined) continue;
    const [min, max] = BOUNDS[name];
    if (!/^\d{1,10}$/.test(text) || Number(text) < min || Number(text) > max) return null;
    numbers[name] = Number(text);
  }
  return { folder, ...numbers };
}

async function zip(name: string, xml: Blob): Promise<Uint8Array> {
  // a fixed time inside, so that equal samples are equal bytes
  const writer = new ZipWriter(new BlobWriter(), {
    useWebWorkers: false,
    lastModDate: new Date(Date.UTC(2007, 0, 1, 12)),
  });
  await writer.add(name, new BlobReader(xml));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

async function write(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await Deno.writeFile(`${folder}/${name}`, bytes);
  console.log(`${folder}/${name}  ${bytes.length} bytes`);
}

if (import.meta.main) {
  await runCommand(async ({ clock }) => {
    const args = parseSampleArguments(Deno.args);
    if (args === null) throw new UsageError(USAGE);
    const { folder, ...numbers } = args;
    const sample = await buildSample({ at: new Date(Math.floor(clock().getTime() / 1000) * 1000), ...numbers });
    await Deno.mkdir(folder, { recursive: true });
    const feedName = "PrixCarburants_instantane_ruptures";
    await write(folder, `${feedName}.zip`, await zip(`${feedName}.xml`, sample.feedXml));
    for (const { year, xml } of sample.archives) {
      const name = `PrixCarburants_annuel_${year}`;
      await write(folder, `${name}.zip`, await zip(`${name}.xml`, xml));
    }
    await write(folder, "brands.csv", new TextEncoder().encode(sample.brandsCsv));
    return 0;
  });
}
