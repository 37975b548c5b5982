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

function toExample(operation: Operation): string {
  const ok = operation.responses["200"] as { content?: Record<string, { examples?: Record<string, Json> }> };
  const example = ok.content?.["application/json"]?.examples?.real;
  if (!example) return "";
  return `\n\`GET ${example.summary}\`\n\n\`\`\`json\n${JSON.stringify(example.value, null, 2)}\n\`\`\`\n`;
}

function toSection(path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => "name" in one);
  const table = parameters.length === 0 ? "" : [
    "\n| parameter | in | values | default | meaning |",
    "| --- | --- | --- | --- | --- |",
    ...parameters.map(toRow),
    "",
  ].join("\n");
  const statuses = Object.keys(operation.responses).join(", ");
  return `\n## GET ${path}\n\n${operation.summary}. ${operation.description}\n${table}\nStatuses: ${statuses}.\n${
    toExample(operation)
  }`;
}

/** The text of `docs/api.md`. */
export function toMarkdown(document: Json): string {
  const paths = Object.entries(document.paths as Record<string, { get: Operation }>);
  return HEAD + paths.map(([path, { get }]) => toSection(path, get)).join("");
}
