/** Reads files of past prices back. @module */

import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { type HistoryFile, type HistoryIndex, type HistoryRow, toStoredName } from "../../lib/domain/history_files.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { addDays, endOfParisDay, toParisDay } from "../../lib/shared/time/paris_time.ts";

/** A row of the file as it was before it was written. The reader multiplies decimals, and may miss by a trifle. */
export function toWritten({ price, since, until, confirmed, ...row }: Record<string, unknown>): HistoryRow {
  const toMs = (at: unknown) => at instanceof Date ? at.getTime() : null;
  const times = { since: toMs(since), until: toMs(until), confirmed: toMs(confirmed) };
  return { ...row as HistoryRow, price: Math.round(1000 * Number(price)), ...times };
}

/** The files that a folder lists, by name. */
export async function readListed(folder: string): Promise<Map<string, HistoryFile & { path: string }>> {
  const { files }: HistoryIndex = JSON.parse(await Deno.readTextFile(`${folder}/index.json`));
  return new Map(files.map((file) => [file.name, { ...file, path: `${folder}/${toStoredName(file)}` }]));
}

/** All rows of a Parquet file. */
export async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  return await parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

/** The text of a packed file. */
export async function readPacked(path: string): Promise<string> {
  return await new Response((await Deno.open(path)).readable.pipeThrough(new DecompressionStream("gzip"))).text();
}

/** The 365 days of `/prices/history` at an instant, from a station's rows of one fuel: the last price that began by each day's end. */
export function carryOn(rows: readonly HistoryRow[], now: Date): { recordedAt: string; price: string }[] {
  const days = Array.from({ length: 365 }, (_, day) => addDays(toParisDay(now), day - 364));
  return days.flatMap((day) => {
    const last = rows.findLast(({ since }) => Number(since) < endOfParisDay(day).getTime());
    return last ? [{ recordedAt: day, price: toPriceText(Number(last.price)) }] : [];
  });
}
