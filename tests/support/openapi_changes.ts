/** Lists how a change of the OpenAPI document would break clients of v1. @module */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const toList = (value: unknown) => Array.isArray(value) ? value as unknown[] : [];

/** Returns the part of a document that a `$ref` names, or the value itself. */
function resolve(document: Json, value: unknown): Json {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== "string") return value;
  const names = value.$ref.slice(2).split("/");
  return resolve(document, names.reduce<unknown>((found, name) => (found as Json)[name], document));
}

/** Removes null from values that are null only on a caller's request, as their description says. */
function withoutOptionalNull(node: Json): Json {
  const [value, nothing] = toList(node.anyOf) as Json[];
  const isOptional = nothing?.type === "null" &&
    /null only with \w+=/i.test(String(node.description));
  if (!isOptional) return node;
  const { anyOf: _, ...others } = node;
  return { ...others, ...value };
}

/** Keywords whose names may not disappear, and how a finding describes these. */
const NAMED = { responses: "response ", headers: "header ", content: "content ", properties: "" };
/** Keywords that may not change, for what clients send and for what they receive. */
const FIXED = {
  input: ["type", "default"],
  output: ["operationId", "type", "const", "format", "pattern"],
};

class Comparison {
  readonly findings: string[] = [];

  constructor(private readonly old: Json, private readonly now: Json) {}

  run(): void {
    const old = resolve(this.old, this.old.paths);
    const now = resolve(this.now, this.now.paths);
    for (const [path, item] of Object.entries(old)) this.#names(path, ["", item, now[path]]);
  }

  #report(where: string, what: string): void {
    this.findings.push(`${where}: ${what}`);
  }

  #names(
    where: string,
    [kind, oldValue, nowValue]: [kind: string, old: unknown, now: unknown],
    isInput = false,
  ): void {
    const old = resolve(this.old, oldValue);
    const now = resolve(this.now, nowValue);
    for (const [name, value] of Object.entries(old)) {
      if (now[name] === undefined) this.#report(where, `${kind}${name} was removed`);
      else this.#node(`${where} ${kind}${name}`, [value, now[name]], isInput);
    }
  }

  /**
   * Returns the matching schema in `now`. If clients may send several forms, it is the one that
   * they already send.
   */
  #form(value: unknown, old: Json): Json {
    const now = resolve(this.now, value);
    const forms = "type" in old ? toList(now.oneOf) : [];
    return forms.map((form) => resolve(this.now, form)).find(({ type }) => type === old.type) ??
      now;
  }

  #node(where: string, [oldValue, nowValue]: [old: unknown, now: unknown], isInput: boolean): void {
    const old = withoutOptionalNull(resolve(this.old, oldValue));
    const now = withoutOptionalNull(
      isInput ? this.#form(nowValue, old) : resolve(this.now, nowValue),
    );
    for (const key of isInput ? FIXED.input : FIXED.output) {
      const before = JSON.stringify(old[key]);
      const after = JSON.stringify(now[key]);
      if ((isInput || key in old) && before !== after) {
        this.#report(where, `${key} ${before} became ${after}`);
      }
    }
    if (isInput) this.#input(where, old, now);
    for (const name of toList(old.required)) {
      if (!toList(now.required).includes(name)) {
        this.#report(where, `${name} is no longer always there`);
      }
    }
    const lost = toList(old.enum).filter((value) => !toList(now.enum).includes(value));
    if (lost.length > 0 && (now.enum || !isInput)) {
      this.#report(where, `no longer ${isInput ? "takes" : "answers"} ${lost.join(", ")}`);
    }
    this.#parameters(where, old, now);
    if (old.requestBody) this.#node(`${where} body`, [old.requestBody, now.requestBody], true);
    for (const [key, kind] of Object.entries(NAMED)) {
      this.#names(where, [kind, old[key], now[key]], isInput);
    }
    if (old.schema) this.#node(where, [old.schema, now.schema], isInput);
    // A tuple has a schema for each of its items.
    const items = toList(now.prefixItems ?? [now.items]);
    if (old.items) { for (const item of items) this.#node(where, [old.items, item], isInput); }
    for (const key of ["anyOf", "allOf", "oneOf", "prefixItems"]) {
      const before = toList(old[key]);
      const after = toList(now[key]);
      if (before.length === 0) continue; // the old description promised nothing
      if (before.length === after.length) {
        before.forEach((part, i) => this.#node(where, [part, after[i]], isInput));
      } else this.#report(where, `${key} has ${after.length} parts instead of ${before.length}`);
    }
  }

  #input(where: string, old: Json, now: Json): void {
    if (now.required === true && old.required !== true) this.#report(where, "became required");
    for (const key of ["minimum", "minLength"]) {
      if (Number(now[key] ?? -Infinity) > Number(old[key] ?? -Infinity)) {
        this.#report(where, `${key} was raised`);
      }
    }
    for (const key of ["maximum", "maxLength"]) {
      if (Number(now[key] ?? Infinity) < Number(old[key] ?? Infinity)) {
        this.#report(where, `${key} was lowered`);
      }
    }
  }

  #parameters(where: string, old: Json, now: Json): void {
    const byName = (document: Json, parameters: unknown) =>
      Object.fromEntries(
        toList(parameters).map((one) => {
          const parameter = resolve(document, one);
          return [`${parameter.in} parameter ${parameter.name}`, parameter];
        }),
      );
    const before = byName(this.old, old.parameters);
    const after = byName(this.now, now.parameters);
    this.#names(where, ["", before, after], true);
    for (const [name, { required }] of Object.entries(after)) {
      if (required && !before[name]) this.#report(where, `${name} is new and required`);
    }
  }
}

/**
 * Returns how `now` would break a client of `old`, one line per finding; empty if `now` only adds.
 */
export function findBreakingChanges(old: unknown, now: unknown): string[] {
  const comparison = new Comparison(old as Json, now as Json);
  comparison.run();
  return comparison.findings;
}
