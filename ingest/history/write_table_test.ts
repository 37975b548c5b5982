import { deepEqual, equal, ok } from "node:assert/strict";
import { type AsyncBuffer, asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import type { HistoryRow } from "../../lib/domain/history_files.ts";
import { toWritten } from "../../tests/support/history_files.ts";
import { writeTable } from "./write_table.ts";

const STATIONS = 900;
const CHANGES = 100;
const START_MS = Date.UTC(2025, 0, 1);

/** The prices of one station, unlike those of its neighbours. */
function toRows(station_id: number): HistoryRow[] {
  return Array.from({ length: CHANGES }, (_, at): HistoryRow => ({
    ...{ station_id, fuel: "gazole", price: 1500 + (station_id + at * 7) % 400 },
    ...{ since: START_MS + at * 86_400_123 + station_id, until: at < 99 ? START_MS + (at + 1) * 86_400_123 : null },
    ...{ confirmed: null, suspect: at === 50 },
  }));
}

async function* inParts(): AsyncGenerator<HistoryRow[]> {
  for (let station = 1; station <= STATIONS; station++) yield toRows(station);
}

/** The same file, and how often it was read from. */
function counted(file: AsyncBuffer) {
  const reads = { count: 0 };
  const slice: AsyncBuffer["slice"] = (start, end) => {
    reads.count++;
    return file.slice(start, end);
  };
  return { reads, file: { byteLength: file.byteLength, slice } };
}

Deno.test("writeTable() writes groups of whole stations, of which one is read by three ranges at most", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/a.parquet`;
  equal(await writeTable("changes", inParts(), { path, csvPath: null }), STATIONS * CHANGES);
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const groups = metadata.row_groups.map(({ columns }) => columns[0]!.meta_data!.statistics!);
  ok(groups.length >= 3);
  groups.slice(1).forEach(({ min_value }, at) => ok(Number(min_value) > Number(groups[at]!.max_value)));
  for (const station_id of [1, 450, STATIONS]) {
    const { file, reads } = counted(await asyncBufferFromFile(path));
    const rows = await parquetReadObjects({ file, filter: { station_id: { $eq: station_id } } });
    ok(reads.count <= 3, `${reads.count} reads`);
    deepEqual(rows.map(toWritten), toRows(station_id));
  }
  await Deno.remove(folder, { recursive: true });
});
