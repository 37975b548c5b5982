/**
 * Adds numbers next to the texts of a response: `price_eur` after each price, `age_hours` after
 * each `updated_at`.
 *
 * @module
 */

type Schema = Record<string, unknown>;

const TENTH_OF_HOUR_MS = 360_000;

/** Returns whether a field is a price in euros per litre, such as `last_price` or `avgPrice7d`. */
function isPriceField(name: string): boolean {
  return /price(?:\dd)?$/i.test(name);
}

const toAgeHours = (instant: string, asOfMs: number) =>
  Math.max(0, Math.round((asOfMs - Date.parse(instant)) / TENTH_OF_HOUR_MS) / 10);

/**
 * Returns a copy of the data with the numbers added. A null price gets no number. Ages count up to
 * `asOfMs`.
 */
export function addNumbers<T>(value: T, asOfMs: number): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => addNumbers(one, asOfMs)) as T;
  const all: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    all[name] = addNumbers(field, asOfMs);
    if (typeof field !== "string") continue;
    if (isPriceField(name)) all[`${name}_eur`] = Number(field);
    if (name === "updated_at") all.age_hours = toAgeHours(field, asOfMs);
  }
  return all as T;
}

const AGE: Schema = {
  description: "Hours from updated_at to meta.generated_at, one decimal; 0 if updated_at is later",
  type: "number",
  minimum: 0,
};

/** Adds the numbers to the properties of a JSON Schema. */
export function addNumberFields(node: Schema): void {
  const { properties, required = [] } = node as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (!properties) return;
  const all: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(properties)) {
    all[name] = schema;
    const isPrice = isPriceField(name) && (schema.type === "string" || schema.anyOf !== undefined);
    const number = isPrice ? `${name}_eur` : name === "updated_at" ? "age_hours" : null;
    if (number === null) continue;
    const isAlways = schema.type === "string" && required.includes(name);
    const absent = isAlways ? "" : `; absent if ${name} is null or absent`;
    all[number] = number === "age_hours"
      ? AGE
      : { type: "number", description: `${name} as a number, euros per litre${absent}` };
    if (isAlways) required.push(number);
  }
  node.properties = all;
}
