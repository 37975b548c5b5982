/**
 * The documentation for people, from the first request to the licence, on one page without a
 * script; and the recipes.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { Head } from "fresh/runtime";
import type { loadDocs } from "../../lib/pages/docs/load.ts";
import type { loadRecipes } from "../../lib/pages/docs/recipes.ts";
import type { Sample } from "../../lib/pages/docs/samples.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { commonWords } from "../../lib/words/mod.ts";
import { Scroll, Section, Table } from "../Blocks.tsx";
import { Meta } from "../Metadata.tsx";
import { Page, Styles } from "../Page.tsx";

type Props = { data: ReturnType<typeof loadDocs> };
type Words = Props["data"]["words"];

type PageProps = {
  url: URL;
  data: Props["data"] | Awaited<ReturnType<typeof loadRecipes>>;
  children?: ComponentChildren;
};

/** The page of the documentation, or a page of recipes after the sections that are given. */
export function DocsPage({ url, data, children }: PageProps) {
  const { lang, origin, words, head, sections } = data;
  return (
    <>
      <Styles names={["docs"]} />
      <Head>
        <Meta origin={origin} lang={lang} {...head} />
      </Head>
      <Page url={url} current="/docs">
        <div class="docs">
          <header class="docs-head">
            <h1>{head.title}</h1>
            <p class="docs-intro">{head.intro}</p>
            <p>
              <a href={toLocalPath("/docs", lang)}>{words.docs.title}</a> ·{" "}
              <a href={toLocalPath("/docs/recipes", lang)}>{words.recipes.title}</a> ·{" "}
              <a href={toLocalPath("/donnees", lang)}>{commonWords[lang].footer.data}</a> ·{" "}
              <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/llms.txt">llms.txt</a> ·{" "}
              <a href="/readyz">readyz</a>
            </p>
          </header>
          <nav class="docs-contents" aria-label={words.contents}>
            <ul>
              {Object.entries(sections).map(([id, title]) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="docs-body">
            {children}
            {"routes" in data
              ? <Reference data={data} />
              : data.recipes.map(({ id, title, text, samples }) => (
                <Section key={id} id={id} title={title}>
                  <p>{text}</p>
                  {samples.map((sample, at) => <Code key={at} sample={sample} />)}
                </Section>
              ))}
          </div>
        </div>
      </Page>
    </>
  );
}

function Reference({ data }: Props) {
  const { words, sections, samples, routes } = data;
  const part = (
    id: "start" | "limits" | "caching" | "bulk" | "versions" | "license",
    sample?: Sample,
  ) => (
    <Section id={id} title={sections[id]}>
      <Texts texts={[words[id]].flat()} />
      {sample && <Code sample={sample} />}
    </Section>
  );
  return (
    <>
      {part("start", samples.start)}
      <Section id="routes" title={sections.routes}>
        <p>{words.routes}</p>
        {routes.map((route) => (
          <Route
            key={route.id}
            route={route}
            words={words}
            lang={data.lang}
          />
        ))}
      </Section>
      <Section id="rules" title={sections.rules}>
        {words.rules.map((rule) => <Point key={rule.term} {...rule} />)}
      </Section>
      {part("limits")}
      {part("caching", samples.caching)}
      <Errors data={data} />
      {part("bulk", samples.bulk)}
      <Mcp data={data} />
      {part("versions")}
      {part("license")}
    </>
  );
}

function Errors({ data: { words, errors } }: Props) {
  const { errorTable } = words;
  const shape =
    '{ "error": { "code": "INVALID_FUEL", "message": "Parameter \\"fuel\\" is \\"diesel\\"; expected one of …" } }';
  return (
    <Section id="errors" title={words.sections.errors}>
      <p>{words.errors}</p>
      <pre tabIndex={0} lang="en"><code data-language="answer">{shape}</code></pre>
      <Scroll label={words.sections.errors}>
        <Table
          lang="en"
          columns={[
            { name: errorTable.status, cell: ({ status }) => status },
            { name: errorTable.code, cell: ({ code }) => <code>{code}</code> },
            { name: errorTable.meaning, cell: ({ description }) => description },
          ]}
          rows={errors}
          keyOf={({ code }) => code}
          head={1}
        />
      </Scroll>
    </Section>
  );
}

function Mcp({ data: { words, samples, origin, tools } }: Props) {
  return (
    <Section id="mcp" title={words.sections.mcp}>
      <Texts texts={words.mcp.map((text) => text.replace("{origin}", origin))} />
      {words.mcpClients.map((client, at) => (
        <Point key={client.term} {...client} sample={samples.mcp[at]} />
      ))}
      <h3>{words.mcpTools}</h3>
      <ul lang="en">
        {tools.map(({ name, title }) => (
          <li key={name}>
            <code>{name}</code>: {title}
          </li>
        ))}
      </ul>
      <Code sample={samples.mcpCall} />
    </Section>
  );
}

type Route = Props["data"]["routes"][number];

type RowsProps = {
  name: string;
  rows: NonNullable<Route["groups"]["answer"]>;
  words: Words;
  path: string;
};

function Rows({ name, rows, words, path }: RowsProps) {
  const { values, fallback, meaning } = words.table;
  return (
    <Scroll label={`${path}, ${name}`}>
      <Table
        columns={[
          { name, cell: ({ name }) => <code>{name}</code> },
          {
            name: values,
            cell: (row) =>
              row.fallback === undefined
                ? row.values
                : `${row.values} (${fallback}\u00a0${row.fallback})`,
          },
          { name: meaning, cell: ({ description }) => <span lang="en">{description}</span> },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </Scroll>
  );
}

function Route({ route, words, lang }: { route: Route; words: Words; lang: Lang }) {
  const { id, title, path, description, groups, example, answer } = route;
  return (
    <article class="docs-route" id={id}>
      <h3 lang="en">
        <a href={`#${id}`}>{title}</a>
      </h3>
      <p>
        <code class="docs-path">GET {path}</code>
      </p>
      <p lang="en">{description}</p>
      {Object.entries(words.groups).map(([group, name]) => {
        const rows = groups[group as keyof typeof groups];
        return rows && <Rows key={group} name={name} rows={rows} words={words} path={path} />;
      })}
      {answer === null
        ? (
          <p>
            <a href={`${toLocalPath("/docs", lang)}?route=${id}#${id}`}>{words.answer}</a>
          </p>
        )
        : (
          <>
            <details open={answer.isOpen}>
              <summary>{words.fields}</summary>
              <Rows name={words.fields} rows={answer.fields} words={words} path={path} />
            </details>
            <details open={answer.isOpen}>
              <summary>{words.example}</summary>
              {answer.text !== null && (
                <pre tabIndex={0} lang="en"><code data-language="answer">{answer.text}</code></pre>
              )}
            </details>
          </>
        )}
      <p>
        {words.try}{" "}
        <a href={example}>
          <code>{example}</code>
        </a>
      </p>
    </article>
  );
}

/** A block of code that the keyboard can reach and scroll. */
function Code({ sample }: { sample: Sample }) {
  return (
    <figure class="docs-code">
      <figcaption>{sample.title}</figcaption>
      <pre tabIndex={0} lang="en"><code data-language={sample.language}>{sample.code}</code></pre>
    </figure>
  );
}

/** A paragraph for each text. */
export function Texts({ texts }: { texts: readonly string[] }) {
  return <>{texts.map((text) => <p key={text}>{text}</p>)}</>;
}

/** A term and its description. */
function Point({ term, text, sample }: { term: string; text: string; sample?: Sample | null }) {
  return (
    <div class="docs-point">
      <h3>{term}</h3>
      <p>{text}</p>
      {sample && <Code sample={sample} />}
    </div>
  );
}
