/**
 * Lists the files of past prices by period for their page, with the meaning of their columns, and
 * the recipes.
 *
 * @module
 */

import {
  HISTORY_TABLES,
  type HistoryColumn,
  type HistoryFile,
  type HistoryIndex,
  type HistoryTable,
} from "../../domain/history_files.ts";
import { ATTRIBUTION } from "../../domain/license.ts";
import { addDays } from "../../shared/time/paris_time.ts";
import type { Lang } from "../../words/lang.ts";
import { fill, inBothLanguages } from "../../words/mod.ts";
import { type Reader, readRecipes, toContents } from "../docs/recipes.ts";
import { docsWords } from "../docs/words.ts";

const LISTS = ["index.json", "datapackage.json", "catalog.jsonld"].map((name) =>
  `/data/history/${name}`
);

function toMonth(day: string, lang: Lang): string {
  return new Date(day).toLocaleDateString(lang, {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
  });
}

/** Returns the words for a file's period. */
function toLabel({ table, name, from, to, closed }: HistoryFile, lang: Lang): string {
  const words = dataWords[lang];
  if (to === null) return words.all;
  if (from === null) return fill(words.before, { month: toMonth(addDays(to, 1), lang) });
  if (table === "daily") return `${toMonth(from, lang)} – ${toMonth(to, lang)}`;
  if (/^\d{4}\./.test(name)) return name.slice(0, 4);
  return closed ? toMonth(from, lang) : fill(words.open, { period: toMonth(from, lang) });
}

/**
 * Groups the files by period, newest first: periods that are always shown under `""`, and the
 * months of closed years by year.
 */
function groupFiles({ files }: HistoryIndex, lang: Lang) {
  const names = new Set(files.map(({ name }) => name));
  const newestFirst = files.toSorted((a, b) => (b.to ?? "9").localeCompare(a.to ?? "9"));
  const periods = newestFirst.filter(({ name }) => name.endsWith(".parquet")).map((parquet) => {
    const csv = files.find(({ name }) => name === parquet.name.replace("parquet", "csv.gz"));
    return { label: toLabel(parquet, lang), parquet, csv };
  });
  const toGroup = ({ parquet: { name } }: (typeof periods)[number]) =>
    /^\d{4}-/.test(name) && names.has(`${name.slice(0, 4)}.parquet`) ? name.slice(0, 4) : "";
  return [...Map.groupBy(periods, toGroup)];
}

/** Returns the page for a service whose files are listed in `index`. */
export async function loadFiles({ lang, origin }: Reader, index: HistoryIndex) {
  const words = dataWords[lang];
  const recipes = await readRecipes("data_recipes.md", { lang, origin });
  return {
    lang,
    origin,
    words: docsWords[lang],
    recipes,
    head: {
      path: "/donnees",
      title: words.title,
      intro: words.description,
      description: words.description,
    },
    sections: { files: words.files, ...words.tables, ...toContents(recipes) },
    filesWords: words,
    groups: groupFiles(index, lang),
    texts: words.texts.map((text) => fill(text, { attribution: ATTRIBUTION })),
    links: [...LISTS, "/data/current.csv"],
    tables: Object.entries(HISTORY_TABLES) as [HistoryTable, HistoryColumn[]][],
  };
}

/** By language. `{name}` is a placeholder for `fill()`. */
const dataWords = /* @__PURE__ */ inBothLanguages({
  title: [
    "Données ouvertes : tous les prix, en Parquet et CSV",
    "Open data: every price, as Parquet and CSV files",
  ],
  description: [
    "Tous les prix déclarés par les stations-service, en fichiers à télécharger ou à interroger sur place. Gratuit, sans clé ni compte.",
    "Every price that filling stations reported, as files to download or to query in place. Free, without a key or an account.",
  ],
  texts: [[
    "Une ligne par prix : station, carburant, valeur, début et fin. Un prix est dans le fichier du mois où il commence ; le redéclarer ne fait pas de nouvelle ligne. Les prix suspects sont marqués : écartez-les. Les ruptures n’y sont pas.",
    "One row per price: station, fuel, value, start and end. A price is in the file of the month in which it starts; reporting it again adds no row. Suspect prices are marked: leave them out. Stock-outs are not included.",
  ], [
    "Les fichiers sont mis à jour chaque nuit. Un mois est clos dix jours après sa fin ; ensuite il ne change que si l’un de ses prix arrive plus tard. Les mois sont à l’heure de Paris, les instants en temps universel.",
    "The files are updated every night. A month is closed ten days after its end; from then on it changes only if one of its prices arrives later. Months are in Paris time, instants in UTC.",
  ], [
    "Licence ODbL 1.0 : tout usage est permis, à condition de citer la source et de partager sous la même licence une base qui en dérive. Citez : « {attribution} ».",
    "ODbL 1.0: any use is allowed, provided that you name the source and share a database made from it under the same licence. Cite: “{attribution}”.",
  ]],
  files: ["Fichiers", "Files"],
  none: [
    "Ce serveur n’a pas encore de fichiers : ils sont faits la nuit, à partir des prix de l’État.",
    "This server has no files yet: they are made at night, from the State’s prices.",
  ],
  period: ["Période", "Period"],
  all: ["Toutes les stations", "All stations"],
  before: ["Avant {month}", "Before {month}"],
  open: ["{period} (pas encore clos)", "{period} (still open)"],
  months: ["{year}, mois par mois", "{year}, month by month"],
  rows: ["Lignes", "Rows"],
  days: ["Jours relevés", "Days covered"],
  tables: {
    changes: ["Colonnes des mois et des années", "Columns of months and years"],
    stations: ["Colonnes de stations.parquet", "Columns of stations.parquet"],
    daily: ["Colonnes de daily.parquet", "Columns of daily.parquet"],
  },
  column: ["Colonne", "Column"],
  meaning: ["Sens", "Meaning"],
});
