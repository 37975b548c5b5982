import { deepEqual, equal, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { type AsyncBuffer, parquetMetadata, parquetReadObjects } from "hyparquet";
import { CHUNK_BYTES } from "../../lib/db/history/history_files.ts";
import type { HistoryRow } from "../../lib/domain/history_files.ts";
import { readPacked, toWritten } from "../../tests/support/history_files.ts";
import type { FileContent } from "./chunked_file.ts";
import { type TableFiles, writeTable } from "./write_table.ts";

const STATIONS = 900;
const CHANGES = 100;
const START_MS = Date.UTC(2025, 0, 1);

/** The prices of one station, unlike those of its neighbours. */
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

/** The same bytes, and how often they were read. */
function counted(bytes: ArrayBuffer) {
  const reads = { count: 0 };
  const slice: AsyncBuffer["slice"] = (start, end) => {
    reads.count++;
    return bytes.slice(start, end);
  };
  return { reads, file: { byteLength: bytes.byteLength, slice } };
}

async function join({ chunks, bytes, sha256 }: FileContent): Promise<ArrayBuffer> {
  chunks.slice(0, -1).forEach((chunk) => equal(chunk.length, CHUNK_BYTES));
  const whole = await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  equal(whole.byteLength, bytes);
  equal(createHash("sha256").update(new Uint8Array(whole)).digest("hex"), sha256);
  return whole;
}

Deno.test("writeTable() writes groups of whole stations, of which one is read by three ranges at most", async () => {
  const { rows, contents } = await writeTable("changes", inParts(), { hasCsv: false });
  equal(rows, STATIONS * CHANGES);
  deepEqual(Object.keys(contents), ["parquet"]);
  const parquet = contents.parquet!;
  ok(parquet.chunks.length > 1);
  const bytes = await join(parquet);
  const groups = parquetMetadata(bytes).row_groups.map(({ columns }) => columns[0]!.meta_data!.statistics!);
  ok(groups.length >= 3);
  groups.slice(1).forEach(({ min_value }, at) => ok(Number(min_value) > Number(groups[at]!.max_value)));
  for (const station_id of [1, 450, STATIONS]) {
    const { file, reads } = counted(bytes);
    const found = await parquetReadObjects({ file, filter: { station_id: { $eq: station_id } } });
    ok(reads.count <= 3, `${reads.count} reads`);
    deepEqual(found.map(toWritten), toRows(station_id));
  }
});

Deno.test("writeTable() gives equal bytes for equal rows, as Parquet and as CSV in gzip", async () => {
  const one = await writeTable("changes", inParts(), { hasCsv: true });
  const other = await writeTable("changes", inParts(), { hasCsv: true });
  const hashes = ({ contents }: TableFiles) => Object.entries(contents).map(([kind, { sha256 }]) => [kind, sha256]);
  deepEqual(hashes(one).map(([kind]) => kind), ["parquet", "csv.gz"]);
  deepEqual(hashes(one), hashes(other));
  const text = await readPacked(new Uint8Array(await join(one.contents["csv.gz"]!)));
  equal(text.split("\n").length, STATIONS * CHANGES + 2);
});
