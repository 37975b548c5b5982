import { deepEqual, equal, ok } from "../../tests/support/assert.ts";
import { createHash } from "node:crypto";
import {
  type AsyncBuffer,
  parquetMetadata,
  parquetReadObjects,
} from "../../tests/packages/hyparquet.ts";
import { CHUNK_BYTES } from "../../lib/db/history/history_files.ts";
import type { HistoryRow } from "../../lib/domain/history_files.ts";
import { readPacked, toWritten } from "../../tests/support/history_files.ts";
import { ChunkedFile } from "./chunked_file.ts";
import { writeTable } from "./write_table.ts";

const STATIONS = 900;
const CHANGES = 100;
const START_MS = Date.UTC(2025, 0, 1);

/** The prices of a station; they differ from those of its neighbours. */
function toRows(station_id: number): HistoryRow[] {
  return Array.from({ length: CHANGES }, (_, at): HistoryRow => ({
    station_id,
    fuel: "gazole",
    price: 1500 + (station_id + at * 7) % 400,
    since: START_MS + at * 86_400_123 + station_id,
    until: at < 99 ? START_MS + (at + 1) * 86_400_123 : null,
    confirmed: null,
    suspect: at === 50,
  }));
}

async function* inParts(): AsyncGenerator<HistoryRow[]> {
  for (let station = 1; station <= STATIONS; station++) yield toRows(station);
}

/** Returns the same bytes, and counts how often they are read. */
function counted(bytes: ArrayBuffer) {
  const reads = { count: 0 };
  const slice: AsyncBuffer["slice"] = (start, end) => {
    reads.count++;
    return bytes.slice(start, end);
  };
  return { reads, file: { byteLength: bytes.byteLength, slice } };
}

/** Returns a file and its stored chunks. */
function createFile() {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const store = async (number: number, chunk: Uint8Array) => {
    equal(number, chunks.length);
    chunks.push(chunk.slice());
    await Promise.resolve();
  };
  return { chunks, file: new ChunkedFile(store) };
}

async function join({ chunks, file }: ReturnType<typeof createFile>): Promise<ArrayBuffer> {
  const { bytes, sha256 } = await file.finish();
  chunks.slice(0, -1).forEach((chunk) => equal(chunk.length, CHUNK_BYTES));
  const whole = await new Blob(chunks).arrayBuffer();
  equal(whole.byteLength, bytes);
  equal(createHash("sha256").update(new Uint8Array(whole)).digest("hex"), sha256);
  return whole;
}

Deno.test("writeTable() groups rows by whole stations, so that three ranges at most read one station", async () => {
  const parquet = createFile();
  equal(
    await writeTable("changes", inParts(), { parquet: parquet.file, csv: null }),
    STATIONS * CHANGES,
  );
  const bytes = await join(parquet);
  ok(parquet.chunks.length > 1);
  const groups = parquetMetadata(bytes).row_groups.map(({ columns }) =>
    columns[0]!.meta_data!.statistics!
  );
  ok(groups.length >= 3);
  groups.slice(1).forEach(({ min_value }, at) =>
    ok(Number(min_value) > Number(groups[at]!.max_value))
  );
  for (const station_id of [1, 450, STATIONS]) {
    const { file, reads } = counted(bytes);
    const found = await parquetReadObjects({ file, filter: { station_id: { $eq: station_id } } });
    ok(reads.count <= 3, `${reads.count} reads`);
    deepEqual(found.map(toWritten), toRows(station_id));
  }
});

Deno.test("writeTable() writes the same bytes for the same rows, as Parquet and as gzipped CSV", async () => {
  const write = async () => {
    const files = { parquet: createFile(), csv: createFile() };
    await writeTable("changes", inParts(), { parquet: files.parquet.file, csv: files.csv.file });
    return { parquet: await join(files.parquet), csv: await join(files.csv) };
  };
  const one = await write();
  deepEqual(await write(), one);
  equal((await readPacked(new Uint8Array(one.csv))).split("\n").length, STATIONS * CHANGES + 2);
});

Deno.test("writeTable() stores full chunks before it reads more, so that memory holds one group of rows", async () => {
  const parquet = createFile();
  const csv = createFile();
  const stored: Record<"parquet" | "csv", number>[] = [];
  async function* watched() {
    for await (const batch of inParts()) {
      stored.push({ parquet: parquet.chunks.length, csv: csv.chunks.length });
      yield batch;
    }
  }
  await writeTable("changes", watched(), { parquet: parquet.file, csv: csv.file });
  const beforeLast = stored.at(-1)!;
  await Promise.all([join(parquet), join(csv)]);
  ok(
    beforeLast.parquet > 0 && beforeLast.parquet >= parquet.chunks.length / 2,
    `${beforeLast.parquet} of Parquet`,
  );
  ok(beforeLast.csv > 0 && beforeLast.csv >= csv.chunks.length / 2, `${beforeLast.csv} of CSV`);
});
