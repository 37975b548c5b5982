/** The documentation for people: from the first request to the licence, on one page without a script. @module */

import { asset, Head } from "fresh/runtime";
import { Meta } from "../../../components/Meta.tsx";
import { Page } from "../../../components/Page.tsx";
import { type ErrorRow } from "../../../lib/http/errors.ts";
import type { AnyOperation } from "../../../lib/operations/mod.ts";
import type { Lang } from "../../../lib/shared/lang.ts";
import { type DocsWords, docsWords } from "../../../lib/shared/words/docs.ts";
import { Code, Points, Section, Texts } from "./blocks.tsx";
import { Reference, Tools } from "./reference.tsx";
import { type Samples, samplesFor } from "./samples.ts";

/** What the page shows. */
export type DocsData = { lang: Lang; origin: string; errors: ErrorRow[]; operations: readonly AnyOperation[] };

type Parts = { words: DocsWords; samples: Samples; origin: string; operations: readonly AnyOperation[] };

function Contents({ words }: { words: DocsWords }) {
  return (
    <nav class="docs-contents" aria-label={words.contents}>
      <ul>
        {Object.entries(words.sections).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Start({ words, samples }: Parts) {
  return (
    <Section id="start" title={words.sections.start}>
      <p>{words.start}</p>
      {samples.start.map((sample) => <Code key={sample.title} sample={sample} />)}
    </Section>
  );
}

function Errors({ words, errors }: { words: DocsWords; errors: ErrorRow[] }) {
  const { errorTable } = words;
  const shape =
    '{ "error": { "code": "INVALID_FUEL", "message": "Parameter \\"fuel\\" is \\"diesel\\"; expected one of …" } }';
  return (
    <Section id="errors" title={words.sections.errors}>
      <p>{words.errors}</p>
      <pre tabIndex={0} lang="en"><code data-language="answer">{shape}</code></pre>
      <div class="table-scroll" tabIndex={0} role="group" aria-label={words.sections.errors}>
        <table class="table" lang="en">
          <thead>
            <tr>
              <th scope="col">{errorTable.status}</th>
              <th scope="col">{errorTable.code}</th>
              <th scope="col">{errorTable.meaning}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ code, status, description }) => (
              <tr key={code}>
                <td>{status}</td>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Mcp({ words, samples, origin, operations }: Parts) {
  return (
    <Section id="mcp" title={words.sections.mcp}>
      <Texts texts={words.mcp.map((text) => text.replace("{origin}", origin))} />
      {words.mcpClients.map(({ term, text }, index) => (
        <div class="docs-client" key={term}>
          <h3>{term}</h3>
          <p>{text}</p>
          {samples.mcp[index] && <Code sample={samples.mcp[index]} />}
        </div>
      ))}
      <h3>{words.mcpTools}</h3>
      <Tools operations={operations} />
      <Code sample={samples.mcpCall} />
    </Section>
  );
}

/** The page. */
export function DocsPage({ url, data }: { url: URL; data: DocsData }) {
  const { lang, origin, errors, operations } = data;
  const words = docsWords(lang);
  const parts = { words, samples: samplesFor(origin), origin, operations };
  const { sections } = words;
  return (
    <>
      <Head>
        <link rel="stylesheet" href={asset("/docs.css")} />
        <Meta {...{ origin, lang }} path="/docs" title={words.title} description={words.description} />
      </Head>
      <Page url={url} current="/docs">
        <div class="docs">
          <header class="docs-head">
            <h1>{words.title}</h1>
            <p class="docs-intro">{words.intro}</p>
            <p>
              <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/llms.txt">llms.txt</a> · <a href="/readyz">readyz</a>
            </p>
          </header>
          <Contents words={words} />
          <div class="docs-body">
            <Start {...parts} />
            <Section id="routes" title={sections.routes}>
              <p>{words.routes}</p>
              <Reference operations={operations} words={words} />
            </Section>
            <Section id="rules" title={sections.rules}>
              <Points points={words.rules} />
            </Section>
            <Section id="limits" title={sections.limits}>
              <Texts texts={words.limits} />
              <h3>{words.polite}</h3>
              <Code sample={parts.samples.polite} />
            </Section>
            <Section id="caching" title={sections.caching}>
              <Texts texts={words.caching} />
              <Code sample={parts.samples.caching} />
            </Section>
            <Errors words={words} errors={errors} />
            <Section id="formats" title={sections.formats}>
              <Points points={words.formats} />
            </Section>
            <Section id="bulk" title={sections.bulk}>
              <p>{words.bulk}</p>
              <Code sample={parts.samples.bulk} />
            </Section>
            <Mcp {...parts} />
            <Section id="versions" title={sections.versions}>
              <Texts texts={words.versions} />
            </Section>
            <Section id="license" title={sections.license}>
              <Texts texts={words.license} />
            </Section>
          </div>
        </div>
      </Page>
    </>
  );
}
