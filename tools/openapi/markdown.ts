/** The API as Markdown for readers of the repository, from the same OpenAPI document. @module */

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; description: string; schema: Json };
type Operation = {
  summary: string;
  description: string;
  parameters?: (Parameter | { $ref: string })[];
  responses: Json;
};

const HEAD = `<!-- Written by deno task gen from the operations; never edited. -->

# The API

Every answer of \`/api/v1\` is \`{ "data", "meta" }\`, every error \`{ "error": { "code", "message" } }\`. The description for machines
is \`/openapi.json\` (frozen copy: [openapi.json](openapi.json)); \`/docs\` has examples to copy.
`;

function toBounds(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.minimum !== undefined) return `${schema.type} ${schema.minimum} to ${schema.maximum}`;
  return String(schema.type);
}

function toRow({ name, in: place, required, description, schema }: Parameter): string {
  const presence = required ? "required" : schema.default === undefined ? "optional" : `\`${schema.default}\``;
  return `| \`${name}\` | ${place} | ${toBounds(schema)} | ${presence} | ${description.replaceAll("|", "\\|")} |`;
}

function toTable(rows: readonly string[]): string {
  if (rows.length === 0) return "";
  return ["\n| parameter | in | values | default | meaning |", "| --- | --- | --- | --- | --- |", ...rows, ""].join(
    "\n",
  );
}

function toRows({ parameters = [] }: Operation): string[] {
  return parameters.filter((one): one is Parameter => "name" in one).map(toRow);
}

function toExample(operation: Operation): string {
  const ok = operation.responses["200"] as { content?: Record<string, { examples?: Record<string, Json> }> };
  const example = ok.content?.["application/json"]?.examples?.real;
  if (!example) return "";
  return `\n\`GET ${example.summary}\`\n\n\`\`\`json\n${JSON.stringify(example.value, null, 2)}\n\`\`\`\n`;
}

function toSection(path: string, operation: Operation, shared: ReadonlySet<string>): string {
  const rows = toRows(operation);
  const names = rows.filter((row) => shared.has(row)).map((row) => row.split(" ")[1]);
  const also = names.length > 0 ? `\n[Shared parameters](#shared-parameters): ${names.join(", ")}.\n` : "";
  const statuses = Object.keys(operation.responses).join(", ");
  const table = toTable(rows.filter((row) => !shared.has(row)));
  const head = `\n## GET ${path}\n\n${operation.summary}. ${operation.description}\n`;
  return `${head}${table}${also}\nStatuses: ${statuses}.\n${toExample(operation)}`;
}

/** Returns the text of `docs/api.md`. */
export function toMarkdown(document: Json): string {
  const paths = Object.entries(document.paths as Record<string, { get: Operation }>);
  const rows = paths.flatMap(([, { get }]) => toRows(get));
  const shared = new Set(rows.filter((row, at) => rows.indexOf(row) !== at));
  const sections = paths.map(([path, { get }]) => toSection(path, get, shared));
  return `${HEAD}\n## Shared parameters\n${toTable([...shared])}${sections.join("")}`;
}
