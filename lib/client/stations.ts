/** All stations of the country in typed columns, from one download: panning and filtering then ask nobody. @module */

/** The bulk file, as far as the map reads it (`/data/current.json`). */
export type CurrentFile = {
  format: number;
  generated_at: string;
  source: "official" | "file" | "sample";
  count: number;
  fuels: string[];
  brands: string[];
  departments: string[];
  weeks: string[];
  id: number[];
  lat: number[];
  lng: number[];
  brand: number[];
  department: number[];
  flags: number[];
  hours: number[];
  prices: { price: number[]; age: number[] }[];
};

/** One fuel: thousandths of a euro (0: not sold here, -1: out of stock) and whole hours since. */
export type FuelColumn = { price: Int16Array; ageH: Int32Array };

/** Entry i of each column belongs to the same station. */
export type Stations = {
  count: number;
  asOfMs: number;
  source: CurrentFile["source"];
  brands: readonly string[];
  departments: readonly string[];
  weeks: readonly string[];
  id: Int32Array;
  lat: Float64Array;
  lng: Float64Array;
  brand: Int16Array;
  department: Int16Array;
  flags: Uint8Array;
  hours: Int16Array;
  fuels: ReadonlyMap<string, FuelColumn>;
  /** Index of a station by its id. */
  indexOf: ReadonlyMap<string, number>;
};

/** Bits of {@link Stations.flags}. */
export const FLAG = { motorway: 1, h24: 2 } as const;

/** The layout that this code reads. */
const FORMAT = 1;

function sums(steps: readonly number[], divisor: number): Float64Array {
  let sum = 0;
  return Float64Array.from(steps, (step) => (sum += step) / divisor);
}

/** Turns the file into columns. Throws a RangeError on a layout that is not known. */
export function toStations(file: CurrentFile): Stations {
  if (file.format !== FORMAT) throw new RangeError(`Unknown layout ${file.format} of the bulk file`);
  const id = Int32Array.from(sums(file.id, 1));
  const [lat, lng] = [sums(file.lat, 100_000), sums(file.lng, 100_000)];
  return {
    count: file.count,
    asOfMs: Date.parse(file.generated_at),
    source: file.source,
    brands: file.brands,
    departments: file.departments,
    weeks: file.weeks,
    id,
    lat,
    lng,
    brand: Int16Array.from(file.brand),
    department: Int16Array.from(file.department),
    flags: Uint8Array.from(file.flags),
    hours: Int16Array.from(file.hours),
    fuels: new Map(file.prices.map(({ price, age }, index) => [
      file.fuels[index],
      { price: Int16Array.from(price), ageH: Int32Array.from(age) },
    ])),
    indexOf: new Map(Array.from(id, (number, index) => [String(number), index])),
  };
}
