/** `deno task sample [FOLDER]`: writes the synthetic feed, its archive and its brands as files, for trying and for benches. @module */

import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { startClockAt, systemClock } from "../../lib/platform/clock.ts";
import { ConfigError, readConfig } from "../../lib/platform/config.ts";
import { buildSample } from "../sample/build.ts";

const USAGE = `Usage: deno task sample [FOLDER] [--seed NUMBER] [--stations NUMBER] [--days NUMBER]

Writes a synthetic feed in the official layout into FOLDER (.sample): the feed as a ZIP,
its price movements as yearly archives, and brands.csv. Times end at CLOCK, or now.`;

/** What the command line asks for. */
export type SampleArguments = { folder: string; seed?: number; stations?: number; days?: number };

/** Bounds of the numbers. */
const BOUNDS = { seed: [0, 4_294_967_295], stations: [1, 100_000], days: [40, 400] } as const;

/** Reads the arguments; null when they are not as the usage has them. */
export function parseSampleArguments(args: readonly string[]): SampleArguments | null {
  const parsed: SampleArguments = { folder: ".sample" };
  let folders = 0;
  for (let index = 0; index < args.length; index++) {
    const name = /^--(seed|stations|days)$/.exec(args[index])?.[1] as keyof typeof BOUNDS | undefined;
    if (name) {
      const text = args[++index] ?? "";
      const [min, max] = BOUNDS[name];
      if (!/^\d{1,10}$/.test(text) || Number(text) < min || Number(text) > max) return null;
      parsed[name] = Number(text);
    } else if (!args[index].startsWith("-") && args[index] !== "" && folders++ === 0) parsed.folder = args[index];
    else return null;
  }
  return parsed;
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

async function main(): Promise<void> {
  const args = parseSampleArguments(Deno.args);
  if (args === null) {
    console.error(USAGE);
    Deno.exit(2);
  }
  const { clock } = readConfig((name) => Deno.env.get(name));
  const now = (clock ? startClockAt(clock) : systemClock)();
  const at = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const { folder, ...numbers } = args;
  const sample = await buildSample({ at, ...numbers });
  await Deno.mkdir(folder, { recursive: true });
  const feedName = "PrixCarburants_instantane_ruptures";
  await write(folder, `${feedName}.zip`, await zip(`${feedName}.xml`, sample.feedXml));
  for (const { year, xml } of sample.archives) {
    const name = `PrixCarburants_annuel_${year}`;
    await write(folder, `${name}.zip`, await zip(`${name}.xml`, xml));
  }
  await write(folder, "brands.csv", new TextEncoder().encode(sample.brandsCsv));
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    console.error(error instanceof ConfigError ? error.message : `The sample cannot be written: ${error.message}`);
    Deno.exit(error instanceof ConfigError ? 2 : 1);
  });
}
