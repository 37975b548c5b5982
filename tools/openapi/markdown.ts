/** The API as Markdown for readers of the repository, from the same OpenAPI document. @module */

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; description: string; schema: Json };
type Operation = {
  summary: string;
  description: string;
  parameters?: (Parameter | { $ref: string })[];
  responses: Json;
};

const USUAL_STATUSES = "200, 304, 400, 405, 429, 500, 503";

const HEAD = `<!-- Written by deno task gen from the operations; never edited. -->

# The API

Every response of \`/api/v1\` is \`{ "data", "meta" }\`, every error \`{ "error": { "code", "message" } }\`. The description for
machines is \`/openapi.json\` (frozen copy: [openapi.json](openapi.json)); \`/docs\` has examples to copy. The examples here
are of invented data and show one entry of each list, and only the first one shows the fields of \`meta\` that all of them have. Statuses are
${USUAL_STATUSES} unless a section names others.
`;

const COMMON_META = ["version", "generated_at", "feed_at", "source", "attribution", "license"];

function toBounds(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.minimum !== undefined) return `${schema.type} ${schema.minimum} to ${schema.maximum}`;
  return String(schema.type);
}

function toRow({ name, required, description, schema }: Parameter): string {
  const presence = required ? "required" : schema.default === undefined ? "optional" : `\`${schema.default}\``;
  const meaning = description.replace(`, ${schema.minimum} to ${schema.maximum}`, "").replaceAll("|", "\\|");
  return `| \`${name}\` | ${toBounds(schema)} | ${presence} | ${meaning} |`;
}

function toTable(rows: readonly string[]): string {
  if (rows.length === 0) return "";
  return ["\n| parameter | values | default | meaning |", "| --- | --- | --- | --- |", ...rows, ""].join("\n");
}

function toRows({ parameters = [] }: Operation): string[] {
  return parameters.filter((one): one is Parameter => "name" in one).map(toRow);
}

/** Shortens an example: one entry of each list of objects, two of any other. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, typeof value[0] === "object" ? 1 : 2).map(shorten);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field)]));
}

function toExample(operation: Operation, isFirst: boolean): string {
  const ok = operation.responses["200"] as { content?: Record<string, { examples?: Record<string, Json> }> };
  const example = ok.content?.["application/json"]?.examples?.invented;
  if (!example) return "";
  const short = shorten(example.value) as { data: unknown; meta: Json };
  const fields = Object.entries(short.meta).filter(([name]) => isFirst || !COMMON_META.includes(name));
  const meta = fields.length > 0 ? { meta: Object.fromEntries(fields) } : {};
  const json = JSON.stringify({ data: short.data, ...meta }, null, 2);
  return `\n\`GET ${String(example.summary).replace(/.*: /, "")}\`\n\n\`\`\`json\n${json}\n\`\`\`\n`;
}

function toSection(path: string, operation: Operation, shared: ReadonlySet<string>, isFirst: boolean): string {
  const rows = toRows(operation);
  const names = rows.filter((row) => shared.has(row)).map((row) => row.split(" ")[1]);
  const also = names.length > 0 ? `\n[Shared parameters](#shared-parameters): ${names.join(", ")}.\n` : "";
  const statuses = Object.keys(operation.responses).join(", ");
  const table = toTable(rows.filter((row) => !shared.has(row)));
  const head = `\n## GET ${path}\n\n${operation.summary}. ${operation.description}\n`;
  const others = statuses === USUAL_STATUSES ? "" : `\nStatuses: ${statuses}.\n`;
  return `${head}${table}${also}${others}${toExample(operation, isFirst)}`;
}

/** Returns the text of `docs/api.md`. */
export function toMarkdown(document: Json): string {
  const paths = Object.entries(document.paths as Record<string, { get: Operation }>);
  const rows = paths.flatMap(([, { get }]) => toRows(get));
  const shared = new Set(rows.filter((row, at) => rows.indexOf(row) !== at));
  const sections = paths.map(([path, { get }], at) => toSection(path, get, shared, at === 0));
  return `${HEAD}\n## Shared parameters\n${toTable([...shared])}${sections.join("")}`;
}
