/** The reference of the routes, drawn from the operations themselves. @module */

import { EXAMPLES } from "../../../lib/http/openapi/examples.gen.ts";
import { type AnyOperation, type Param, paramsOf } from "../../../lib/operations/mod.ts";
import type { DocsWords } from "../../../lib/shared/words/docs.ts";

function describeValues({ kind, json }: Param): string {
  if (kind === "enum") return (json.enum as string[]).join(", ");
  if (kind === "boolean") return "true, false";
  if (kind === "string") return `text, ${json.minLength} … ${json.maxLength}`;
  return `${json.minimum} … ${json.maximum}`;
}

function ParamRow({ param, words }: { param: Param; words: DocsWords["table"] }) {
  const fallback = param.json.default === undefined ? words.optional : String(param.json.default);
  return (
    <tr>
      <th scope="row">
        <code>{param.name}</code>
      </th>
      <td>{describeValues(param)}</td>
      <td>{param.required ? words.required : <code>{fallback}</code>}</td>
      <td lang="en">{String(param.json.description)}</td>
    </tr>
  );
}

function toFormatParam(operation: AnyOperation): Param[] {
  const { formats } = operation;
  if (formats.length === 1) return [];
  const json = {
    enum: [...formats],
    default: "json",
    description: "Form of the answer; the Accept header does the same",
  };
  return [{ name: "format", kind: "enum", required: false, schema: paramsOf(operation)[0].schema, json }];
}

function Route({ operation, words }: { operation: AnyOperation; words: DocsWords }) {
  const { table } = words;
  const example = EXAMPLES[operation.id];
  const params = [...paramsOf(operation), ...toFormatParam(operation)];
  return (
    <article class="docs-route" id={operation.id}>
      <h3 lang="en">
        <a href={`#${operation.id}`}>{operation.title}</a>
      </h3>
      <p>
        <code class="docs-path">GET {operation.path}</code>
      </p>
      <p lang="en">{operation.description}</p>
      <div class="table-scroll" tabIndex={0} role="group" aria-label={operation.path}>
        <table class="table">
          <thead>
            <tr>
              {[table.parameter, table.values, table.fallback, table.meaning].map((name) => (
                <th key={name} scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>{params.map((param) => <ParamRow key={param.name} param={param} words={table} />)}</tbody>
        </table>
      </div>
      <details>
        <summary>{words.example}</summary>
        <p>
          <a href={operation.example}>
            <code>{operation.example}</code>
          </a>
        </p>
        {example && (
          <pre tabIndex={0} lang="en"><code data-language="answer">{JSON.stringify(example.body, null, 2)}</code></pre>
        )}
      </details>
    </article>
  );
}

/** The routes of the API, in the order of the list. */
export function Reference({ operations, words }: { operations: readonly AnyOperation[]; words: DocsWords }) {
  const routes = operations.filter(({ kind }) => kind === "api");
  return <>{routes.map((operation) => <Route key={operation.id} operation={operation} words={words} />)}</>;
}

/** The MCP tools with what they answer. */
export function Tools({ operations }: { operations: readonly AnyOperation[] }) {
  const tools = operations.flatMap(({ tool, title }) => tool ? [{ name: tool.name, title }] : []);
  return (
    <ul lang="en">
      {tools.map(({ name, title }) => (
        <li key={name}>
          <code>{name}</code>: {title}
        </li>
      ))}
    </ul>
  );
}
