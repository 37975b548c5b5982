/**
 * The page of the files of past prices: their content, a list, their columns, recipes.
 *
 * @module
 */

import type { loadFiles } from "../../lib/pages/data/load.ts";
import { formatCount } from "../../lib/words/format.ts";
import { fill } from "../../lib/words/fill.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { Scroll, Section, Table } from "../Blocks.tsx";
import { DocsPage, Texts } from "../docs/DocsPage.tsx";

type Props = { data: Awaited<ReturnType<typeof loadFiles>> };
type Periods = Props["data"]["groups"][number][1];
/** `year` is the closed year of these months, or empty for periods that are always shown. */
type FilesProps = Props & { year: string; periods: Periods };

/** The whole page. */
export function DataPage({ url, data }: Props & { url: URL }) {
  const { lang, filesWords: words, groups, links, texts, tables, sections } = data;
  return (
    <DocsPage url={url} data={data}>
      <Section id="files" title={words.files}>
        <Texts texts={texts} />
        <p>{links.map((path) => <a key={path} class="data-link" href={path}>{path}</a>)}</p>
        {groups.map(([year, periods]) => (
          <Files key={year} year={year} periods={periods} data={data} />
        ))}
        {groups.length === 0 && <p>{words.none}</p>}
      </Section>
      {tables.map(([table, columns]) => (
        <Section key={table} id={table} title={sections[table]!}>
          <Scroll label={sections[table]!}>
            <Table
              columns={[
                { name: words.column, cell: ({ name }) => <code>{name}</code> },
                { name: "Type", cell: ({ type }) => <code>{type}</code> },
                { name: words.meaning, cell: (column) => column[lang] },
              ]}
              rows={columns}
              keyOf={({ name }) => name}
            />
          </Scroll>
        </Section>
      ))}
    </DocsPage>
  );
}

/** A table of files. Months of a closed year are folded. */
function Files({ year, periods, data: { filesWords: words, lang } }: FilesProps) {
  const label = year === "" ? words.files : fill(words.months, { year });
  const link = (file: Periods[number]["csv"]) =>
    file && (
      <>
        <a href={`/data/history/${file.name}`}>{file.name}</a>{" "}
        <span class="hint num">{toSize(file.bytes, lang)}</span>
      </>
    );
  const table = (
    <Scroll label={label}>
      <Table
        class="data-files"
        columns={[
          { name: words.period, cell: ({ label }) => label },
          { name: words.days, look: "cell-num", cell: ({ parquet }) => parquet.covered_days ?? "" },
          {
            name: words.rows,
            look: "cell-num",
            cell: ({ parquet }) => formatCount(parquet.rows, lang),
          },
          { name: "Parquet", cell: ({ parquet }) => link(parquet) },
          { name: "CSV", cell: ({ csv }) => link(csv) },
        ]}
        rows={periods}
        keyOf={({ parquet }) => parquet.name}
      />
    </Scroll>
  );
  if (year === "") return table;
  return (
    <details>
      <summary>{label}</summary>
      {table}
    </details>
  );
}

function toSize(bytes: number, lang: Lang): string {
  return (bytes / 1e6).toLocaleString(lang, {
    style: "unit",
    unit: "megabyte",
    maximumSignificantDigits: 3,
  });
}
