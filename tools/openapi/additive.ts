/** Lists what a change of the OpenAPI document would break for callers of v1. @module */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The part of a document that a `$ref` names, or the value itself. */
function resolve(document: Json, value: unknown): Json {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== "string") return value;
  let found: unknown = document;
  for (const name of value.$ref.slice(2).split("/")) found = isObject(found) ? found[name] : undefined;
  return resolve(document, found);
}

/** A schema that may be null as `anyOf`, whichever of JSON Schema's two ways it was written in. */
function toAnyOf(schema: Json): Json {
  if (!Array.isArray(schema.type)) return schema;
  const { type, ...rest } = schema;
  return { anyOf: (type as string[]).map((one) => one === "null" ? { type: one } : { ...rest, type: one }) };
}

/** Two documents, the frozen one and the new one, and the findings. */
class Comparison {
  readonly findings: string[] = [];

  constructor(private readonly old: Json, private readonly now: Json) {}

  run(): void {
    for (const [path, item] of Object.entries(resolve(this.old, this.old.paths))) {
      for (const [method, operation] of Object.entries(resolve(this.old, item))) {
        const next = resolve(this.now, resolve(this.now, resolve(this.now, this.now.paths)[path])[method]);
        if (Object.keys(next).length === 0) this.#tell(`${method} ${path}`, "was removed");
        else this.#operation(`${method} ${path}`, resolve(this.old, operation), next);
      }
    }
  }

  #tell(where: string, what: string): void {
    this.findings.push(`${where}: ${what}`);
  }

  #operation(where: string, old: Json, now: Json): void {
    if (old.operationId !== now.operationId) {
      this.#tell(where, `operationId ${old.operationId} became ${now.operationId}`);
    }
    this.#parameters(where, old, now);
    const responses = resolve(this.now, now.responses);
    for (const [status, response] of Object.entries(resolve(this.old, old.responses))) {
      const place = `${where} ${status}`;
      if (!responses[status]) this.#tell(place, "was removed");
      else this.#response(place, resolve(this.old, response), resolve(this.now, responses[status]));
    }
  }

  #parameters(where: string, old: Json, now: Json): void {
    const list = (document: Json, operation: Json) =>
      ((operation.parameters ?? []) as unknown[]).map((one) => resolve(document, one));
    const keyOf = (parameter: Json) => `${parameter.in} parameter ${parameter.name}`;
    const before = new Map(list(this.old, old).map((parameter) => [keyOf(parameter), parameter]));
    const after = new Map(list(this.now, now).map((parameter) => [keyOf(parameter), parameter]));
    for (const [key, parameter] of before) {
      const next = after.get(key);
      if (!next) this.#tell(where, `${key} was removed`);
      else this.#parameter(`${where} ${key}`, parameter, next);
    }
    for (const [key, parameter] of after) {
      if (!before.has(key) && parameter.required) this.#tell(where, `${key} is new and required`);
    }
  }

  #parameter(where: string, old: Json, now: Json): void {
    if (now.required && !old.required) this.#tell(where, "became required");
    const [before, after] = [resolve(this.old, old.schema), resolve(this.now, now.schema)];
    if (before.type !== after.type) this.#tell(where, `type ${before.type} became ${after.type}`);
    if (JSON.stringify(before.default) !== JSON.stringify(after.default)) this.#tell(where, "its default changed");
    for (const bound of ["minimum", "minLength"]) {
      if (Number(after[bound] ?? -Infinity) > Number(before[bound] ?? -Infinity)) {
        this.#tell(where, `${bound} was raised`);
      }
    }
    for (const bound of ["maximum", "maxLength"]) {
      if (Number(after[bound] ?? Infinity) < Number(before[bound] ?? Infinity)) {
        this.#tell(where, `${bound} was lowered`);
      }
    }
    const lost = ((before.enum ?? []) as unknown[]).filter((value) =>
      !((after.enum ?? []) as unknown[]).includes(value)
    );
    if (lost.length > 0 && after.enum) this.#tell(where, `no longer takes ${lost.join(", ")}`);
  }

  #response(where: string, old: Json, now: Json): void {
    const missing = (before: unknown, after: unknown) =>
      Object.keys(isObject(before) ? before : {}).filter((name) => !(isObject(after) && name in after));
    for (const name of missing(old.headers, now.headers)) this.#tell(where, `header ${name} was removed`);
    for (const type of missing(old.content, now.content)) this.#tell(where, `content ${type} was removed`);
    const content = resolve(this.now, now.content);
    for (const [type, media] of Object.entries(resolve(this.old, old.content))) {
      const [before, after] = [resolve(this.old, media).schema, resolve(this.now, content[type]).schema];
      if (content[type]) this.#schema(`${where} ${type}`, before, after);
    }
  }

  #schema(where: string, oldValue: unknown, nowValue: unknown): void {
    const [old, now] = [toAnyOf(resolve(this.old, oldValue)), toAnyOf(resolve(this.now, nowValue))];
    for (const key of ["type", "const", "format", "pattern"]) {
      if (old[key] !== undefined && JSON.stringify(old[key]) !== JSON.stringify(now[key])) {
        this.#tell(where, `${key} ${JSON.stringify(old[key])} became ${JSON.stringify(now[key])}`);
      }
    }
    const required = (now.required ?? []) as string[];
    for (const name of (old.required ?? []) as string[]) {
      if (!required.includes(name)) this.#tell(where, `${name} is no longer always there`);
    }
    const properties = resolve(this.now, now.properties);
    for (const [name, property] of Object.entries(resolve(this.old, old.properties))) {
      if (properties[name] === undefined) this.#tell(where, `${name} was removed`);
      else this.#schema(`${where}.${name}`, property, properties[name]);
    }
    if (old.items) this.#schema(`${where}[]`, old.items, now.items);
    this.#alternatives(where, old, now);
  }

  #alternatives(where: string, old: Json, now: Json): void {
    for (const key of ["anyOf", "allOf"]) {
      const [before, after] = [(old[key] ?? []) as unknown[], (now[key] ?? []) as unknown[]];
      if (before.length === 0) continue; // nothing was promised
      if (before.length !== after.length) {
        this.#tell(where, `${key} has ${after.length} parts instead of ${before.length}`);
      } else before.forEach((part, index) => this.#schema(where, part, after[index]));
    }
    const lost = ((old.enum ?? []) as unknown[]).filter((value) => !((now.enum ?? []) as unknown[]).includes(value));
    if (lost.length > 0) this.#tell(where, `no longer answers ${lost.join(", ")}`);
  }
}

/** What in `now` would break a caller of `old`, one line per finding; empty when `now` only adds. */
export function findBreakingChanges(old: unknown, now: unknown): string[] {
  const comparison = new Comparison(old as Json, now as Json);
  comparison.run();
  return comparison.findings;
}
